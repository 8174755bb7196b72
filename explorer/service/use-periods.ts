import { useExplorer } from '../components/app/context.js';
import type { Board, Period, PeriodsData } from '../model/periods.js';
import { type Asked, useAnswer } from './use-answer.js';

/**
 * The periods that have rankings, and how new the data is; of both rankings of creators unless another is named.
 * @param kinds periods of one kind, or of all
 */
export function usePeriods(
  board: Board | undefined,
  kinds: Period['date_type'] | 'all' | 'none' = 'all',
): Asked<PeriodsData> {
  const { token } = useExplorer();
  const isOfCreators = board === undefined || board === 'topEcommerce' || board === 'topGrowth';
  const filter = { ...(!isOfCreators && { ranking: board }), ...(kinds !== 'all' && { date_type: kinds }) };
  return useAnswer<PeriodsData>(
    kinds === 'none' ? undefined : { path: '/creator/v1/rank/periods', body: { filter } },
    token,
  );
}
