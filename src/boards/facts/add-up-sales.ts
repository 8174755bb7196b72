import type { TopSellingRowBefore } from '../board.document.js';
import type { CreatorDocument } from '../../creator/creator.document.js';
import type { PointInTime } from '../../elastic/client/point-in-time.js';
import type { PeriodType } from '../../common/period/period.js';
import type { BoardUnderWay, BuildPlan } from '../build-plan.js';
import type { FinishedRow } from '../rows/creator-rows.js';
import type { BoardProduct, BoardSale, RankedRows } from '../rows/selling-rows.js';
import { SellingRows } from '../rows/selling-rows.js';
import type { FactCounts, FactSources } from './join-facts.js';
import { onDays } from './join-facts.js';

const FIELDS = [
  'date',
  'uid',
  'channel',
  'content_id',
  'product_id',
  'product_category_id',
  'units_sold',
  'usd_gmv_whole',
  'usd_gmv_fraction',
] as const;

/** Rows handed over at once. */
const BATCH = 1000;

/**
 * Computes the rows of all `topSelling` boards of a plan in one pass over the sales, in the order of their days: sums of
 * the current day, week and month are in memory.
 * @param counts grows with the facts that are read
 */
export async function* addUpSales(
  plan: BuildPlan,
  sources: FactSources,
  counts: FactCounts,
): AsyncGenerator<readonly FinishedRow[]> {
  const days = plan.salesDays('topSelling');
  if (days.length === 0) return;
  const products = await readProducts(sources.products);
  const regions = await readRegions(sources.creators);
  const open = new Map<BoardUnderWay, SellingRows>();
  const finished = new Map<PeriodType, { readonly value: string; readonly ranked: RankedRows }>();

  function* close(boards: readonly BoardUnderWay[]): Generator<readonly FinishedRow[]> {
    for (const underWay of boards) {
      const { type, value } = underWay.board.period;
      const last = finished.get(type);
      const ranked = new Map<string, TopSellingRowBefore>();
      const before = last?.value === underWay.before?.value ? last?.ranked : undefined;
      let batch: FinishedRow[] = [];
      for (const row of open.get(underWay)?.finish(before, ranked) ?? []) {
        if (batch.push(row) < BATCH) continue;
        yield batch;
        batch = [];
      }
      yield batch;
      finished.set(type, { value, ranked });
      open.delete(underWay);
    }
  }

  let day = '';
  let boards: readonly BoardUnderWay[] = [];
  for await (const page of sources.sales.values(onDays(days), ['date'], FIELDS)) {
    for (const values of page) {
      const date = String(values.date[0]);
      if (date !== day) {
        day = date;
        boards = plan.boardsOn('topSelling', day);
        yield* close([...open.keys()].filter((board) => !boards.includes(board)));
        for (const board of boards) if (!open.has(board)) open.set(board, new SellingRows(board));
      }
      const sale = {
        uid: values.uid[0],
        channel: values.channel[0],
        content_id: values.content_id[0],
        product_id: values.product_id[0],
        product_category_id: values.product_category_id[0],
        units_sold: values.units_sold[0],
        usd_gmv_whole: values.usd_gmv_whole[0],
        usd_gmv_fraction: values.usd_gmv_fraction[0],
      } as BoardSale;
      const product = products.get(sale.product_id);
      for (const board of boards) open.get(board)?.add(sale, product, regions.get(sale.uid) ?? null);
      if (product === undefined) {
        counts.unknownProducts.sales += 1;
        counts.unknownProducts.ids.add(sale.product_id);
      }
    }
    counts.soldInTurn += page.length;
    yield [];
  }
  yield* close([...open.keys()]);
}

async function readProducts(products: PointInTime): Promise<ReadonlyMap<string, BoardProduct>> {
  const known = new Map<string, BoardProduct>();
  for await (const page of products.scan<BoardProduct>({ match_all: {} }, ['_shard_doc'], PRODUCT_FIELDS)) {
    for (const { _source } of page) known.set(_source.product_id, _source);
  }
  return known;
}

/** The fields of a product that boards depend on. */
export const PRODUCT_FIELDS = ['product_id', 'region', 'l1_category_id', 'seller_id'] satisfies (keyof BoardProduct)[];

async function readRegions(creators: PointInTime): Promise<ReadonlyMap<string, string | null>> {
  type Creator = Pick<CreatorDocument, 'uid' | 'region'>;
  const regions = new Map<string, string | null>();
  for await (const page of creators.scan<Creator>({ match_all: {} }, ['uid'], ['uid', 'region'])) {
    for (const { _source } of page) regions.set(_source.uid, _source.region);
  }
  return regions;
}
