import { currencyOf } from '../common/regions.js';
import { formatPercent, parsePercent } from '../common/numbers.js';
import { DecimalField, Fields, TextField } from '../fields/field.js';

/** A percentage as a number with its unit (docs/api.md, "Records"). */
export class RateInfo extends Fields({
  rate: DecimalField('Rate in percent: 10 means 10 %; null when unknown', { example: 12.5, unit: '%' }),
  unit: TextField('Unit of the rate, always a percent sign', { required: true, example: '%' }),
}) {}

/** An amount of money as a number with its currency (docs/api.md, "Records"). */
export class PriceInfo extends Fields({
  amount: DecimalField('Amount in `currency`; null when unknown', { example: 12.5 }),
  currency: TextField('Currency code (ISO 4217)', { example: 'USD' }),
}) {}

/** A percentage as text of at most two decimals; null when there is none. */
export const rateText = (rate: number | null): string | null => (rate === null ? null : formatPercent(rate));

/** The number in a percentage text such as `12.5%`; null when there is none. */
export const percentOf = (text: string | null): number | null => (text === null ? null : (parsePercent(text) ?? null));

export const toRateInfo = (rate: number | null): RateInfo => ({ rate, unit: '%' });

/** An amount in the currency of a region; both null without a region that has one. */
export function toPriceInfo(amount: number | null, region: string | null): PriceInfo {
  const currency = currencyOf(region);
  return { amount: currency === null ? null : amount, currency };
}
