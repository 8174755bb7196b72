import { TextField, WholeField } from '../../records/fields/field.js';
import type { PeriodType } from '../../period/period.js';
import { PERIOD_TYPES } from '../../period/period.js';

/** The fields of both rankings next to their list (docs/api.md, "Records"). */
export abstract class RankingData {
  @WholeField('Creators that match, exact', { required: true })
  total: number;

  @TextField('Kind of the period asked for', { required: true, oneOf: PERIOD_TYPES })
  date_type: PeriodType;

  @TextField('The period asked for: YYYY-MM-DD, YYYY-WW or YYYY-MM', { required: true, example: '2026-26' })
  date_value: string;
}
