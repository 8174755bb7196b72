import { useExplorer } from '../components/app/context.js';
import type { PeriodsData } from '../model/periods.js';
import type { Asked } from './use-answer.js';
import { useAnswer } from './use-answer.js';

/** Which periods have boards, and with that how new the data is. */
export function usePeriods(): Asked<PeriodsData> {
  const { token } = useExplorer();
  return useAnswer<PeriodsData>({ path: '/creator/v1/rank/periods', body: {} }, token);
}
