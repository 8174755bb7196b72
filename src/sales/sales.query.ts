import { stepFrom } from '../common/steps.js';
import { type DatedPeriod, periodFrom, type PeriodType, previousPeriod } from '../common/period/period.js';
import type { ConversionQuery } from '../figures/conversion.js';
import { inDays } from '../figures/fact-days.js';
import { type GroupedFacts, type GroupedField, ofChannel, rowsClause } from '../figures/fact-groups.js';
import type { PageRows } from '../figures/page-figures.js';
import { type Aggregations, AMOUNT_SUMS, USD_SUMS } from '../figures/sums.js';
import { isAnySet } from '../http/validation/broken-rule.js';
import { allOf, filterClauses, range, someOf, term, terms } from '../search/compiler/clauses.js';
import type { QueryClause } from '../search/compiler/types.js';
import type { Subject } from '../subjects/subjects.js';
import { type BreakdownFilter, SOLD_FILTERS } from './sale-filters.js';
import { type BreakdownDays, type BreakdownKey, BY_CHANGE, isPeriod } from './sales.definition.js';
import type { BreakdownSelection } from './sales.requests.js';
import { type BreakdownRow, type KeyReader, NO_KEY } from './sales.rows.js';

type AskedDays = Pick<BreakdownSelection, 'date_info' | 'from' | 'to' | 'compare' | 'compare_to' | 'orderby'>;

export function daysOf({ date_info, from, to, compare_to, orderby, compare }: AskedDays) {
  const isCompared = compare ?? (compare_to !== undefined || orderby.some(({ field }) => field === BY_CHANGE));
  const now: DatedPeriod = date_info ?? { type: 'range', value: `${from}~${to}` };
  const before = compare_to === undefined ? previousPeriod(now) : periodFrom(now.type, compare_to);
  return { now, before, isCompared } satisfies BreakdownDays;
}

const groupedFields = (keys: readonly BreakdownKey[]): GroupedField[] =>
  keys.map(({ field, takesMissing, isComposite }) => ({
    ...{ field, isComposite },
    missing: takesMissing ? NO_KEY : undefined,
  }));

/** Compiles a breakdown: the sales of its days, and those of the days that it compares them with. */
export function compileBreakdown(
  { filter }: Pick<BreakdownSelection, 'filter'>,
  days: BreakdownDays,
  keys: readonly BreakdownKey[],
  withGmv: boolean,
): { readonly now: GroupedFacts; readonly before: GroupedFacts | undefined } {
  const [first, ...others] = groupedFields(keys);
  const sales = (period: DatedPeriod | undefined, metrics: Aggregations): GroupedFacts => ({
    facts: 'sales',
    field: '',
    ...first,
    others,
    clauses: [inDays(period), ...factClauses(filter, keys)],
    metrics,
  });
  const ends = { first: { min: { field: 'date' } }, last: { max: { field: 'date' } } };
  return {
    now: sales(days.now, { ...USD_SUMS, ...ends, ...(withGmv && AMOUNT_SUMS.gmv) }),
    before: days.isCompared ? sales(days.before, USD_SUMS) : undefined,
  };
}

/** Matches the sales of a breakdown, of any day. */
export const factClauses = (filter: BreakdownFilter, keys: readonly BreakdownKey[]): QueryClause[] => [
  ...keys.flatMap(({ channel }) => ofChannel(channel)),
  ...filterClauses(SOLD_FILTERS, filter),
  ...contentClauses(filter),
];

/** Compiles the figures of rows that sales alone do not tell. */
export function compileOthers(
  { by, filter }: Pick<BreakdownSelection, 'by' | 'filter'>,
  { now: period }: BreakdownDays,
  keys: readonly BreakdownKey[],
  rows: readonly BreakdownRow[],
): ConversionQuery {
  const fields = Object.entries({ ...SOLD_FILTERS, video_id: 'content_id', room_id: 'content_id' });
  const filtered = fields.flatMap(([name, field]) => (isAnySet({ ...filter }, [name]) ? [field] : []));
  const ids = rows.flatMap((row) => row.keys[0] ?? []);
  const key = { field: keys[0]?.field ?? '', clauses: [] };
  return { subject: by as Subject, key, period, clauses: factClauses(filter, keys), filtered, ids };
}

/** Matches the sales of a row; undefined where steps of records are its keys. */
export function rowClause(keys: readonly BreakdownKey[], row: BreakdownRow): QueryClause | undefined {
  if (keys.some(({ figureOf }) => figureOf !== undefined)) return undefined;
  const parts = keys.map(({ by, field, steps }, at) => {
    const value = row.keys[at] ?? NO_KEY;
    if (isPeriod(by)) return inDays({ type: by, value });
    if (steps === undefined || value === NO_KEY) return rowsClause({ field, missing: NO_KEY }, [value]);
    const { min, max } = stepFrom(steps, Number(value));
    return range(field, { min: min ?? undefined, max: max ?? undefined });
  });
  return allOf(undefined, parts);
}

/** The channel of a fact distinguishes videos and live streams. A request that names both counts the facts of either. */
function contentClauses({ video_id, room_id }: Pick<BreakdownFilter, 'video_id' | 'room_id'>): QueryClause[] {
  const of = (channel: string, ids: readonly string[] | undefined): QueryClause[] =>
    ids === undefined ? [] : [allOf(undefined, [term('channel', channel), terms('content_id', ids)])];
  const either = [...of('video', video_id), ...of('live', room_id)];
  return either.length > 0 ? [someOf(...either)] : [];
}

/** The rows of a page, as figures of them are read: of steps from the sales of all rows. */
export function pageRowsOf(
  { filter }: Pick<BreakdownSelection, 'filter'>,
  { now }: BreakdownDays,
  keys: readonly BreakdownKey[],
  readers: readonly KeyReader[],
  rows: readonly BreakdownRow[],
): PageRows {
  const parts = rows.flatMap((row) => rowClause(keys, row) ?? []);
  const rowAt = new Map(rows.map((row, at) => [JSON.stringify(row.keys), at]));
  return {
    rows: rows.length,
    keys: groupedFields(keys),
    rowOf: (values) => rowAt.get(JSON.stringify(readers.map(({ read }, at) => read(values[at] ?? NO_KEY, 'now')))),
    clauses: [inDays(now), ...factClauses(filter, keys), ...(parts.length > 0 ? [someOf(...parts)] : [])],
    facts: rows.reduce((sum, { sales }) => sum + sales, 0),
  };
}

/** What the series of a breakdown are read from. */
export const seriesQuery = (
  type: PeriodType,
  { now, before, isCompared }: BreakdownDays,
  keys: readonly BreakdownKey[],
  { filter }: Pick<BreakdownSelection, 'filter'>,
) => ({ type, now, before: isCompared ? before : undefined, clauses: factClauses(filter, keys) });
