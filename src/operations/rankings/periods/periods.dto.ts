import type { Ranking } from '../../../documents/board.document.js';
import { RANKINGS } from '../../../documents/board.document.js';
import { ChoiceField } from '../../../http/validation/fields.js';
import { NestedField } from '../../../http/validation/request-field.js';
import type { PeriodType } from '../../../period/period.js';
import { PERIOD_TYPES } from '../../../period/period.js';

/** Filter of the list of periods (docs/api.md, "Ranking periods"). */
export class PeriodsFilter {
  @ChoiceField(RANKINGS, 'The periods of one ranking.')
  ranking?: Ranking;

  @ChoiceField(PERIOD_TYPES, 'The periods of one kind.')
  date_type?: PeriodType;
}

/** Body of the list of periods. */
export class PeriodsRequest {
  @NestedField(() => PeriodsFilter, 'Filter; both its fields are optional.')
  filter: PeriodsFilter;
}
