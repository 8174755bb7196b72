import type { DatedPeriod } from '../common/period/period.js';
import type { FactKind } from '../common/record-kind.js';
import type { FactDays } from './fact-days.js';
import type { FactKey } from './fact-groups.js';
import type { SaleChannel } from './facts.record.js';
import type { SumOrder } from './first-groups.js';
import type { marketOf } from './sums.js';
import type { Sized } from '../freshness/data-cache.js';
import { RANKING_WINDOW } from '../search/compiler/clauses.js';
import type { QueryClause, Range, SortItem } from '../search/compiler/types.js';
import type { Subject } from '../subjects/subjects.js';

/** The rows of a list, their order and their filters: facts are read the same for a period and the one before. */
export interface ListQuery {
  /** Stands for all of it but the order and the ids. */
  readonly name: string;
  readonly subject: Subject;
  readonly facts: FactKind;
  /** The main figure, whose growth is shown. */
  readonly figure: string;
  /** The figure that orders the rows unless `orderby` is set. */
  readonly rankedBy: string;
  readonly period: DatedPeriod;
  /** The period that rows are compared with; undefined before year 0001. */
  readonly before: DatedPeriod | undefined;
  readonly key: FactKey;
  /** The filters of the facts that figures count. */
  readonly clauses: readonly QueryClause[];
  /** The filters that all facts of a row must fit. */
  readonly agreed: readonly QueryClause[];
  /** A row with a sale in the period that fits all of these, whatever the other filters, is left out; none without any. */
  readonly excluded: readonly QueryClause[];
  /** The fields of facts that `clauses` filter by. */
  readonly filtered: readonly string[];
  /** The filters of the records that have a row, by what facts lack. */
  readonly records: readonly QueryClause[];
  /** Rows need a sale of this channel. */
  readonly channel: SaleChannel | undefined;
  /** The figures that order the rows in turn; equal rows follow by id. */
  readonly order: readonly SortItem[];
  readonly ranges: readonly (readonly [figure: string, range: Range])[];
  readonly growth: Range | undefined;
  readonly isNew: boolean | undefined;
  /** Only these rows are asked for; undefined for all. The list has the others as well. */
  readonly ids: readonly string[] | undefined;
  /** The filters that narrow the list, by name. */
  readonly filters: readonly string[];
  /** Whether `hhi` is asked for, which the search that counts the rows then tells as well. */
  readonly concentration: boolean;
}

/** Orders by how rows changed: they have no previous place by them, but two places by the figure of the ranking. */
export const CHANGES = ['usd_gmv_change', 'growth_rate', 'rank_change'] as const;

export const isChange = (field: string): boolean => CHANGES.some((change) => change === field);

/** Whether rows are ordered by how much they changed, so that they have no place in the period before. */
export const isByChange = ({ order }: Pick<ListQuery, 'order'>): boolean => order.some(({ field }) => isChange(field));

/** The order of a ranking unless `orderby` is set. */
export const byFigure = ({ rankedBy }: Pick<ListQuery, 'rankedBy'>): SortItem[] => [{ field: rankedBy, order: 'desc' }];

/** The name under which something of a list is kept, whatever ids are asked for. */
export const listKey = (what: string, { name, order }: Pick<ListQuery, 'name' | 'order'>): string =>
  `${what} ${name} ${JSON.stringify(order)}`;

/** The rows of a ranking in their order, as ids and places: all of them, or those of its first pages. */
export interface RankedList extends Sized {
  readonly complete: boolean;
  readonly previous_complete: boolean;
  /** Whether the period before can be compared with, as far as it has rows. */
  readonly hasBefore: boolean;
  /** The number of all rows. */
  readonly total: number;
  /** The first rows. */
  readonly ids: readonly string[];
  /** The facts of each row; not known where the list is of one channel and its rows are of both. */
  readonly facts: Int32Array | undefined;
  /**
   * The places of rows in the period before, from 1: 0 where they were not there, Infinity for one beyond those that are
   * told. Undefined where only the whole list knows them. @param rows their places in this list, from 0
   */
  readonly placesBefore: (rows: readonly number[]) => Promise<readonly number[] | undefined>;
  /** The places of the first rows by the figure of the ranking; only where they are ordered by a change. */
  readonly ranksByFigure?: Int32Array | undefined;
  /** The sums of all rows, and the part that the ten largest have in them; only of sales. */
  readonly market: ReturnType<typeof marketOf> | undefined;
  /** How concentrated the amounts of all rows are on few of them, as `hhiOf`. */
  readonly hhi: () => Promise<number | null>;
}

/** What the days with facts say of the periods of a list. */
export type ListDays = Awaited<ReturnType<FactDays['completeness']>>;

/** Tells the places that are known. A kept list holds nothing else that it was made of. */
export const placesIn =
  (places: Int32Array): RankedList['placesBefore'] =>
  (rows) =>
    Promise.resolve(rows.map((at) => places[at] ?? 0));

/** How much of a list is read. */
export const BOUNDS = {
  /** Rows of the first pages: the paging window. */
  rows: RANKING_WINDOW,
  /** Groups that are read for them: some more, because the last ones may be shown as equal to others. */
  read: 1024,
  /** Places in the period before that are told. */
  places: 50_000,
  /** Groups of the period before that are read in turn until the rows of a page are among them. */
  depths: [8192, 65_000],
  /** Where both periods have at most as many facts the whole list is read sooner. */
  fewFacts: 30_000,
  /** Over several shards the whole list is read sooner where it has at most about as many rows. */
  fewOfShards: 65_000,
};

export const ID_BYTES = 40;

/** Stands for the first rows of a list that is read as a whole. */
export const NO_WINDOW: RankedList = {
  ...{ complete: false, previous_complete: false, hasBefore: false, total: 0, ids: [], facts: undefined },
  ...{ placesBefore: () => Promise.resolve(undefined), market: undefined, bytes: ID_BYTES },
  hhi: () => Promise.resolve(null),
};

/**
 * The sum in whose order Elasticsearch finds the first rows of a list; undefined where the whole list is read: what
 * orders or filters its rows is not one sum of the facts that have a filter’s values, or it has few rows anyway.
 */
export function sumOrder(query: ListQuery): SumOrder | undefined {
  const { facts, subject, figure, channel, order, agreed, excluded, records, ranges, growth, isNew } = query;
  const [by, ...others] = order;
  const isOfSums = facts === 'sales' && subject !== 'category' && others.length === 0;
  const isOfFacts = agreed.length + excluded.length === 0 && records.length === 0;
  const isOfAllRows = ranges.length === 0 && growth === undefined && isNew === undefined;
  if (by === undefined || !isOfSums || !isOfFacts || !isOfAllRows) return undefined;
  if (by.field === (channel === undefined ? figure : `${channel}_usd_gmv`)) return { ...by, field: 'usd_gmv' };
  return by.field === 'units_sold' && channel === undefined ? { ...by, field: 'units' } : undefined;
}
