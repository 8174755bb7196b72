import type { Client } from '@elastic/elasticsearch';
import type { IndexNames } from '../indices/index-names.js';
import { StateStore } from './state-store.js';

/** Where the data version is kept. */
export const DATA_VERSION_ID = 'data-generation';

/** What is written with each version: why it was raised and when (ISO 8601). */
export interface DataVersionDocument {
  readonly cause: string;
  readonly raised_at: string;
}

/**
 * The number that grows with every change of the data; what was computed from an older one is out of date.
 * 0 before the first load.
 */
export async function readDataVersion(client: Client, names: IndexNames): Promise<number> {
  return (await new StateStore(client, names).get(DATA_VERSION_ID))?.version ?? 0;
}

/** Raises the data version, to be called after the data has changed and can be searched. Returns the new number. */
export async function raiseDataVersion(client: Client, names: IndexNames, cause: string): Promise<number> {
  const document: DataVersionDocument = { cause, raised_at: new Date().toISOString() };
  return (await new StateStore(client, names).put(DATA_VERSION_ID, document))?.version ?? 0;
}
