import type { Lang } from '../../model/address.js';
import type { ChartSpec } from '../../model/charts.js';
import { formatNumber, formatShort, formatShortUsd, formatUsd } from '../../model/format.js';

/** How a chart writes the figures of a field. */
export const chartFormat = (path: string, lang: Lang): Pick<ChartSpec, 'format' | 'short'> =>
  /gmv/.test(path)
    ? { format: (value) => formatUsd(value, lang), short: (value) => formatShortUsd(value, lang) }
    : { format: (value) => formatNumber(value, lang), short: (value) => formatShort(value, lang) };
