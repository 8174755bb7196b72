import type { Client } from '@elastic/elasticsearch';
import { INDEX_KINDS, type IndexKind } from '../../common/record-kind.js';
import type { IndexNames } from '../indices/index-names.js';
import { StateStore } from './state-store.js';

/** A version of all data. The number rises with every change; numbers of one epoch, the index of the state, compare. */
export interface DataVersion {
  readonly epoch: string;
  readonly number: number;
}

/** `<epoch>.<number>`, as clients see a version. */
export const formatDataVersion = ({ epoch, number }: DataVersion): string => `${epoch}.${number}`;

/** The version that a text names; undefined for any other text. */
export function parseDataVersion(text: string): DataVersion | undefined {
  const [, epoch, number] = /^([\w-]{1,64})\.(\d{1,15})$/.exec(text) ?? [];
  return epoch === undefined ? undefined : { epoch, number: Number(number) };
}

/** Whether a version comes before another of the same epoch; false when one of them is undefined. */
export const isOlder = (version: DataVersion | undefined, other: DataVersion | undefined): boolean =>
  version !== undefined && version.epoch === other?.epoch && version.number < other.number;

export const DATA_VERSION_ID = 'data-generation';

export type LiveIndices = Readonly<Partial<Record<IndexKind, string>>>;

/** Why and when (ISO 8601) the data version was raised. */
export interface DataVersionDocument {
  readonly cause: string;
  readonly raised_at: string;
  /** The indices with the data of this version. Releases before 1.1.0 do not write them. */
  readonly indices?: LiveIndices;
}

/**
 * Raises the data version when changed data can be searched. Only switched indices are read, after the version before:
 * a node that is cut off does not know of the last switch, and another process may raise the version meanwhile.
 */
export async function raiseDataVersion(
  client: Client,
  names: IndexNames,
  cause: string,
  readSwitched: () => Promise<LiveIndices> = () => Promise.resolve({}),
): Promise<number> {
  const store = new StateStore(client, names);
  for (;;) {
    const before = await store.get<DataVersionDocument>(DATA_VERSION_ID);
    const others = before?.value.indices ?? (await readLiveIndices(client, names));
    const indices = { ...others, ...(await readSwitched()) };
    const document: DataVersionDocument = { cause, raised_at: new Date().toISOString(), indices };
    const raised = await store.put(DATA_VERSION_ID, document, before ?? 'absent');
    if (raised !== undefined) return raised.version;
  }
}

/** Reads the index behind the alias of each kind. */
export async function readLiveIndices(client: Client, names: IndexNames, kinds = INDEX_KINDS): Promise<LiveIndices> {
  const indices = await client.indices.get({
    index: kinds.map((kind) => names.alias(kind)),
    ignore_unavailable: true,
    filter_path: '*.aliases',
  });
  return Object.fromEntries(
    Object.entries(indices).flatMap(([index, { aliases = {} }]) =>
      kinds.filter((kind) => names.alias(kind) in aliases).map((kind) => [kind, index]),
    ),
  );
}
