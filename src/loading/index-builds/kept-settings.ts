import type { IndexKind } from '../../common/record-kind.js';
import { readIndexDefinition } from '../../elastic/indices/index-definition.js';
import type { Cluster } from '../../elastic/indices/index-names.js';
import { liveIndices } from './alias-switch.js';

/** Settings by their full names, such as `index.refresh_interval`. */
type FlatSettings = Readonly<Record<string, string>>;

/** Settings of the live index that the next index build gets. */
export interface KeptSettings {
  /** Undefined when there is no live index. */
  readonly shards: number | undefined;
  /** All settings that an operator may have changed; those of the definition when there is no live index. */
  readonly settings: FlatSettings;
}

/** Settings that are not kept: the identity of an index, the definition's own settings, and blocks, which are states. */
const NOT_KEPT =
  /^index\.(?:uuid|history|version|creation_date|provided_name|number_of_shards|number_of_routing_shards|sort|analysis|blocks|resize|shrink|split|verified_before_close|routing\.allocation\.initial_recovery)\b/;

/** Settings of an index build while it is filled, for speed. */
export const WHILE_FILLED = {
  'index.refresh_interval': '-1',
  'index.number_of_replicas': '0',
  'index.auto_expand_replicas': 'false',
} as const;

const pickKept = (settings: readonly (readonly [string, string])[]): FlatSettings =>
  Object.fromEntries(settings.filter(([name]) => !NOT_KEPT.test(name)));

/** Reads the settings of the live index, so that an operator's changes survive loads. */
export async function readKeptSettings({ client, names }: Cluster, kind: IndexKind): Promise<KeptSettings> {
  const [live] = await liveIndices({ client, names }, kind);
  if (live === undefined) {
    const defined = Object.entries(readIndexDefinition(kind).settings.index ?? {});
    const named = defined.map(([name, value]) => [`index.${name}`, String(value)] as const);
    return { shards: undefined, settings: { 'index.number_of_replicas': '0', ...pickKept(named) } };
  }
  const found = await client.indices.getSettings({ index: live, flat_settings: true });
  const settings = (found[live]?.settings ?? {}) as unknown as FlatSettings;
  return { shards: Number(settings['index.number_of_shards'] ?? 1), settings: pickKept(Object.entries(settings)) };
}

/** The kept values of the settings in `WHILE_FILLED`, applied when the index build is filled. */
export const onceFilled = ({ settings }: KeptSettings): Record<string, string | null> =>
  Object.fromEntries(Object.keys(WHILE_FILLED).map((name) => [name, settings[name] ?? null]));
