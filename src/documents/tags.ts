import { MAX_ID_CHARACTERS, plainName } from '../common/id.js';

const MOST_TAGS = 30;

/** The tags of a text in their order, each once: `#` and letters, marks, digits and `_` of any script. */
export function tagsIn(text: string | null): string[] {
  const found = text?.normalize('NFKC').match(/#[\p{L}\p{M}\p{N}_]+/gu) ?? [];
  const tags = new Set(found.map((tag) => plainName(tag, '#')).filter((tag) => [...tag].length <= MAX_ID_CHARACTERS));
  return [...tags].slice(0, MOST_TAGS);
}
