import type { Attribute, Language, Name } from './language.js';

export type Operation = 'product' | 'video' | 'live';

/** What a record was made from, which is what it is judged by. */
export interface Facts {
  readonly operation: Operation;
  readonly id: string;
  readonly language: Language;
  /** The thing it is about or sells. */
  readonly name?: Name;
  /** Qualities of the thing, its size among them, in the form written. */
  readonly attributes: readonly WrittenAttribute[];
  /** Things that it names without being about them. */
  readonly mentions: readonly Name[];
  /** Tags as they are written, without the sign. */
  readonly tags: readonly string[];
  /** Names of the seller or creator: shop, nickname, handle. */
  readonly names: readonly string[];
  /** IDs by which the record can be asked for. */
  readonly ids: readonly string[];
  /** Names of its categories on every level in both languages. */
  readonly categories: readonly string[];
}

export interface WrittenAttribute {
  readonly list: Attribute['list'];
  readonly index: number;
  readonly text: string;
}
