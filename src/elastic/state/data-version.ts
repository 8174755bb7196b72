import type { Client } from '@elastic/elasticsearch';
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

/** Id of the state document with the data version. */
export const DATA_VERSION_ID = 'data-generation';

/** Why and when (ISO 8601) the data version was raised. */
export interface DataVersionDocument {
  readonly cause: string;
  readonly raised_at: string;
}

/** Reads the data version. It grows with every change of the data and is 0 before the first load. */
export async function readDataVersion(client: Client, names: IndexNames): Promise<number> {
  return (await new StateStore(client, names).get(DATA_VERSION_ID))?.version ?? 0;
}

/** Raises the data version and returns it. To be called when changed data can be searched. */
export async function raiseDataVersion(client: Client, names: IndexNames, cause: string): Promise<number> {
  const document: DataVersionDocument = { cause, raised_at: new Date().toISOString() };
  return (await new StateStore(client, names).put(DATA_VERSION_ID, document))?.version ?? 0;
}
