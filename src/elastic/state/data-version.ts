import type { Client } from '@elastic/elasticsearch';
import type { IndexKind } from '../../documents/index-kind.js';
import { INDEX_KINDS } from '../../documents/index-kind.js';
import type { IndexNames } from '../indices/index-names.js';
import { StateStore } from './state-store.js';

/**
 * A version of all data of a prefix. The number rises with every change; the epoch is made with the index that keeps the
 * number, so that versions of one epoch can be compared.
 */
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

/** Id of the state document with the data version. */
export const DATA_VERSION_ID = 'data-generation';

/** Why and when (ISO 8601) the data version was raised. */
export interface DataVersionDocument {
  readonly cause: string;
  readonly raised_at: string;
  /** The index behind each alias when it was raised. Releases before 1.1.0 do not write it. */
  readonly indices?: Readonly<Partial<Record<IndexKind, string>>>;
}

/** Reads the data version. It grows with every change of the data and is 0 before the first load. */
export async function readDataVersion(client: Client, names: IndexNames): Promise<number> {
  return (await new StateStore(client, names).get(DATA_VERSION_ID))?.version ?? 0;
}

/**
 * Raises the data version and returns it. To be called when changed data can be searched. Of two processes that raise it
 * at once, the later one reads the aliases again: a version never names an older index than the version before it.
 */
export async function raiseDataVersion(client: Client, names: IndexNames, cause: string): Promise<number> {
  const store = new StateStore(client, names);
  for (;;) {
    const before = await store.get(DATA_VERSION_ID);
    const indices = await indicesBehind(client, names);
    const document: DataVersionDocument = { cause, raised_at: new Date().toISOString(), indices };
    const raised = await store.put(DATA_VERSION_ID, document, before ?? 'absent');
    if (raised !== undefined) return raised.version;
  }
}

async function indicesBehind(client: Client, names: IndexNames): Promise<Partial<Record<IndexKind, string>>> {
  const found = await client.indices.get({
    index: names.aliases,
    ignore_unavailable: true,
    filter_path: '*.aliases',
  });
  return Object.fromEntries(
    INDEX_KINDS.flatMap((kind) => {
      const index = names.behind(kind, found);
      return index === undefined ? [] : [[kind, index]];
    }),
  );
}
