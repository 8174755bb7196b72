import type { IndexKind } from '../../documents/index-kind.js';
import type { ElasticClient } from '../../elastic/client/elastic-client.js';
import { readIndexDefinition } from '../../elastic/indices/index-definition.js';
import type { IndexNames } from '../../elastic/indices/index-names.js';
import { liveIndices } from './alias-switch.js';

/** Settings by their full names, such as `index.refresh_interval`. */
export type FlatSettings = Readonly<Record<string, string>>;

/** What the live index hands on to the index build that replaces it. */
export interface KeptSettings {
  /** Undefined when there is no live index. */
  readonly shards: number | undefined;
  /** All that an operator may have set on it; of an index that was never there, what the definition says. */
  readonly settings: FlatSettings;
}

/** What an index is made with: its own identity, what the definition says anew, and blocks, which are states of it. */
const OF_THE_INDEX_ITSELF =
  /^index\.(?:uuid|history|version|creation_date|provided_name|number_of_shards|number_of_routing_shards|sort|analysis|blocks|resize|shrink|split|verified_before_close|routing\.allocation\.initial_recovery)\b/;

/** What an index build that is being filled has instead, for speed. */
export const WHILE_FILLED = {
  'index.refresh_interval': '-1',
  'index.number_of_replicas': '0',
  'index.auto_expand_replicas': 'false',
} as const;

/** Reads what the live index of a kind hands on: an operator's own settings survive loads. */
export async function readKeptSettings(
  client: ElasticClient,
  names: IndexNames,
  kind: IndexKind,
): Promise<KeptSettings> {
  const [live] = await liveIndices(client, names, kind);
  if (live === undefined) return { shards: undefined, settings: ofDefinition(kind) };
  const found = await client.indices.getSettings({ index: live, flat_settings: true });
  const settings = (found[live]?.settings ?? {}) as unknown as FlatSettings;
  return {
    shards: Number(settings['index.number_of_shards'] ?? 1),
    settings: Object.fromEntries(Object.entries(settings).filter(([name]) => !OF_THE_INDEX_ITSELF.test(name))),
  };
}

/** What an index build gets once it is filled, of what it had while it was. */
export const onceFilled = ({ settings }: KeptSettings): Record<string, string | null> =>
  Object.fromEntries(Object.keys(WHILE_FILLED).map((name) => [name, settings[name] ?? null]));

/** How many replicas the settings lead to on so many data nodes. */
export function replicasOn(nodes: number, { settings }: KeptSettings): number {
  const expanded = /^\d+-(\d+|all)$/.exec(settings['index.auto_expand_replicas'] ?? '')?.[1];
  if (expanded === undefined) return Number(settings['index.number_of_replicas'] ?? 1);
  return Math.max(0, Math.min(nodes - 1, expanded === 'all' ? Infinity : Number(expanded)));
}

function ofDefinition(kind: IndexKind): FlatSettings {
  const settings = Object.entries(readIndexDefinition(kind).settings.index ?? {});
  const named = settings.map(([name, value]): [string, string] => [`index.${name}`, String(value)]);
  const kept = named.filter(([name]) => !OF_THE_INDEX_ITSELF.test(name));
  return { 'index.number_of_replicas': '0', ...Object.fromEntries(kept) };
}
