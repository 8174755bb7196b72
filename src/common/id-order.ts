/** The position of an id in the order of strings, in numbers: Elasticsearch looks up each string in its dictionary. */
export interface IdOrder {
  /** Rank of the id, or of the nearest one before it, among all strings of up to 19 digits; a whole number as text. */
  id_rank: string;
  /** The id unless it has 1 to 19 digits; otherwise null. */
  unranked_id: string | null;
}

const MOST_DIGITS = 19;
const DIGITS = new RegExp(`^[0-9]{0,${MOST_DIGITS}}`);
const FIRST_BEYOND_DIGITS = ':';
/** The first rank is the smallest `long`. */
const RANK_OF_NOTHING = -(2n ** 63n);

export function idOrder(id: string): IdOrder {
  const digits = DIGITS.exec(id)?.[0] ?? '';
  const rest = id.slice(digits.length);
  return {
    id_rank: String(rankOf(rest >= FIRST_BEYOND_DIGITS ? digits.padEnd(MOST_DIGITS, '9') : digits)),
    unranked_id: rest === '' ? null : id,
  };
}

/** Rank in dictionary order: counts the shorter beginnings of a string and all strings that begin with smaller digits. */
function rankOf(digits: string): bigint {
  const sum = [...digits].reduce((all, digit) => all + Number(digit), 0);
  const before = (10n * BigInt(digits.padEnd(MOST_DIGITS, '0')) - BigInt(sum)) / 9n;
  return RANK_OF_NOTHING + before + BigInt(digits.length);
}
