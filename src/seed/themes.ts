import THEMES_DATA from './data/themes.json' with { type: 'json' };

/** The theme of a creator, for names, captions and products. */
export interface Theme {
  readonly name: string;
  /** Words for handles, in Latin letters. */
  readonly handles: readonly string[];
  readonly emoji: readonly string[];
  /** English names of creator categories. */
  readonly creators: readonly string[];
  /** English names of level 1 product categories; empty for all. */
  readonly sells: readonly string[];
}

export const THEMES: readonly Theme[] = THEMES_DATA;

/** The theme of a creator category by its English name; the default is everyday life. */
export const themeOf = (creatorCategory: string): Theme =>
  THEMES.find(({ creators }) => creators.includes(creatorCategory)) ?? (THEMES.at(-2) as Theme);
