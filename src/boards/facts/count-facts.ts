import { type Period, PERIOD_TYPES, periodOf, previousPeriod } from '../../common/period/period.js';
import type { BuildPlan } from '../build-plan.js';
import { growthRows } from '../rows/growth-rows.js';
import { type FinishedRow, SalesRows } from '../rows/sales-rows.js';
import type { Subjects } from '../subjects.js';
import { DayReader, type FactSources, onDays, readCreatorDays, readSales } from './fact-sources.js';

/** The number of facts that were read, and of those whose creator or product is not loaded. */
export type FactCounts = ReturnType<typeof noFacts>;

export const noFacts = () => ({
  sales: 0,
  creatorDays: 0,
  /** Creators that are not loaded, and their facts. */
  unknown: { sales: 0, creatorDays: 0, ids: new Set<string>() },
  /** Products that are not loaded, and their sales. */
  unknownProducts: { sales: 0, ids: new Set<string>() },
});

/** Rows handed over at once. */
const BATCH = 1000;

/**
 * Computes the rows of all boards of a plan in one pass over the facts, in the order of their days. Memory holds the sums
 * of the current day, week and month, and the figures of those before. `counts` grows with the facts that are read.
 */
export async function* countFacts(
  plan: BuildPlan,
  sources: FactSources,
  subjects: Subjects,
  counts: FactCounts,
): AsyncGenerator<readonly FinishedRow[]> {
  const creatorDays = new DayReader(readCreatorDays(sources.creatorDays, onDays(plan.creatorDayDays())));
  const sales = new DayReader(readSales(sources.sales, onDays(plan.salesDays())));
  const open = (period: Period) => {
    const boards = { topEcommerce: plan.find('topEcommerce', period), topSelling: plan.find('topSelling', period) };
    const followers = new Map<string, number>();
    return { period, followers, sales: new SalesRows(boards, subjects, followers) };
  };
  type Opened = Omit<ReturnType<typeof open>, 'sales'> & { readonly sales?: SalesRows };
  /** Of each type the current period and the two before it, as far as they have facts; of the last only followers. */
  const latest = PERIOD_TYPES.map((type) => ({ type, periods: [] as readonly Opened[] }));

  function* close([current, ...others]: readonly Opened[]): Generator<FinishedRow> {
    if (current === undefined) return;
    const find = (period: Period | undefined) => others.find((other) => other.period.value === period?.value);
    const before = previousPeriod(current.period);
    if (current.sales) yield* current.sales.finish(find(before)?.sales);
    const growth = plan.find('topGrowth', current.period);
    const [then, earlier] = [find(before), find(before && previousPeriod(before))];
    if (growth) yield* growthRows(growth, [current.followers, then?.followers, earlier?.followers], subjects);
  }

  for (;;) {
    const day = [await creatorDays.nextDay(), await sales.nextDay()].filter((next) => next !== undefined).sort()[0];
    for (const types of latest) {
      const period = day === undefined ? undefined : periodOf(types.type, day);
      if (types.periods[0]?.period.value === period?.value) continue;
      yield* inBatches(close(types.periods));
      const [last, earlier] = types.periods;
      const before = [...(last ? [last] : []), ...(earlier ? [{ ...earlier, sales: undefined }] : [])];
      if (period !== undefined) types.periods = [open(period), ...before];
    }
    if (day === undefined) return;
    const current = latest.flatMap(({ periods }) => periods.slice(0, 1));
    for await (const facts of creatorDays.factsOf(day)) {
      counts.creatorDays += facts.length;
      for (const { uid, follower_count } of facts) {
        for (const { followers } of current) followers.set(uid, follower_count);
        if (!subjects.creators.has(uid)) {
          counts.unknown.creatorDays += 1;
          counts.unknown.ids.add(uid);
        }
      }
      yield [];
    }
    for await (const facts of sales.factsOf(day)) {
      counts.sales += facts.length;
      for (const sale of facts) {
        const [creator, product] = [subjects.creators.get(sale.uid), subjects.products.get(sale.product_id)];
        for (const period of current) period.sales?.add(sale, creator, product);
        if (creator === undefined) {
          counts.unknown.sales += 1;
          counts.unknown.ids.add(sale.uid);
        }
        if (product === undefined) {
          counts.unknownProducts.sales += 1;
          counts.unknownProducts.ids.add(sale.product_id);
        }
      }
      yield [];
    }
  }
}

function* inBatches(rows: Iterable<FinishedRow>): Generator<readonly FinishedRow[]> {
  let batch: FinishedRow[] = [];
  for (const row of rows) {
    if (batch.push(row) < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
