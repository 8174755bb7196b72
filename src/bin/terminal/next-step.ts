import type { LoadKind } from '../../loading/load-kind.js';

/** What the rankings are computed from. */
const RANKED: readonly LoadKind[] = ['creators', 'sales', 'creator-days'];

/** Says on standard error what to do after records of a kind have changed, where there is something to do. */
export function tellNextStep(kind: LoadKind): void {
  if (RANKED.includes(kind)) console.error('The rankings do not show this yet. Next: npm run rankings -- build');
}
