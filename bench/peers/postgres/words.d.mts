/** What the benchmark's PostgreSQL searches words by, for the test of it. */
export interface Word {
  word: string;
  tokens: string[];
  as?: string[];
  isPart?: boolean;
}
export function tokensOf(text: string): string[];
export function readKeywords(keywords: string): Word[];
export function partsOf(word: Word): Word[];
export function allWords(words: readonly Word[]): string;
export function someWords(words: readonly Word[]): string;
