import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { estypes } from '@elastic/elasticsearch';
import { PROJECT_DIR } from '../../config/project-dir.js';
import type { IndexKind } from '../../common/record-kind.js';

/** What Elasticsearch is told about an index, and the version of its mapping. */
export interface IndexDefinition {
  readonly version: number;
  readonly settings: estypes.IndicesIndexSettings;
  readonly mappings: estypes.MappingTypeMapping;
}

type Properties = Readonly<Record<string, estypes.MappingProperty>>;

/** A file of elastic/indices. */
interface DefinitionFile extends IndexDefinition {
  /** The groups of elastic/shared-fields.json that the index has as well. */
  readonly shared?: Readonly<Record<string, true>>;
  /** Objects whose fields are some of those of records. */
  readonly objects?: Readonly<Record<string, readonly string[]>>;
}

const readJson = <Content>(path: string): Content =>
  JSON.parse(readFileSync(join(PROJECT_DIR, 'elastic', path), 'utf8')) as Content;

/** The definition of an index, with the analysis of shared fields, and its version in `_meta` of the mapping. */
export function readIndexDefinition(kind: IndexKind): IndexDefinition {
  const { version, shared, objects = {}, settings, mappings } = readJson<DefinitionFile>(`indices/${kind}.json`);
  const _meta = { version };
  if (shared === undefined) return { version, settings, mappings: { ...mappings, _meta } };
  const groups = readJson<Readonly<Record<string, Properties>>>('shared-fields.json');
  const ofRecords = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, groups['record']?.[name] ?? {}])) as Properties;
  const fields = [
    ...Object.keys(shared).map((name) => groups[name] ?? {}),
    ...Object.entries(objects).map(([name, names]) => ({ [name]: { properties: ofRecords(names) } })),
    mappings.properties ?? {},
  ];
  return {
    version,
    settings: { ...settings, analysis: readJson<estypes.IndicesIndexSettingsAnalysis>('analysis.json') },
    mappings: {
      ...mappings,
      properties: Object.fromEntries(fields.flatMap(Object.entries<estypes.MappingProperty>)),
      _meta,
    },
  };
}
