import { type BoardsBuilt, buildBoards } from '../../src/boards/build-boards.js';
import { BuildTarget } from '../../src/boards/build-target.js';
import type { BuildScope } from '../../src/boards/stale/stale-boards.js';
import { DataVersionWatch } from '../../src/search/state/data-watch.js';
import type { ApiClient } from './api-client.js';
import type { TestApp } from './app.js';
import { eventually } from './eventually.js';
import {
  DATE_TYPES,
  type DateType,
  type ExpectedRow,
  expectedTopEcommerce,
  expectedTopGrowth,
  type FactWorld,
  periodsWithFacts,
  type TopEcommerceFilter,
} from './oracle/boards.oracle.js';

export interface RankingAnswer {
  readonly total: number;
  readonly list: readonly ExpectedRow[];
  readonly date_type: string;
  readonly date_value: string;
}

export const EVERYTHING: BuildScope = { types: DATE_TYPES, days: {} };

/** Longer than any test lasts: replaced rows stay. */
export const KEEP_ALL = 3_600_000;

/**
 * Brings the boards of a test's indices up to date, and waits until its service, which keeps what it has read, knows.
 * @param keepMs milliseconds for which the rows of replaced builds stay
 */
export async function build(
  { app, elasticsearch, names }: Pick<TestApp, 'app' | 'elasticsearch' | 'names'>,
  scope: BuildScope = EVERYTHING,
  keepMs = KEEP_ALL,
): Promise<BoardsBuilt> {
  const told = await watchSwap({ app });
  const built = await buildBoards(new BuildTarget(elasticsearch, names, { giveUpAfterMs: 10_000 }), { scope, keepMs });
  if (built.built.length + built.dropped.length > 0) await told();
  return built;
}

/** To be asked before boards are swapped; what it gives waits until the service knows of that. */
export async function watchSwap({ app }: Pick<TestApp, 'app'>): Promise<() => Promise<void>> {
  const watch = app.get(DataVersionWatch, { strict: false });
  const before = await eventually('a version of the data', () => watch.snapshot.dataVersion);
  return async () => {
    await eventually('the version of the swapped boards', () => watch.snapshot.dataVersion !== before);
  };
}

/** All rows that a ranking answers with, page by page. */
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
 * Holds every row of every board, as the API answers, against the facts; of all product categories and of each.
 * @returns how many rows there were
 */
export async function expectBoardsAsComputed(api: ApiClient, world: FactWorld): Promise<number> {
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

interface ListedPeriod {
  readonly ranking: string;
  readonly date_type: DateType;
  readonly date_value: string;
  readonly creators: number;
  readonly rows: number;
  readonly complete: boolean;
}

/** The periods that have rows, as `/creator/v1/rank/periods` should list them. */
export function expectedPeriods(world: FactWorld): ListedPeriod[] {
  const facts = [...world.sales.values(), ...world.creatorDays.values()];
  const reach = { topEcommerce: reachOf(world.sales), topGrowth: reachOf(world.creatorDays) };
  return DATE_TYPES.flatMap((type) =>
    periodsWithFacts(type, facts)
      .reverse()
      .flatMap((value) => [
        { ranking: 'topEcommerce' as const, value, creators: expectedTopEcommerce(world, type, value).length },
        { ranking: 'topGrowth' as const, value, creators: expectedTopGrowth(world, type, value).length },
      ])
      .filter(({ creators }) => creators > 0)
      .map(({ ranking, value, creators }) => ({
        ranking,
        date_type: type,
        date_value: value,
        creators,
        rows: creators,
        complete: reach[ranking].oldest <= startOf(type, value) && endOf(type, value) <= reach[ranking].newest,
      })),
  );
}

function reachOf(facts: ReadonlyMap<string, { readonly date: string }>): { oldest: string; newest: string } {
  const days = [...facts.values()].map(({ date }) => date).sort();
  return { oldest: days.at(0) ?? '', newest: days.at(-1) ?? '' };
}

function startOf(type: DateType, value: string): string {
  if (type !== 'week') return type === 'month' ? `${value}-01` : value;
  const monday = new Date(`${endOf(type, value)}T00:00:00Z`);
  monday.setUTCDate(monday.getUTCDate() - 6);
  return monday.toISOString().slice(0, 10);
}

function endOf(type: DateType, value: string): string {
  if (type === 'day') return value;
  const [year = 0, part = 0] = value.split('-').map(Number);
  if (type === 'month') return new Date(Date.UTC(year, part, 0)).toISOString().slice(0, 10);
  const januaryFourth = new Date(Date.UTC(year, 0, 4));
  const sundayOfWeek1 = 4 + ((7 - januaryFourth.getUTCDay()) % 7);
  return new Date(Date.UTC(year, 0, sundayOfWeek1 + 7 * (part - 1))).toISOString().slice(0, 10);
}
