import { useExplorer } from '../components/app/context.js';
import type { Board, PeriodsData } from '../model/periods.js';
import type { Asked } from './use-answer.js';
import { useAnswer } from './use-answer.js';

/**
 * The periods that have rankings, and how new the data is; of both rankings of creators unless another is named.
 * @param kinds periods of months alone, or of all kinds
 */
export function usePeriods(board: Board | undefined, kinds: 'all' | 'month' | 'none' = 'all'): Asked<PeriodsData> {
  const { token } = useExplorer();
  const isOfCreators = board === undefined || board === 'topEcommerce' || board === 'topGrowth';
  const filter = { ...(!isOfCreators && { ranking: board }), ...(kinds === 'month' && { date_type: 'month' }) };
  return useAnswer<PeriodsData>(
    kinds === 'none' ? undefined : { path: '/creator/v1/rank/periods', body: { filter } },
    token,
  );
}
