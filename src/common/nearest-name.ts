import { distance } from 'fastest-levenshtein';

const LONGEST_NAME = 64;
/** As a share of the letters: two swapped letters are two edits of a five-letter word. */
const MOST_EDITS = 0.4;
/** The edits of two swapped letters. */
const SWAPPED_LETTERS = 2;
/** The edits of `start_time_range` for `start_time`: more than one slip, less than two. */
const EDITS_OF_LONGER = 1.5;

/**
 * The name that was probably meant: that of a field inside an object (`shop.name` for `shop`), by case, by prefix, by an
 * added word, or with at most two fifths of its letters changed. Words that both have are not counted: `l1_category_id` is no `creator_category_id`.
 * @param mostEdits counts only changed letters, where most names are none of these, as in an environment
 */
export function nearestName(written: string, names: readonly string[], mostEdits?: number): string | undefined {
  if (written.length < 2 || written.length > LONGEST_NAME) return undefined;
  const inner = names.find((name) => name === `${written}.name` || name.endsWith(`.${written}`));
  if (inner !== undefined) return inner;
  const editsOf = mostEdits === undefined ? editsBetween : distance;
  const edits = names.map((name) => editsOf(written.toLowerCase(), name.toLowerCase()));
  const least = Math.min(...edits);
  return least > (mostEdits ?? Number.MAX_VALUE) ? undefined : names[edits.indexOf(least)];
}

/** Returns `; did you mean title` when one of the names is similar, otherwise an empty string. */
export function suggestName(written: string, names: readonly string[]): string {
  const nearest = nearestName(written, names);
  return nearest === undefined ? '' : `; did you mean ${nearest}`;
}

/** The edits that make a name another one; Infinity when they are too many. */
function editsBetween(wanted: string, candidate: string): number {
  const longer = wanted.startsWith(`${candidate}_`) ? EDITS_OF_LONGER : Infinity;
  const edits = candidate.startsWith(wanted) ? 0 : Math.min(longer, distance(wanted, candidate));
  return edits > candidate.length * MOST_EDITS || isOtherWord(wanted, candidate) ? Infinity : edits;
}

/** Whether two names differ by whole words that are none of each other's spellings. */
function isOtherWord(wanted: string, candidate: string): boolean {
  const words = [wanted.split('_'), candidate.split('_')] as const;
  const [given = [], valid = []] = words.map((own, at) => own.filter((word) => !words[1 - at]?.includes(word)));
  if (given.length === 0 || valid.length === 0) return false;
  const [one, other] = [given.join('_'), valid.join('_')];
  return distance(one, other) > Math.max(other.length * MOST_EDITS, other.length > 3 ? SWAPPED_LETTERS : 0);
}
