import THEMES_DATA from './data/themes.json' with { type: 'json' };

/** The themes of creators: words for handles, emoji, creator categories, and level 1 categories sold, empty for all. */
export const THEMES = THEMES_DATA;
export type Theme = (typeof THEMES)[number];

/** The theme of a creator category by its English name; the default is everyday life. */
export const themeOf = (creatorCategory: string): Theme =>
  THEMES.find(({ creators }) => creators.includes(creatorCategory)) ?? (THEMES.at(-2) as Theme);
