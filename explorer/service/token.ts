const KEY = 'explorer.token';

/** The token of this tab, and another one that the opened link holds. */
export interface Tokens {
  readonly token: string;
  /** Empty when the link holds no other token. */
  readonly offered: string;
}

/** The token of this tab, else the one that this browser keeps because its user said so. */
const keptToken = (): string => sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? '';

/** Takes the token out of the address (`#token=…`). It replaces no other token: the user is asked. */
export function takeTokens(): Tokens {
  const kept = keptToken();
  const given = /^#token=([\x21-\x7e]+)$/.exec(location.hash)?.[1];
  if (given === undefined) return { token: kept, offered: '' };
  history.replaceState(history.state, '', location.pathname + location.search);
  if (kept !== '' && kept !== given) return { token: kept, offered: given };
  if (kept === '') keepToken(given, 'tab');
  return { token: given, offered: '' };
}

/** Keeps a token for this tab, or for all tabs of this browser; an empty one is kept nowhere. */
export function keepToken(token: string, where: 'tab' | 'browser'): void {
  sessionStorage.removeItem(KEY);
  localStorage.removeItem(KEY);
  if (token !== '') (where === 'tab' ? sessionStorage : localStorage).setItem(KEY, token);
}

/** Whether this browser keeps a token for its next tabs. */
export const isTokenKept = (): boolean => localStorage.getItem(KEY) !== null;
