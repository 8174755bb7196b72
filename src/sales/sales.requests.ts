import type { Type } from '@nestjs/common';
import { LIST_FIGURES, PREVIOUS_DAYS } from '../figures/figures.record.js';
import { AnswerEnvelope } from '../http/answer/answer.dto.js';
import { CONCENTRATION, ExportableRequest, PagedRequest } from '../records/record-requests.js';
import { Check, isAnySet, Rule } from '../http/validation/broken-rule.js';
import { ChoiceField, FlagFilterField, itemFields, LangField, OrderbyField } from '../http/validation/fields.js';
import { ComparedField, DateInfoField, DayField, SeriesField, SpanEndField } from '../http/validation/period.field.js';
import { brokenListRules, NestedField, Read, RequestField, schemaCheck } from '../http/validation/request-field.js';
import { RANKING_WINDOW } from '../search/compiler/clauses.js';
import type { SortItem } from '../search/compiler/types.js';
import { BreakdownRecord, SalesSum } from './breakdown.record.js';
import { Fields, ListField, ObjectField, SOMETIMES, TextField, WholeField, YesNoField } from '../fields/field.js';
import { either } from '../common/errors/error-texts.js';
import type { DatedPeriod, PeriodType } from '../common/period/period.js';
import type { Lang } from '../common/lang.js';
import {
  BREAKDOWN_NAMES,
  BREAKDOWN_SORTS,
  type BreakdownBy,
  type BreakdownBys,
  type BreakdownSort,
  BY_CHANGE,
  ID_FILTERS,
  isPeriod,
  keysOf,
  keysWith,
  MOST_BREAKDOWN_DAYS,
  OTHER_FIGURES,
  LONG_BREAKDOWNS,
  SHORT_BREAKDOWNS,
} from './sales.definition.js';
import { BreakdownFilter } from './sale-filters.js';

const KEY = { type: 'string', enum: BREAKDOWN_NAMES };
const MOST_KEYS = 2;

/** One key, or a list of two of which one may be a period. */
const KeysField = () =>
  RequestField(
    {
      schema: {
        oneOf: [KEY, { type: 'array', items: KEY, minItems: 1, maxItems: MOST_KEYS, uniqueItems: true }],
        description: `What each row is about, or two of them, of which one may be a day, week or month.`,
        example: 'creator',
      },
      required: true,
    },
    Check<unknown>('keys', (given) =>
      Array.isArray(given) ? brokenListRules(given, MOST_KEYS, schemaCheck(KEY), 'key') : schemaCheck(KEY)(given),
    ),
    Rule<unknown>('one_of', (given) => {
      const [one, other] = [given].flat() as BreakdownBy[];
      const valid = BREAKDOWN_NAMES.filter((name) => name !== one && !(one && isPeriod(one) && isPeriod(name)));
      return other === undefined || !BREAKDOWN_NAMES.includes(other) || valid.includes(other)
        ? undefined
        : { rule: 'one_of', at: '[1]', given: other, valid };
    }),
    Read((given) => (Array.isArray(given) && given.length === 1 ? (given as unknown[])[0] : given)),
  );

/** A day that is required where no period is named. */
const UnlessPeriod = (example: string) =>
  Rule<unknown, { readonly date_info?: unknown }>(
    'required',
    (day, { date_info }) =>
      (day ?? date_info ?? undefined) === undefined ? { rule: 'required', detail: JSON.stringify(example) } : undefined,
    { others: ['date_info'], takesAbsent: true },
  );

/** The sales of a breakdown, the key and the order of its rows. */
export class BreakdownSelection {
  @Rule<unknown, BreakdownSelection>(
    'by_alone',
    (by, { orderby, filter }) => {
      const isNamed = (name: string) => itemFields(orderby).some(({ given }) => given === name);
      const figure = OTHER_FIGURES.find((name) => isNamed(name) || isAnySet({ ...filter }, [`${name}_range`]));
      const valid = figure === undefined ? [] : keysWith(figure);
      if (valid.length === 0 || valid.some((key) => key === [by].flat().join())) return undefined;
      return { rule: 'by_alone', valid, detail: figure ?? '' };
    },
    { others: ['orderby', 'filter'] },
  )
  @KeysField()
  by: BreakdownBys;

  @Rule<number, BreakdownSelection>(
    'one_of',
    (level, { by }) =>
      !keysOf(by).includes('category') && [2, 3].includes(level) ? { rule: 'one_of', valid: [1] } : undefined,
    { others: ['by'], isAdjacent: true },
  )
  @ChoiceField(
    [1, 2, 3],
    'Level of the rows by category, 1 when not set; below it the products’ as loaded now, under the level 1 of the sales.',
  )
  level?: number;

  @Rule<BreakdownFilter, BreakdownSelection>(
    'needs_an_id',
    (filter, { by }) =>
      typeof filter !== 'object' ||
      isAnySet({ ...filter }, ID_FILTERS) ||
      keysOf(by).every((one) => SHORT_BREAKDOWNS.includes(one))
        ? undefined
        : { rule: 'needs_an_id', detail: ID_FILTERS.join(', ') },
    { others: ['by', ...ID_FILTERS.map((name) => `filter.${name}`)], isAdjacent: true },
  )
  @NestedField(
    () => BreakdownFilter,
    `Filter; by ${LONG_BREAKDOWNS.join(', ')} at least one of ${ID_FILTERS.join(', ')} is required.`,
    { required: true },
  )
  filter: BreakdownFilter;

  @Rule<unknown>(
    'alone',
    (_, { from, to }) =>
      (from ?? to ?? undefined) === undefined ? undefined : { rule: 'alone', detail: either('from', 'to') },
    { others: ['from', 'to'], isAdjacent: true },
  )
  @DateInfoField('The days as a period, in place of from and to; compare is then with the period before.', false)
  date_info?: DatedPeriod;

  @UnlessPeriod('2026-06-01')
  @DayField('First day, of the markets’ own calendars; required without date_info.', '2026-06-01')
  from?: string;

  @UnlessPeriod('2026-06-30')
  @SpanEndField(MOST_BREAKDOWN_DAYS)
  @DayField(`Last day, included; at most ${MOST_BREAKDOWN_DAYS} days in all. Required without date_info.`, '2026-06-30')
  to?: string;

  @Rule<unknown>(
    'one_of',
    (compare, { compare_to, orderby }) =>
      (compare === false || compare === 0) &&
      ((compare_to ?? undefined) !== undefined || itemFields(orderby).some(({ given }) => given === BY_CHANGE))
        ? { rule: 'one_of', valid: [true, 1] }
        : undefined,
    { others: ['compare_to', 'orderby'], isAdjacent: true },
  )
  @FlagFilterField(
    'Whether each row, and the sum, has the figures of the period before as well, of from and to those of as many days before. Keys that had sales only then are listed too.',
  )
  compare?: boolean;

  @ComparedField(
    'date_info.type',
    `As compare, with these days in place of those before: YYYY-MM-DD~YYYY-MM-DD, at most ${MOST_BREAKDOWN_DAYS}, or a period of the kind of date_info.`,
    MOST_BREAKDOWN_DAYS,
  )
  compare_to?: string;

  @SeriesField()
  series?: PeriodType;

  @OrderbyField(
    BREAKDOWN_SORTS,
    'usd_gmv when not set, by day, week or month the keys, oldest first; usd_gmv_change compares; equal figures by the keys.',
  )
  orderby: SortItem<BreakdownSort>[];

  @LangField()
  lang: Lang;
}

/** Body of a breakdown of sales (docs/api.md, "Sales by what they are of"). */
export class BreakdownRequest extends PagedRequest(
  Fields(CONCENTRATION, BreakdownSelection) as Type<BreakdownSelection & { concentration?: boolean }>,
  RANKING_WINDOW,
  BreakdownRecord,
) {}

export class BreakdownExportRequest extends ExportableRequest(BreakdownSelection, BreakdownRecord) {}

export class BreakdownData extends Fields({
  total: WholeField('Rows of the whole list, exact', { required: true }),
  total_now: WholeField('With compare: those of them with sales in the days asked for', SOMETIMES),
  sum: ObjectField(() => SalesSum, 'Sums of the facts that the rows are made of: by video only those of videos'),
  ...LIST_FIGURES,
  complete: YesNoField('Whether facts reach from the first day or before to the last day or after'),
  from: TextField('First day', { required: true, format: 'date', example: '2026-06-01' }),
  to: TextField('Last day, included', { required: true, format: 'date', example: '2026-06-30' }),
  ...PREVIOUS_DAYS,
  previous_complete: YesNoField('The same of the days that compare, or compare_to, compares with'),
  list: ListField(() => BreakdownRecord, 'The rows of the page'),
}) {}

export class BreakdownResponse extends AnswerEnvelope(BreakdownData, 'Total, sums and page') {}
