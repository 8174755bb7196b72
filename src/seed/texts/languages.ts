/** Languages of generated texts, in the order of the columns of word tables. */
export const SEED_LANGUAGES = [
  'en',
  'zh',
  'th',
  'ja',
  'vi',
  'id',
  'ms',
  'fil',
  'pl',
  'de',
  'es',
  'pt',
  'fr',
  'it',
  'nl',
] as const;
export type SeedLanguage = (typeof SEED_LANGUAGES)[number];

/** A word or phrase in each language. */
export type Translations = Readonly<Record<SeedLanguage, string>>;
