import { Blank, lazy } from './lazy.js';

/** Who has a token waits for no code that asks for one. */
export const TokenPanel = lazy(() => import('./token-panel.js').then((room) => room.TokenPanel), Blank);
export const TokenOffer = lazy(() => import('./token-panel.js').then((room) => room.TokenOffer));
