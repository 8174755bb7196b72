import { shiftDay } from '../../../src/common/period/period.js';
import { daysOf, rangeText } from '../../model/period-days.js';
import type { Period } from '../../model/periods.js';
import { useExplorer } from '../app/context.js';
import { StateLink } from '../app/state-link.js';

const COLUMNS = [
  ...['rank', 'creator.region', 'creator_usd_gmv', 'usd_gmv_change', 'creator_usd_gmv_growth_rate_info.rate'],
  ...['follower_count', 'period_videos', 'period_plays', 'usd_gmv_per_1000_plays', 'usd_gmv_per_1000_viewers'],
];
const SMALL = '1000..100000';
const DAYS = 28;

/** Creators who convert, as links: small ones whose videos sell, and growing ones of four whole weeks. */
export function Presets({ periods }: { readonly periods: readonly Period[] }) {
  const { text, state } = useExplorer();
  const week = periods.find(({ date_type, complete }) => date_type === 'week' && complete);
  const to = week && daysOf(`week:${week.date_value}`)?.to;
  const presets = [
    ['presetSmall', 'usd_gmv_per_1000_plays', { follower_count_range: SMALL }],
    ['presetGrowing', 'growth_rate', to && { date_info: rangeText({ from: shiftDay(to, 1 - DAYS), to }) }],
  ] as const;
  return (
    <p class="toolbar">
      {presets.map(([name, orderby, own]) => {
        const filter: Record<string, string> = { ...state.filter, ...(own || {}) };
        return (
          <StateLink key={name} class="chip" to={{ ...state, page: 1, columns: COLUMNS, orderby, filter }}>
            {text(name)}
          </StateLink>
        );
      })}
    </p>
  );
}
