import type { RankingSum } from '../figures/sold.record.js';
import type { SumOrder } from '../figures/first-groups.js';
import type { Sized } from '../freshness/page-cache.js';
import type { RankingQuery } from './rankings.query.js';

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
  readonly market: { readonly sum: RankingSum; readonly top10_share: number | null } | undefined;
}

/** How much of a list is read. */
export const BOUNDS = {
  /** Rows of the first pages: the paging window. */
  rows: 1000,
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
};

/**
 * The sum in whose order Elasticsearch finds the first rows of a list; undefined where the whole list is read: what
 * orders or filters its rows is not one sum of the facts that have a filter’s values, or it has few rows anyway.
 */
export function sumOrder(query: RankingQuery): SumOrder | undefined {
  const { plan, channel, order, agreed, products, ranges, growth, isNew } = query;
  const [by, ...others] = order;
  const isOfSums = plan.facts === 'sales' && plan.subject !== 'category' && others.length === 0;
  const isOfFacts = agreed.length === 0 && products === undefined;
  const isOfAllRows = ranges.length === 0 && growth === undefined && isNew === undefined;
  if (by === undefined || !isOfSums || !isOfFacts || !isOfAllRows) return undefined;
  if (by.field === (channel === undefined ? plan.figure : `${channel}_usd_gmv`)) return { ...by, field: 'usd_gmv' };
  return by.field === 'units_sold' && channel === undefined ? { ...by, field: 'units' } : undefined;
}
