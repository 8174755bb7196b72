import type { Lang, State } from './address.js';
import type { Column } from './columns.js';
import { formatNumber, formatPrice, formatShort, formatShortUsd, formatUsd, formatValue } from './format.js';

/** How figures are written: in full, and as an axis has room for them. */
interface Written {
  readonly format: (value: number) => string;
  readonly short: (value: number) => string;
}

/** A row of figures of one name; null where nobody knows. */
export interface Series extends Partial<Written> {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Whether it is of the periods compared with: beside the others, never on top of them. */
  readonly isBefore?: boolean;
}

/** The data of a chart and of its table. */
export interface ChartSpec extends Written {
  readonly title: string;
  /** `bar` lies, `column` stands; both are stacked where there are several series. `points` have their own x and y. */
  readonly kind: 'bar' | 'column' | 'line' | 'points';
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** Whether the data or the filter ends within the period of a label; none unless set. */
  readonly partial?: readonly boolean[];
  /** Where a bar or point leads to, by its index. */
  readonly to?: (at: number) => State;
}

/** How a chart writes the figures of a field. */
export const chartFormat = (path: string, lang: Lang): Written =>
  /gmv|usd_/.test(path)
    ? { format: (value) => formatUsd(value, lang), short: (value) => formatShortUsd(value, lang) }
    : { format: (value) => formatNumber(value, lang), short: (value) => formatShort(value, lang) };

/** How a chart writes the figures of a column. */
export const columnFormat = ({ path, kind }: Column, lang: Lang): Written => ({
  format: (value) =>
    /(?:price|plays|viewers)$/.test(path) ? formatPrice(value, 'US', lang) : formatValue({ kind }, value, 'US', lang),
  short: (value) => (kind === 'usd' || kind === 'change' ? formatShortUsd : formatShort)(value, lang),
});
