/** The texts that are there and not empty, each once. */
export function presentTexts(...texts: readonly (string | null | undefined)[]): string[] {
  return [...new Set(texts.filter((text): text is string => typeof text === 'string' && text.trim() !== ''))];
}
