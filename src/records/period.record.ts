import type { PeriodDocument, Ranking } from '../documents/board.document.js';
import { RANKINGS } from '../documents/board.document.js';
import type { PeriodType } from '../period/period.js';
import { PERIOD_TYPES } from '../period/period.js';
import { TextField, WholeField, YesNoField } from './fields/field.js';

/** A period for which a ranking has data (docs/api.md, "Ranking periods"). */
export class PeriodRecord {
  @TextField('Ranking', { required: true, oneOf: RANKINGS })
  ranking: Ranking;

  @TextField('Kind of period', { required: true, oneOf: PERIOD_TYPES })
  date_type: PeriodType;

  @TextField('Period as `date_info.value` takes it', { required: true, example: '2026-26' })
  date_value: string;

  @WholeField('Creators on the board', { required: true })
  creators: number;

  @YesNoField(
    'Whether the facts of the ranking (sales, or creator-days for growth) reach from the period’s first day or before to its last day or after',
  )
  complete: boolean;
}

/** A catalogue entry as it leaves. */
export function toPeriodRecord({ ranking, date_type, date_value, creators, complete }: PeriodDocument): PeriodRecord {
  return { ranking, date_type, date_value, creators, complete };
}
