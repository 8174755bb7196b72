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

/** Splits a text at `|` or ` | `. A `|` with a space on one side only belongs to its part. */
export const listOf = (text: string): string[] => text.split(/(?<! )\|(?! )/);

/**
 * Parses a table with one word per line and one column per language. English is the key.
 * @throws Error naming a line without a word for every language
 */
export function readWords(text: string): ReadonlyMap<string, Translations> {
  return new Map(
    text
      .trim()
      .split('\n')
      .map((line) => {
        const cells = line.split('|');
        if (cells.length !== SEED_LANGUAGES.length) throw new Error(`${cells.length} columns in: ${line}`);
        const entries = SEED_LANGUAGES.map((language, index) => [language, cells[index]] as const);
        return [cells[0] as string, Object.fromEntries(entries) as Record<SeedLanguage, string>] as const;
      }),
  );
}
