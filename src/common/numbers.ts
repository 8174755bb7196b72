/** Rounds half away from zero: 1.005 to two decimals is 1.01. Numbers outside ±1e21 are returned unchanged. */
export function roundHalfAwayFromZero(value: number, decimals: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return value;
  const [digits = '', exponent = '0'] = String(Math.abs(value)).split('e');
  const rounded = Number(`${Math.round(Number(`${digits}e${Number(exponent) + decimals}`))}e${-decimals}`);
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/** Formats a percentage with at most two decimals and no trailing zeros: `12.5%` (docs/api.md, "Records"). */
export function formatPercent(percent: number): string {
  return `${roundHalfAwayFromZero(percent, 2)}%`;
}

/** Parses `12.5%` or `12.5`; undefined for other text. */
export function parsePercent(text: string): number | undefined {
  const match = /^\s*(-?\d+(?:\.\d+)?)\s*(?:%\s*)?$/.exec(text);
  return match ? Number(match[1]) : undefined;
}

/** Units of an exact amount: it has at most 4 decimals (docs/api.md, "Records"). */
const SCALE = 10_000;
const CENT = SCALE / 100;
/** Elasticsearch stores no larger whole number. */
const LARGEST = 9e18;

/** An amount as two whole numbers of its sign: the whole part and the ten-thousandths. Sums of them are exact. */
interface AmountParts {
  readonly whole: number;
  readonly fraction: number;
}

/** Splits an amount into parts whose sums are exact. */
export function amountParts(amount: number): AmountParts {
  if (Math.abs(amount) > Number.MAX_SAFE_INTEGER) {
    return { whole: Math.max(-LARGEST, Math.min(LARGEST, amount)), fraction: 0 };
  }
  // Decimals of a large amount are in its text, not in its difference from the whole part.
  const decimals = Number(`0.${String(amount).split('.')[1] ?? ''}`);
  const steps = Math.round(roundHalfAwayFromZero(decimals, 4) * SCALE);
  const sign = Math.sign(amount);
  return { whole: Math.trunc(amount) + sign * Math.floor(steps / SCALE), fraction: sign * (steps % SCALE) };
}

/** An amount as one whole number of ten-thousandths. Sums below 9 × 10^11 are exact. */
export function tenThousandths(amount: number): number {
  const { whole, fraction } = amountParts(amount);
  return Math.max(-LARGEST, Math.min(LARGEST, whole * SCALE + fraction));
}

/** Returns the fields of a document that facets add up to its GMV in one money. */
export function gmvParts<Money extends 'gmv' | 'usd_gmv', Amount extends number | null>(amount: Amount, money: Money) {
  const { whole, fraction } = amount === null ? { whole: null, fraction: null } : amountParts(amount);
  return { [`${money}_whole`]: whole, [`${money}_fraction`]: fraction } as Readonly<
    Record<`${Money}_whole` | `${Money}_fraction`, number | Extract<Amount, null>>
  >;
}

/** Followers are below it, so that a day and its followers are one number, which grows with the day. */
const DAY_STEP = 2 ** 31;

/** The number of a day, of any year, and its followers as one number. */
export const dayFollowers = (day: number, followers: number): number => day * DAY_STEP + followers;

/** The followers in such a number. */
export const followersIn = (number: number): number => ((number % DAY_STEP) + DAY_STEP) % DAY_STEP;

/** A sum of whole numbers. @param row what was added up, by its key. @throws RangeError when it may have been rounded */
export function exactSum(sum: number, field: string, row: string): number {
  if (Number.isSafeInteger(sum)) return sum;
  throw new RangeError(`The sum of ${field} of ${row || 'what has no key'} is too large to be exact.`);
}

/** An exact amount, in ten-thousandths, from its parts or the sums of parts. @throws as `exactSum` does */
export const exactAmount = ({ whole, fraction }: AmountParts, field: string, row: string): bigint =>
  BigInt(exactSum(whole, field, row)) * BigInt(SCALE) + BigInt(exactSum(fraction, field, row));

/** An exact amount rounded to 2 decimals, half away from zero, from (sums of) its parts. @throws as `exactSum` does */
export function roundedAmount({ whole, fraction }: AmountParts, field: string, row: string): number {
  const amount = exactSum(whole, field, row) * SCALE + exactSum(fraction, field, row);
  if (!Number.isSafeInteger(amount)) return roundToCents(exactAmount({ whole, fraction }, field, row));
  const cents = Math.floor((Math.abs(amount) + CENT / 2) / CENT);
  return (amount < 0 && cents > 0 ? -cents : cents) / 100;
}

/** Divides by a positive number and rounds half away from zero. */
export const divideRounded = (dividend: bigint, divisor: bigint): bigint =>
  (2n * dividend + (dividend < 0n ? -divisor : divisor)) / (2n * divisor);

/** An amount of at most 2 decimals for one, or `times`, of a count, to 2 decimals; null when either is unknown or none. */
export function amountPer(amount: number | null, count: number | null, times = 1): number | null {
  if (amount === null || !count) return null;
  const cents = (Math.round(amount * 100) * times) / count;
  return (Math.sign(cents) * Math.round(Math.abs(cents))) / 100 || 0;
}

/** Rounds an exact amount, or its mean for a count, to 2 decimals, half away from zero. */
export function roundToCents(amount: bigint, count = 1): number {
  const cents = divideRounded(amount, BigInt(CENT) * BigInt(count));
  return cents === 0n ? 0 : Number(`${cents}e-2`);
}
