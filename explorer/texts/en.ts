import type { Words } from './texts.js';
import { wordsOf } from './words.js';

export const ENGLISH: Words = wordsOf('english');
