import type { Client } from '@elastic/elasticsearch';
import type { IndexNames } from '../indices/index-names.js';
import { StateStore } from './state-store.js';

/** Where the seed's state is kept. */
export const SEED_ID = 'seed';

/** `none`: nobody ever seeded; `running`: a seed is under way or was broken off; `done`: the last seed came to its end. */
export type SeedState = 'none' | 'running' | 'done';

/** What is written of a seed. */
export interface SeedMarker {
  state: Exclude<SeedState, 'none'>;
  scale: number;
  until: string;
  at: string;
}

/** How far the seed is: everything or nothing of it counts. */
export async function seedState(client: Client, names: IndexNames): Promise<SeedState> {
  return (await new StateStore(client, names).get<SeedMarker>(SEED_ID))?.value.state ?? 'none';
}

/** Notes that a seed begins, or that it has come to its end. */
export async function markSeed(
  client: Client,
  names: IndexNames,
  marker: { state: 'running' | 'done'; scale: number; until: string },
): Promise<void> {
  await new StateStore(client, names).put<SeedMarker>(SEED_ID, { ...marker, at: new Date().toISOString() });
}
