import type { CreatorDayDocument, SaleDocument } from '../../sales/facts.document.js';
import type { CreatorDocument } from '../../creator/creator.document.js';
import { CREATOR_FIELDS } from '../../creator/creator.document.js';
import type { PointInTime } from '../../elastic/client/point-in-time.js';
import type { Days } from '../board.js';
import type { BuildPlan } from '../build-plan.js';
import { CreatorRows } from '../rows/creator-rows.js';
import type { FinishedRow } from '../rows/creator-rows.js';
import { compareKeywords, GroupedScan } from './grouped-scan.js';

/** Facts and creators as they are at the beginning of a build. */
export interface FactSources {
  readonly sales: PointInTime;
  readonly creatorDays: PointInTime;
  readonly creators: PointInTime;
  readonly products: PointInTime;
}

/** The number of facts that were read, and of those whose creator or product is not loaded. */
export interface FactCounts {
  sales: number;
  creatorDays: number;
  /** Sales read once more, in the order of their days. */
  soldInTurn: number;
  readonly unknown: {
    creators: number;
    sales: number;
    creatorDays: number;
    /** A few of the creators. */
    readonly examples: string[];
  };
  /** Products that are not loaded, and their sales. */
  readonly unknownProducts: { sales: number; readonly ids: Set<string> };
}

export const noFacts = (): FactCounts => ({
  sales: 0,
  creatorDays: 0,
  soldInTurn: 0,
  unknown: { creators: 0, sales: 0, creatorDays: 0, examples: [] },
  unknownProducts: { sales: 0, ids: new Set() },
});

const EXAMPLES = 10;

const uidOf = ({ uid }: { readonly uid: string }): string => uid;

/**
 * Computes the rows of all boards of a plan in one pass. Facts and creators are read in the order of uid and joined;
 * at most a page of each is in memory.
 * @param counts grows with the facts that are read
 */
export async function* joinFacts(
  plan: BuildPlan,
  sources: FactSources,
  counts: FactCounts,
): AsyncGenerator<readonly FinishedRow[]> {
  const order = ['uid', 'date'];
  const sales = new GroupedScan(sources.sales.scan<SaleDocument>(onDays(plan.salesDays('topEcommerce')), order), uidOf);
  const days = new GroupedScan(
    sources.creatorDays.scan<CreatorDayDocument>(onDays(plan.creatorDayDays()), order),
    uidOf,
  );
  const creators = new GroupedScan(
    sources.creators.scan<CreatorDocument>({ match_all: {} }, ['uid'], CREATOR_FIELDS),
    uidOf,
  );
  for (;;) {
    const uid = first(await sales.nextId(), await days.nextId());
    if (uid === undefined) return;
    const creator = await creators.find(uid);
    const rows = new CreatorRows(plan, uid, creator);
    const before = { sales: counts.sales, creatorDays: counts.creatorDays };
    for await (const run of days.runsOf(uid)) {
      counts.creatorDays += run.length;
      for (const day of run) rows.addCreatorDay(day);
    }
    for await (const run of sales.runsOf(uid)) {
      counts.sales += run.length;
      for (const sale of run) rows.addSale(sale);
      yield rows.takeFinished();
    }
    rows.finish();
    yield rows.takeFinished();
    if (creator === undefined) noteUnknown(counts, uid, before);
  }
}

function noteUnknown(counts: FactCounts, uid: string, before: { sales: number; creatorDays: number }): void {
  const { unknown } = counts;
  unknown.creators += 1;
  unknown.sales += counts.sales - before.sales;
  unknown.creatorDays += counts.creatorDays - before.creatorDays;
  if (unknown.examples.length < EXAMPLES) unknown.examples.push(uid);
}

function first(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return compareKeywords(a, b) <= 0 ? a : b;
}

/** Facts of these days; of none when there are none. */
export function onDays(ranges: readonly Days[]) {
  const should = ranges.map(({ from, to }) => ({ range: { date: { gte: from, lte: to } } }));
  return should.length === 0 ? { match_none: {} } : { bool: { should } };
}
