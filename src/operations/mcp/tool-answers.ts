import { fieldChooser } from '../../records/fields/field-paths.js';
import type { FieldChoice, Paging } from '../../query/request.js';
import type { FacetsData } from '../facets/facets.dto.js';
import type { PeriodsData } from '../rankings/periods/periods.dto.js';
import type { SuggestData } from '../suggest/suggest.dto.js';
import type { NewestMoments } from '../../search/state/newest-data.js';
import type { ShortAnswer } from './tool.js';

type RecordClass = new () => object;

/** A page of records: with a total, or with whether there are more. */
export interface PageData {
  readonly list: readonly object[];
  readonly total?: number;
  readonly has_more?: number;
}

/** Reduces the records of a page to the fields at these paths, unless the request has chosen fields itself. */
export function pageAnswer(record: RecordClass, fields: readonly string[]) {
  const choose = fieldChooser(record, fields);
  return (
    { list, ...counts }: PageData,
    { page, pagesize, fields = [] }: Paging & Partial<FieldChoice>,
  ): ShortAnswer => ({
    ...counts,
    page,
    list: fields.length > 0 ? list : list.map(choose),
    completeness: partOf({ list, ...counts }, page, pagesize),
  });
}

function partOf({ list, total, has_more }: PageData, page: number, pagesize: number): string {
  if (total === 0) return 'Nothing matches.';
  const of = total === undefined ? '' : ` of ${total}`;
  if (list.length === 0) return `Page ${page} is empty${total === undefined ? '' : `: there are ${total} records`}.`;
  const first = (page - 1) * pagesize + 1;
  const last = first + list.length - 1;
  const isMore = total === undefined ? has_more === 1 : last < total;
  const next = isMore ? ` There are more: ask for page ${page + 1}.` : ' There are no more.';
  return `Records ${first} to ${last}${of}.${next}`;
}

/** The periods of a ranking. */
export type KnownPeriods = Pick<PeriodsData, 'list'>;

/** States whether the period has a ranking and whether it is complete. */
export function periodAnswer({ list }: KnownPeriods, value: string): string {
  const period = list.find(({ date_value }) => date_value === value);
  if (period?.complete === true) return 'The period is complete.';
  if (period !== undefined) return 'The period is not complete: the data does not reach from its start to its end.';
  const [newest] = list;
  const hint = newest === undefined ? 'there is none of this kind' : `the newest is ${newest.date_value}`;
  return `There is no ranking of ${value}; ${hint}.`;
}

/** Reduces the periods of a history to the fields at these paths, with a sentence on incomplete ones. */
export function historyAnswer(record: RecordClass, fields: readonly string[]) {
  const choose = fieldChooser(record, fields);
  return (
    { list }: { readonly list: readonly { readonly date_value: string }[] },
    known: KnownPeriods,
  ): ShortAnswer => {
    const complete = new Set(known.list.flatMap(({ complete, date_value }) => (complete ? [date_value] : [])));
    const partial = list.flatMap(({ date_value }) => (complete.has(date_value) ? [] : [date_value]));
    const all = 'All periods asked for, oldest first';
    return {
      list: list.map(choose),
      completeness: partial.length === 0 ? `${all}, each complete.` : `${all}; not complete: ${partial.join(', ')}.`,
    };
  };
}

/** Counts of facets, which are exact. */
export const facetsAnswer = (data: FacetsData): ShortAnswer => ({
  ...data,
  completeness: 'Counts are exact. other_count counts the records of values that are not listed; size lists more.',
});

/** Suggested ids. */
export const suggestAnswer = ({ list }: SuggestData): ShortAnswer => ({
  list,
  completeness:
    'At most 10, the best known first; more letters find others. filter holds the ids as filters take them.',
});

const LABELS: Readonly<Record<keyof NewestMoments, string>> = {
  videos: 'newest video',
  products: 'newest product',
  lives: 'newest live stream',
  sales: 'sales until',
  creator_days: 'follower counts until',
};

/** States how new the data of these kinds is; undefined without a kind. */
export function freshnessOf(
  kinds: readonly (keyof NewestMoments)[],
  newest: NewestMoments | null,
  ageSeconds: number | undefined,
): string | undefined {
  if (kinds.length === 0) return undefined;
  const moments = kinds
    .map((kind) => `${LABELS[kind]} ${newest === null ? 'unknown' : shown(newest[kind])}`)
    .join(', ');
  const age = ageSeconds === undefined ? '' : ` The answer is from memory, last confirmed ${ageSeconds} s ago.`;
  return `Data: ${moments}.${age}`;
}

function shown(moment: number | string | null): string {
  if (moment === null) return 'none';
  if (typeof moment === 'string') return moment;
  return `${new Date(moment * 1000).toISOString().replace('.000', '')} (${moment})`;
}
