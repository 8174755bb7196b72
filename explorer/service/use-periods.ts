import { useExplorer } from '../components/app/context.js';
import type { Board, PeriodsData } from '../model/periods.js';
import type { Asked } from './use-answer.js';
import { useAnswer } from './use-answer.js';

/** The periods that have boards, and with that how new the data is; of both boards of creators unless another is named. */
export function usePeriods(board: Board | undefined): Asked<PeriodsData> {
  const { token } = useExplorer();
  const isOfCreators = board === undefined || board === 'topEcommerce' || board === 'topGrowth';
  const body = isOfCreators ? {} : { filter: { ranking: board } };
  return useAnswer<PeriodsData>({ path: '/creator/v1/rank/periods', body }, token);
}
