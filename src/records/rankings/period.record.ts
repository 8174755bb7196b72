import type { PeriodDocument, Ranking } from '../../documents/board.document.js';
import { RANKINGS, rowsListed } from '../../documents/board.document.js';
import type { PeriodType } from '../../period/period.js';
import { PERIOD_TYPES } from '../../period/period.js';
import { TextField, WholeField, YesNoField } from '../fields/field.js';

/** A period for which a ranking has data (docs/api.md, "Ranking periods"). */
export class PeriodRecord {
  @TextField('Ranking', { required: true, oneOf: RANKINGS })
  ranking: Ranking;

  @TextField('Kind of period', { required: true, oneOf: PERIOD_TYPES })
  date_type: PeriodType;

  @TextField('Period as `date_info.value` takes it', { required: true, example: '2026-26' })
  date_value: string;

  @WholeField('Creators on the board; of rankings of products, shops and categories, those whose sales it counts', {
    required: true,
  })
  creators: number;

  @WholeField('Rows of the board: creators, products, shops or categories', { required: true })
  rows: number;

  @YesNoField(
    'Whether the facts of the ranking (sales, or creator-days for growth) reach from the period’s first day or before to its last day or after',
  )
  complete: boolean;
}

/** A catalogue entry as it leaves, of one of the rankings that are read from its board. */
export function toPeriodRecord(ranking: Ranking, entry: PeriodDocument): PeriodRecord {
  const { date_type, date_value, creators, complete } = entry;
  return { ranking, date_type, date_value, creators, rows: rowsListed(ranking, entry), complete };
}
