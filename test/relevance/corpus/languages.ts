import type { Language } from './language.js';
import { CHINESE } from './languages/chinese.js';
import { DANISH } from './languages/danish.js';
import { DUTCH } from './languages/dutch.js';
import { ENGLISH } from './languages/english.js';
import { FRENCH } from './languages/french.js';
import { GERMAN } from './languages/german.js';
import { INDONESIAN } from './languages/indonesian.js';
import { ITALIAN } from './languages/italian.js';
import { JAPANESE } from './languages/japanese.js';
import { MALAY } from './languages/malay.js';
import { POLISH } from './languages/polish.js';
import { PORTUGUESE } from './languages/portuguese.js';
import { SPANISH } from './languages/spanish.js';
import { SWEDISH } from './languages/swedish.js';
import { THAI } from './languages/thai.js';
import { TRADITIONAL_CHINESE } from './languages/traditional-chinese.js';
import { TURKISH } from './languages/turkish.js';
import { VIETNAMESE } from './languages/vietnamese.js';

export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  ITALIAN,
  PORTUGUESE,
  DUTCH,
  POLISH,
  SWEDISH,
  DANISH,
  TURKISH,
  INDONESIAN,
  MALAY,
  VIETNAMESE,
  THAI,
  JAPANESE,
  CHINESE,
  TRADITIONAL_CHINESE,
];
