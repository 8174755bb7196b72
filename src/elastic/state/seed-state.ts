import type { Client } from '@elastic/elasticsearch';
import type { IndexNames } from '../indices/index-names.js';
import { StateStore } from './state-store.js';

/** Id of the state document of the seed. */
export const SEED_ID = 'seed';

/** `none`: there was no seed. `running`: a seed is in progress or was interrupted. `done`: the last seed has finished. */
export type SeedState = 'none' | 'running' | 'done';

export interface SeedMarker {
  state: Exclude<SeedState, 'none'>;
  scale: number;
  until: string;
  at: string;
}

export async function seedState(client: Client, names: IndexNames): Promise<SeedState> {
  return (await new StateStore(client, names).get<SeedMarker>(SEED_ID))?.value.state ?? 'none';
}

/** Records the start or the end of a seed. */
export async function markSeed(
  client: Client,
  names: IndexNames,
  marker: { state: 'running' | 'done'; scale: number; until: string },
): Promise<void> {
  await new StateStore(client, names).put<SeedMarker>(SEED_ID, { ...marker, at: new Date().toISOString() });
}
