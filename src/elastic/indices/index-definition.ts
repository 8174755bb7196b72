import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { estypes } from '@elastic/elasticsearch';
import { PROJECT_DIR } from '../../config/project-dir.js';
import type { IndexKind } from '../../documents/index-kind.js';

/** One file of elastic/indices, with the shared analysis merged in where the index has text. */
export interface IndexDefinition {
  readonly version: number;
  readonly settings: estypes.IndicesIndexSettings;
  readonly mappings: estypes.MappingTypeMapping;
}

interface DefinitionFile extends IndexDefinition {
  readonly analysis: boolean;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(PROJECT_DIR, 'elastic', path), 'utf8'));

/** The definition of an index; its mapping carries the version in `_meta`, so that a wrong one can be told. */
export function readIndexDefinition(kind: IndexKind): IndexDefinition {
  const file = readJson(`indices/${kind}.json`) as DefinitionFile;
  return {
    version: file.version,
    settings: file.analysis
      ? { ...file.settings, analysis: readJson('analysis.json') as estypes.IndicesIndexSettingsAnalysis }
      : file.settings,
    mappings: { ...file.mappings, _meta: { version: file.version } },
  };
}
