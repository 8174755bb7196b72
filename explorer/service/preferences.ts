import type { Lang } from '../model/address.js';
import type { Listed, NamedList } from '../model/lists.js';

export type Theme = 'system' | 'light' | 'dark';
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** A recent query: its address and title. */
export interface RecentQuery {
  readonly search: string;
  readonly title: string;
}

const MOST_RECENT = 12;
/** On a lower or narrower screen charts of searches are folded, so that the first rows are in sight. Pixels. */
const LOW_SCREEN = 1000;
const NARROW_SCREEN = 760;

/** The settings stored in this browser; they are never sent to the service. */
function stored<Value>(name: string, fallback: Value): [read: () => Value, write: (value: Value) => void] {
  const key = `explorer.${name}`;
  return [
    () => {
      try {
        return JSON.parse(localStorage.getItem(key) ?? '') as Value;
      } catch {
        return fallback;
      }
    },
    (value) => localStorage.setItem(key, JSON.stringify(value)),
  ];
}

export const [readLang, writeLang] = stored<Lang | ''>('lang', '');
export const [readTheme, writeTheme] = stored<Theme>('theme', 'system');
export const [readCovers, writeCovers] = stored('covers', false);
export const [readRegion, writeRegion] = stored('region', '');
export const [readCharts, writeCharts] = stored('charts', innerHeight >= LOW_SCREEN && innerWidth > NARROW_SCREEN);
/** Those of rankings repeat their rows. */
export const [readBars, writeBars] = stored('bars', false);
export const [readRecent, writeRecent] = stored<readonly RecentQuery[]>('recent', []);
export const [readSaved, writeSaved] = stored<readonly RecentQuery[]>('saved', []);
export const [readWatched, writeWatched] = stored<readonly Listed[]>('watched', []);
export const [readNamed, writeNamed] = stored<readonly NamedList[]>('lists', []);

export const removeSaved = (query: RecentQuery): void =>
  writeSaved(readSaved().filter(({ search }) => search !== query.search));

export function addSaved(query: RecentQuery): void {
  removeSaved(query);
  writeSaved([query, ...readSaved()]);
}

/** Puts a query first in the list of recent ones. */
export function noteRecent(query: RecentQuery): void {
  const others = readRecent().filter(({ search }) => search !== query.search);
  writeRecent([query, ...others].slice(0, MOST_RECENT));
}

/** Shows the page light or dark; `system` leaves it to the browser. */
export function applyTheme(theme: Theme): void {
  document.documentElement.style.colorScheme = theme === 'system' ? '' : theme;
}

const KEY = 'explorer.token';

/** The token of this tab, else the one that this browser keeps because its user said so. */
const keptToken = (): string => sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? '';

/**
 * Takes the token out of the address (`#token=…`). It replaces no other token: the user is asked.
 * @returns the token of this tab, and another one that the opened link holds; empty for none
 */
export function takeTokens(): Readonly<Record<'token' | 'offered', string>> {
  const stored = keptToken();
  const given = /^#token=([\x21-\x7e]+)$/.exec(location.hash)?.[1];
  if (given === undefined) return { token: stored, offered: '' };
  history.replaceState(history.state, '', location.pathname + location.search);
  if (stored !== '' && stored !== given) return { token: stored, offered: given };
  if (stored === '') keepToken(given, 'tab');
  return { token: given, offered: '' };
}

/** Keeps a token for this tab, or for all tabs of this browser; an empty one is stored nowhere. */
export function keepToken(token: string, where: 'tab' | 'browser'): void {
  sessionStorage.removeItem(KEY);
  localStorage.removeItem(KEY);
  if (token !== '') (where === 'tab' ? sessionStorage : localStorage).setItem(KEY, token);
}

/** Whether this browser keeps a token for its next tabs. */
export const isTokenKept = (): boolean => localStorage.getItem(KEY) !== null;
