import { BUILT_IN_TREES } from '../../../src/common/categories/category-tree.js';
import type { Seed } from '../../../dev/seed/seed.js';
import { breakdownOf, type BreakdownQuestion } from '../oracle/breakdown.oracle.js';
import { allMatches, type Oracle, type OracleRequest, pageOf } from '../oracle/oracle.js';
import { type AskedType, type FactWorld, sumExactly } from '../oracle/rankings.oracle.js';
import { expectedSelling, type SellingFilter, type Subject } from '../oracle/selling.oracle.js';
import { factsOf } from '../seed-expectations.js';

export type Row = Readonly<Record<string, unknown>>;

export const BEAUTY_CREATORS = 10_000;
export const BEAUTY_PRODUCTS = 10_000;
export const GRACE = 'grace.reed.glow';
export const JUNE = ['month', '2026-06'] as const;
export const WEEK = ['week', '2026-26'] as const;
export const SKINCARE = BUILT_IN_TREES['product-categories'].nodes.find(({ name }) => name.EN_US === 'Skincare')
  ?.id as number;
export const MONTHS = ['2026-04', '2026-05', '2026-06'];

export const pick = (rows: readonly object[], names: readonly string[]): Row[] =>
  rows.map((row) => Object.fromEntries(names.map((name) => [name, (row as Row)[name]])));

export const first = (rows: readonly object[], name: string): string =>
  (rows[0] as Record<string, string>)[name] as string;

export const found = <Record>(oracle: Oracle<Record>, records: Iterable<Record>, request: OracleRequest): Record[] =>
  pageOf(allMatches(oracle, [...records], request), request);

/** Of records by a value: their number and, of US records, their amounts in USD. */
export const counted = <Record>(groups: Map<string, Record[]>, amount: (record: Record) => number | null | undefined) =>
  [...groups].map(([value, records]) => ({
    value,
    count: records.length,
    measure: sumExactly(records.flatMap((record) => amount(record) ?? [])),
  }));

/** The records and facts of a seed, and the figures that questions are about, each computed fact by fact. */
export function questionWorld(seed: Seed) {
  const world: FactWorld = factsOf(seed);
  const products = [...world.products.values()];
  const creators = [...world.creators.values()];
  const selling = (
    subject: Subject,
    [type, value]: readonly [AskedType, string],
    ...asked: [SellingFilter?, string[]?]
  ) => expectedSelling(world, subject, type, value, ...asked);
  const sold = (
    id: string,
    by: BreakdownQuestion['by'],
    filter: BreakdownQuestion['filter'],
    more: Partial<BreakdownQuestion> = {},
  ): Row[] =>
    breakdownOf({ by, filter, from: '2026-06-01', to: '2026-06-30', ...more }, world).rows.map((row) => ({
      [id]: row.key,
      units_sold: row.units_sold,
      usd_gmv: row.usd_gmv,
      share: row.share,
      ...(more.compare_to && { usd_gmv_change: row.usd_gmv_change }),
    }));
  /** A subject's periods, 0 where it sold nothing. */
  const soldIn = (
    subject: Subject,
    id: string,
    value: string,
    type: 'month' | 'week',
    periods: string[],
    filter: SellingFilter = {},
  ) =>
    periods.map((date_value) => {
      const row = selling(subject, [type, date_value], filter).find(
        (one) =>
          ((one.category as Row | undefined)?.id ?? one[id]) === (subject === 'category' ? Number(value) : value),
      );
      return { date_value, units_sold: row?.units_sold ?? 0, usd_gmv: row?.usd_gmv ?? 0 };
    });
  const uidOf = (handle: string): string => creators.find(({ unique_id }) => unique_id === handle)?.uid as string;
  return { seed, world, products, creators, selling, sold, soldIn, uidOf };
}

export type QuestionWorld = ReturnType<typeof questionWorld>;
