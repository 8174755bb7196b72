export type Theme = 'system' | 'light' | 'dark';
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** A recent query: its address and title. */
export interface RecentQuery {
  readonly search: string;
  readonly title: string;
}

const MOST_RECENT = 12;

/** The settings stored in this browser; they are never sent to the service. */
function kept<Value>(name: string, fallback: Value): [read: () => Value, write: (value: Value) => void] {
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

export const [readTheme, writeTheme] = kept<Theme>('theme', 'system');
export const [readCovers, writeCovers] = kept('covers', false);
export const [readRegion, writeRegion] = kept('region', '');
export const [readCharts, writeCharts] = kept('charts', true);
export const [readRecent, writeRecent] = kept<readonly RecentQuery[]>('recent', []);

/** Puts a query first in the list of recent ones. */
export function noteRecent(query: RecentQuery): void {
  const others = readRecent().filter(({ search }) => search !== query.search);
  writeRecent([query, ...others].slice(0, MOST_RECENT));
}

/** Shows the page light or dark; `system` leaves it to the browser. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
