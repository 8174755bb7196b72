/** Normalizes text for comparisons that ignore case, accents and character width. */
export const foldText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
