import { useMemo, useRef } from 'preact/hooks';
import type { FacetsData, TopEcommerceData, VideoSearchData } from '../../../clients/typescript/src/schema.js';
import type { State } from '../../model/address.js';
import { recordColumns, requestedFields } from '../../model/columns.js';
import { facetBodies, fieldsOf, facetsPath, type FormField, formFields, listBody, takes } from '../../model/forms.js';
import { recordSchema } from '../../model/open-api.js';
import { type Coverage, endOfData, lastDays, newestPeriod, type PeriodsData, seriesOf } from '../../model/periods.js';
import { datesOf, isRule } from '../../model/rules.js';
import type { View } from '../../model/views.js';
import { useAnswer, useAnswers } from '../../service/use-answer.js';
import { usePeriods } from '../../service/use-catalogue.js';
import { useExplorer, useSettled } from '../app/context.js';

/** The data of a search or a ranking. */
export interface ListData
  extends
    Coverage,
    Partial<Pick<TopEcommerceData, 'sum' | 'sum_series' | 'top10_share' | 'total'>>,
    Partial<Pick<VideoSearchData, 'match' | 'also' | 'read_as'>> {
  readonly list: readonly unknown[];
  readonly has_more?: number;
}

/** Reads the form of a view from the OpenAPI document, adds required filters to the state, and sends the request. */
export function useList(view: View) {
  const { state, document: openApi } = useExplorer();
  const { measure } = state;
  const counting = facetsPath(view.path);
  const form = useMemo(
    () => ({
      fields: withoutTwins(formFields(openApi, view.path)),
      keywords: takes(openApi, view.path, 'keywords'),
      lang: takes(openApi, view.path, 'lang'),
    }),
    [openApi, view.path],
  );
  const { columns, sortable, counted } = useMemo(() => {
    const names = fieldsOf(openApi, counting, 'facets');
    return {
      columns: recordColumns(openApi, view.path),
      sortable: ordersOf(view, fieldsOf(openApi, view.path, 'orderby')),
      counted: form.fields.filter(
        ({ name, deprecated }) => names.includes(name) && (!deprecated || view.charts.includes(name)),
      ),
    };
  }, [openApi, view.path]);
  const periods = usePeriods(view.ranking, view.ranking === undefined ? 'month' : 'all');
  const isRuled = Object.values(state.filter).some(isRule);
  const isMissing = form.fields.some(({ name, required }) => required && state.filter[name] === undefined);
  const isKnown = (!isMissing && !isRuled) || periods.success !== undefined || periods.problem !== undefined;
  const whole = isKnown ? withRequired(state, view, form.fields, periods.success?.data, today()) : undefined;
  useSettled(whole);
  const record = recordSchema(openApi, view.path);
  const { fields } = view.ranking === undefined ? {} : requestedFields(record, state.columns);
  const curves = view.newest === 'sales' && seriesOf(whole?.filter.date_info);
  const requested = fields && { fields: [...fields, ...(curves ? Object.keys(curves) : [])] };
  const request = whole && { path: view.path, body: { ...listBody(form, whole), ...curves, ...requested } };
  const answer = useAnswer<ListData>(request);
  const isCounted = whole !== undefined && answer.success !== undefined;
  const facetForm = { ...form, lang: takes(openApi, counting, 'lang') };
  const more = measure !== undefined && takes(openApi, counting, 'measure') && { measure };
  const axes = state.by?.flatMap((path) => columns.find((own) => own.path === path) ?? []) ?? [];
  const isCrossed = axes.length === 0 && takes(openApi, counting, 'cross');
  const cross = state.by !== undefined && isCrossed && { cross: state.by };
  const bodies = isCounted ? facetBodies(facetForm, whole, counted) : [];
  const counts = useAnswers<FacetsData>(
    bodies.map((body, at) => ({ path: counting, body: { ...body, ...more, ...(at === 0 && cross) } })),
    false,
  );
  const measured = useRef(measure);
  if (!counts.loading) measured.current = measure;
  const facets = useMemo(() => counts.success?.data.flatMap((own) => own.facets) ?? [], [counts.success]);
  return {
    fields: form.fields,
    // On a ranking a name leads to its row.
    takesKeywords: form.keywords && view.ranking === undefined,
    sortable,
    columns,
    periods,
    request,
    answer,
    counts,
    /** Whether the first counts are still to come. */
    isCounting: bodies.length > 0 && counts.success === undefined && counts.problem === undefined,
    facets,
    /** The measure of these counts: that of the address once they have come. */
    measured: measured.current,
    cross: counts.success?.data[0]?.cross,
    /** The columns that the address names for the axes of points. */
    axes,
  };
}

/** A filter or order by an amount in local currencies gives way to the same in USD, a channel's number to its name. */
const hasTwin = (name: string, names: readonly string[]): boolean =>
  !name.includes('usd_') &&
  [name.replace('gmv', 'usd_gmv'), name.replace('price', 'usd_price'), name.replace('ecommerce_type', 'channel')].some(
    (twin) => twin !== name && names.includes(twin),
  );

/** The fields without those that have a better twin: they still hold what an address says. */
function withoutTwins(fields: readonly FormField[]): FormField[] {
  const names = fields.map(({ name }) => name);
  return fields.map((field) => (hasTwin(field.name, names) ? { ...field, deprecated: true } : field));
}

/** The orders to choose from: figures of one channel follow from the filter of a ranking, and one order is no choice. */
function ordersOf({ ranking }: View, fields: readonly string[]): readonly string[] {
  if (ranking === undefined) return fields.filter((field) => !hasTwin(field, fields));
  const free = fields.filter((field) => !/^(?:video|live)_usd_gmv$/.test(field));
  return free.length > 1 ? free : [];
}

/** The end of this day in UTC, Unix seconds. */
const today = (): number => Math.ceil(Date.now() / 86_400_000) * 86_400 - 1;

/** How many filters a user has set beside those that are required. */
export const countFilters = (fields: readonly FormField[], { filter }: State): number =>
  Object.keys(filter).filter((name) => fields.find((field) => field.name === name)?.required !== true).length;

const FIRST_DAYS = 30;

/**
 * The state with what its operation requires: a ranking's newest whole month, the last thirty days of the data.
 * @param periods undefined where they could not be read; times then end today
 * @param now Unix seconds
 */
export function withRequired(
  state: State,
  view: View,
  fields: readonly FormField[],
  periods: PeriodsData | undefined,
  now: number,
): State {
  const filter = { ...state.filter };
  const end = periods && endOfData(periods, view.newest);
  for (const { name, kind, required } of fields) {
    const rule = isRule(filter[name]) ? (filter[name] ?? '') : undefined;
    const dates = rule && periods && datesOf(rule, { periods, ranking: view.ranking, end });
    if (dates !== undefined && dates !== '') filter[name] = dates;
    if (rule !== undefined || !required || filter[name] !== undefined) continue;
    const text =
      kind === 'times'
        ? lastDays(end ?? now, FIRST_DAYS)
        : kind === 'period' && periods !== undefined && view.ranking !== undefined
          ? newestPeriod(periods, view.ranking)
          : undefined;
    if (text !== undefined) filter[name] = text;
  }
  return { ...state, filter };
}
