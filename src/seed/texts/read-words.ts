import type { SeedLanguage, Translations } from './languages.js';
import { SEED_LANGUAGES } from './languages.js';

/** The parts of a text with `|` or ` | ` between them; a `|` with a space on one side alone belongs to the part. */
export const listOf = (text: string): string[] => text.split(/(?<! )\|(?! )/);

/**
 * Reads a table of words, one a line, its columns the languages in their order; English is the key.
 * @throws Error naming a line that has not a word for every language
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
