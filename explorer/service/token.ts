const KEY = 'explorer.token';

/** The token of this tab, and another one that the opened link holds. */
export interface Tokens {
  readonly token: string;
  /** Empty when the link holds no other token. */
  readonly offered: string;
}

/** Takes the token out of the address (`#token=…`). It replaces no other token: the user is asked. */
export function takeTokens(): Tokens {
  const kept = sessionStorage.getItem(KEY) ?? '';
  const given = /^#token=([\x21-\x7e]+)$/.exec(location.hash)?.[1];
  if (given === undefined) return { token: kept, offered: '' };
  history.replaceState(history.state, '', location.pathname + location.search);
  if (kept !== '' && kept !== given) return { token: kept, offered: given };
  keepToken(given);
  return { token: given, offered: '' };
}

export function keepToken(token: string): void {
  if (token === '') sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, token);
}
