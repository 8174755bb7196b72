import { raiseDataVersion } from '../../src/elastic/state/data-version.js';
import { DataVersionWatch } from '../../src/freshness/data-watch.js';
import type { ApiClient } from './api-client.js';
import type { TestApp } from './app.js';
import { eventually } from './eventually.js';
import {
  byBytes,
  DATE_TYPES,
  type ExpectedRow,
  expectedTopEcommerce,
  expectedTopGrowth,
  type FactWorld,
  group,
  isComplete,
  marketOf,
  periodAt,
  periodsWithFacts,
  type TopEcommerceFilter,
} from './oracle/rankings.oracle.js';

export interface RankingAnswer {
  readonly total: number;
  readonly list: readonly ExpectedRow[];
  readonly date_type: string;
  readonly date_value: string;
}

type Row = Readonly<Record<string, unknown>>;

export interface RankedPage {
  readonly total: number;
  readonly sum?: object;
  readonly top1_share?: number | null;
  readonly top3_share?: number | null;
  readonly top10_share?: number | null;
  readonly list: readonly Row[];
}

/** Holds a page of 100 rows, and what all rows add up to, against the rows that the facts give. @returns the page */
export async function expectRanked(
  ask: (path: string, body: object) => Promise<RankedPage>,
  path: string,
  body: object,
  expected: readonly object[],
): Promise<RankedPage> {
  const page = await ask(path, { ...body, pagesize: 100 });
  const { total, list, sum, top1_share, top3_share, top10_share } = page;
  expect({ path, body, total, list, sum, top1_share, top3_share, top10_share }).toEqual({
    ...{ path, body, total: expected.length, list: expected.slice(0, 100), ...marketOf(expected) },
  });
  return page;
}

/** Says that data has changed, and waits until the service, which keeps what it has read, knows. */
export async function announce({ app, elasticsearch, names }: Pick<TestApp, 'app' | 'elasticsearch' | 'names'>) {
  const watch = app.get(DataVersionWatch, { strict: false });
  const before = await eventually('a version of the data', () => watch.snapshot.dataVersion);
  await raiseDataVersion(elasticsearch, names, 'a test');
  await eventually('the raised version', () => watch.snapshot.dataVersion !== before);
}

export async function walk(api: ApiClient, path: string, filter: object, pagesize = 100): Promise<ExpectedRow[]> {
  const rows: ExpectedRow[] = [];
  for (let page = 1; ; page++) {
    const { status, body } = await api.post<RankingAnswer>(path, { filter, page, pagesize });
    expect(status).toBe(200);
    rows.push(...body.data.list);
    expect(rows.length <= body.data.total).toBe(true);
    if (body.data.list.length < pagesize) {
      expect(rows).toHaveLength(body.data.total);
      return rows;
    }
  }
}

export const TOP_ECOMMERCE = '/creator/v1/rank/topEcommerce';
export const TOP_GROWTH = '/creator/v1/rank/topGrowth';

/**
 * Holds every row of the rankings of creators, as the API answers, against the facts; of all product categories and of
 * each.
 * @returns how many rows there were
 */
export async function expectRankingsAsComputed(api: ApiClient, world: FactWorld): Promise<number> {
  let rows = 0;
  const expectRows = async (path: string, filter: object, expected: ExpectedRow[]) => {
    expect({ path, filter, rows: await walk(api, path, filter) }).toEqual({ path, filter, rows: expected });
    rows += expected.length;
  };
  for (const type of DATE_TYPES) {
    const facts = [...world.sales.values(), ...world.creatorDays.values()];
    for (const value of periodsWithFacts(type, facts)) {
      const date_info = { type, value };
      await expectRows(TOP_GROWTH, { date_info }, expectedTopGrowth(world, type, value));
      for (const filter of categoriesOf(world)) {
        const expected = expectedTopEcommerce(world, type, value, filter);
        await expectRows(TOP_ECOMMERCE, { date_info, ...filter }, expected);
      }
    }
  }
  return rows;
}

function categoriesOf(world: FactWorld): TopEcommerceFilter[] {
  const ids = new Set([...world.sales.values()].map((sale) => sale.product_category_id));
  return [{}, ...[...ids].map((product_category_id) => ({ product_category_id }))];
}

/** The periods that have facts of a loaded creator, as `/creator/v1/rank/periods` should list them. */
export function expectedPeriods(world: FactWorld) {
  const kinds = [
    ['topEcommerce', world.sales],
    ['topGrowth', world.creatorDays],
  ] as const;
  return DATE_TYPES.flatMap((type) =>
    kinds
      .flatMap(([ranking, facts]) => {
        const known = [...facts.values()].filter(({ uid }) => world.creators.has(uid));
        return [...group(known, ({ date }) => periodAt(type, date))].map(([date_value, some]) => ({
          ranking,
          date_type: type,
          date_value,
          complete: isComplete(facts, type, date_value),
          facts: some.length,
          creators: null,
          rows: null,
        }));
      })
      .sort((a, b) => byBytes(b.date_value, a.date_value) || byBytes(a.ranking, b.ranking)),
  );
}
