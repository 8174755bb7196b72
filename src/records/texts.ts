/** The texts that are there and not empty, each once. */
export function presentTexts(...texts: readonly (string | null | undefined)[]): string[] {
  return [...new Set(texts.filter((text): text is string => typeof text === 'string' && text.trim() !== ''))];
}

/**
 * What keywords search. The main text stands twice, so that a word in a title weighs more than the same word in the name
 * of a shop, a category or a creator.
 */
export const searchedTexts = (main: string | null, ...others: readonly (string | null | undefined)[]): string[] => [
  ...presentTexts(main),
  ...presentTexts(main, ...others),
];
