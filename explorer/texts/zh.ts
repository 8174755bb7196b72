import type { Words } from './texts.js';
import { wordsOf } from './words.js';

/** Only Chinese pages load them. */
export const CHINESE: Words = wordsOf('chinese');
