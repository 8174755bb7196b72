import { lazy } from './lazy.js';

/** Who has a token waits for no code that asks for one. */
export const TokenPanel = lazy(
  () => import('./token-panel.js').then((room) => room.TokenPanel),
  () => <div class="blank" role="status" aria-label="…" />,
);
export const TokenOffer = lazy(
  () => import('./token-panel.js').then((room) => room.TokenOffer),
  () => null,
);
