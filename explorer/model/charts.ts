import type { Lang } from './address.js';
import { formatNumber, formatShort, formatShortUsd, formatUsd } from './format.js';

/** A row of figures of one name; null where nobody knows. */
export interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Whether it is of the periods compared with: beside the others, never on top of them. */
  readonly isBefore?: boolean;
}

/** The data of a chart and of its table. */
export interface ChartSpec {
  readonly title: string;
  /** `bar` lies, `column` stands; both are stacked where there are several series. */
  readonly kind: 'bar' | 'column' | 'line';
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** Whether the data or the filter ends within the period of a label; none unless set. */
  readonly partial?: readonly boolean[];
  /** A figure in full, and as an axis has room for it. */
  readonly format: (value: number) => string;
  readonly short: (value: number) => string;
  /** Called with the index of the clicked bar or point. */
  readonly onPick?: (at: number) => void;
}

/** How a chart writes the figures of a field. */
export const chartFormat = (path: string, lang: Lang): Pick<ChartSpec, 'format' | 'short'> =>
  /gmv|usd_/.test(path)
    ? { format: (value) => formatUsd(value, lang), short: (value) => formatShortUsd(value, lang) }
    : { format: (value) => formatNumber(value, lang), short: (value) => formatShort(value, lang) };
