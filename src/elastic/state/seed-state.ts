import type { Client } from '@elastic/elasticsearch';
import type { IndexNames } from '../indices/index-names.js';
import { StateStore } from './state-store.js';

export const SEED_ID = 'seed';

export interface SeedMarker {
  /** `running`: a seed is in progress or was interrupted. `done`: the last seed has finished. */
  state: 'running' | 'done';
  scale: number;
  until: string;
  at: string;
}

/** `none` when there was no seed. */
export async function seedState(client: Client, names: IndexNames): Promise<SeedMarker['state'] | 'none'> {
  return (await new StateStore(client, names).get<SeedMarker>(SEED_ID))?.value.state ?? 'none';
}

/** Records the start or the end of a seed. */
export async function markSeed(client: Client, names: IndexNames, marker: Omit<SeedMarker, 'at'>): Promise<void> {
  await new StateStore(client, names).put<SeedMarker>(SEED_ID, { ...marker, at: new Date().toISOString() });
}
