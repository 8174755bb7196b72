import type { WrittenAttribute } from '../corpus/facts.js';
import type { Language, Name } from '../corpus/language.js';

/** What a query is after, whatever it is spelt like: the judgement follows from it. */
export type Want =
  | {
      readonly of: 'thing';
      readonly language: Language;
      readonly name: Name;
      readonly attributes: readonly WrittenAttribute[];
    }
  | { readonly of: 'word'; readonly language: Language; readonly word: string }
  | { readonly of: 'tag'; readonly language: Language; readonly name: Name; readonly tag: string }
  | { readonly of: 'creator' | 'shop'; readonly name: string }
  | { readonly of: 'id'; readonly id: string }
  | { readonly of: 'category'; readonly category: string };
