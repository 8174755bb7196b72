/**
 * Where a document's id stands among all ids compared as strings: by `id_rank`, then by `unranked_id`, which is missing
 * first. Numbers, because Elasticsearch looks every string that it sorts by up in its dictionary.
 */
export interface IdOrder {
  /** Place of the id, or of the nearest one before it, among all strings of up to 19 digits; a whole number as text. */
  id_rank: string;
  /** The id itself when it is anything but 1 to 19 digits; null else. */
  unranked_id: string | null;
}

const MOST_DIGITS = 19;
const DIGITS = new RegExp(`^[0-9]{0,${MOST_DIGITS}}`);
const FIRST_BEYOND_DIGITS = ':';
/** Half of what a `long` tells apart: the first rank is the smallest `long`. */
const RANK_OF_NOTHING = -(2n ** 63n);

/** The order of an id of any characters. */
export function idOrder(id: string): IdOrder {
  const digits = DIGITS.exec(id)?.[0] ?? '';
  const rest = id.slice(digits.length);
  return {
    id_rank: String(rankOf(rest >= FIRST_BEYOND_DIGITS ? digits.padEnd(MOST_DIGITS, '9') : digits)),
    unranked_id: rest === '' ? null : id,
  };
}

/** Strings of digits in the order of a dictionary: before one stand its own beginnings and all that starts with less. */
function rankOf(digits: string): bigint {
  const sum = [...digits].reduce((all, digit) => all + Number(digit), 0);
  const before = (10n * BigInt(digits.padEnd(MOST_DIGITS, '0')) - BigInt(sum)) / 9n;
  return RANK_OF_NOTHING + before + BigInt(digits.length);
}
