import type { LoadKind } from '../../loading/load-kind.js';

/** Kinds that the rankings are computed from. */
const RANKED: readonly LoadKind[] = ['creators', 'sales', 'creator-days'];

/** Prints the next command on standard error when records of a kind have changed. */
export function printNextStep(kind: LoadKind): void {
  if (RANKED.includes(kind)) console.error('The rankings do not show this yet. Next: npm run rankings -- build');
}
