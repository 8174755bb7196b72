const KEY = 'explorer.token';

/** The token of this tab; one in the address (`#token=…`) is taken out of it at once. */
export function takeToken(): string {
  const given = /^#token=([\x21-\x7e]+)$/.exec(location.hash)?.[1];
  if (given !== undefined) {
    sessionStorage.setItem(KEY, given);
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return sessionStorage.getItem(KEY) ?? '';
}

export function keepToken(token: string): void {
  if (token === '') sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, token);
}
