import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { estypes } from '@elastic/elasticsearch';
import { PROJECT_DIR } from '../../config/project-dir.js';
import type { IndexKind } from '../../common/index-kind.js';

/** A file of elastic/indices. An index with text has the shared analysis. */
export interface IndexDefinition {
  readonly version: number;
  readonly settings: estypes.IndicesIndexSettings;
  readonly mappings: estypes.MappingTypeMapping;
}

interface DefinitionFile extends IndexDefinition {
  readonly analysis: boolean;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(PROJECT_DIR, 'elastic', path), 'utf8'));

/** Reads the definition of an index. Its mapping has the version in `_meta`, so that a wrong version is detected. */
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
