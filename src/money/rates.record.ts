import { Fields, TextField } from '../fields/field.js';
import { divideRounded } from '../common/numbers.js';
import { CURRENCIES } from '../common/regions.js';

/** What one unit of a currency is worth from a day on, until the day of its next rate. */
export class RateLoad extends Fields({
  date: TextField('The day, YYYY-MM-DD', { required: true, example: '2026-06-30', rule: 'day' }),
  currency: TextField('Currency code (ISO 4217)', { required: true, oneOf: CURRENCIES }),
  usd: TextField('USD for one unit of the currency, also of USD', { required: true, example: '1.27', rule: 'rate' }),
}) {}

const RATE_DECIMALS = 10;

/** A number as it is written: digits, and how many of them are decimals. */
function decimalOf(written: string): { readonly digits: bigint; readonly decimals: number } {
  const [number = '', exponent = '0'] = written.split('e');
  const [whole = '', fraction = ''] = number.split('.');
  return { digits: BigInt(whole + fraction), decimals: fraction.length - Number(exponent) };
}

/** The product of a number and 10^exponent, rounded half away from zero. */
const shiftDigits = (number: bigint, exponent: number): bigint =>
  exponent < 0 ? divideRounded(number, 10n ** BigInt(-exponent)) : number * 10n ** BigInt(exponent);

/** Converts amounts to USD at loaded rates, exactly. */
export class Rates {
  /** Of each currency the rates in units of their last decimal, newest first. */
  private readonly byCurrency = new Map<string, { readonly date: string; readonly units: bigint }[]>();

  constructor(rates: readonly RateLoad[] = []) {
    for (const { date, currency, usd } of [...rates].sort((one, other) => (one.date < other.date ? 1 : -1))) {
      const { digits, decimals } = decimalOf(usd);
      const known = this.byCurrency.get(currency) ?? [];
      this.byCurrency.set(currency, known);
      known.push({ date, units: shiftDigits(digits, RATE_DECIMALS - decimals) });
    }
  }

  /** The currencies whose newest rates are not those of `before`. */
  changedSince(before: Rates): string[] {
    return CURRENCIES.filter((currency) => this.rateOf(currency) !== before.rateOf(currency));
  }

  /**
   * Rounds half away from zero, to 2 decimals in records and 4 in facts; null without an amount or a rate. The rate is
   * that of the day or the newest before it.
   */
  toUsd(amount: number | null, currency: string | null, decimals = 2, day?: string): number | null {
    const rate = currency === null ? undefined : this.rateOf(currency, day);
    if (amount === null || rate === undefined) return null;
    const own = decimalOf(String(amount));
    const rounded = shiftDigits(own.digits * rate, decimals - own.decimals - RATE_DECIMALS);
    return rounded === 0n ? 0 : Number(`${rounded}e-${decimals}`);
  }

  /** The amount in USD that a record is loaded with, or else its amount at the newest rate. */
  keepUsd(stored: number | null | undefined, amount: number | null, currency: string | null): number | null {
    return stored === undefined ? this.toUsd(amount, currency) : stored;
  }

  private rateOf(currency: string, day?: string): bigint | undefined {
    return this.byCurrency.get(currency)?.find(({ date }) => day === undefined || date <= day)?.units;
  }
}
