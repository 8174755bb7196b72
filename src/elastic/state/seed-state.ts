export const SEED_ID = 'seed';

export interface SeedMarker {
  /** `running`: a seed is in progress or was interrupted. `done`: the last seed has finished. */
  state: 'running' | 'done';
  scale: number;
  until: string;
  at: string;
}
