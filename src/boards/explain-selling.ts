import type { SellingSubject, TopSellingRowDocument } from '../documents/board.document.js';
import { sellingList } from '../documents/board.document.js';
import type { SaleDocument } from '../documents/sale.document.js';
import type { Period } from '../period/period.js';
import { firstDay, lastDay } from '../period/period.js';
import { boardKey } from './board.js';
import type { BuildTarget } from './build-target.js';
import { readCatalogue } from './catalogue.js';
import { daysOf, describeBefore, describeSales, findOne, rankOf } from './explain-row.js';
import { PRODUCT_FIELDS } from './facts/add-up-sales.js';
import type { BoardProduct } from './rows/selling-rows.js';
import { SalesFigures } from './rows/sales-figures.js';

/** The sums behind the row of a product, shop or category, computed from the current facts, beside that of the board. */
export async function explainSelling(
  target: BuildTarget,
  subject: SellingSubject,
  id: string,
  period: Period,
): Promise<string> {
  const { figures, creators } = await readSales(target, await salesOf(target, subject, id), period);
  return [
    `${subject} ${await describe(target, subject, id)}`,
    `${period.type} ${period.value}, ${firstDay(period)} to ${lastDay(period)}`,
    '',
    ...describeSales('Sales', figures, true),
    `  ${creators.size} distinct creators, ${figures.units} units`,
    await describeRow(target, subject, id, period),
  ].join('\n');
}

/** The sales that count for a product, shop or category. */
async function salesOf(target: BuildTarget, subject: SellingSubject, id: string): Promise<object> {
  if (subject === 'product') return { term: { product_id: id } };
  if (subject === 'category') return { term: { product_category_id: id } };
  const products: string[] = [];
  await target.atPointInTime('products', async (index) => {
    const pages = index.scan<BoardProduct>({ term: { seller_id: id } }, ['_shard_doc'], PRODUCT_FIELDS);
    for await (const page of pages) products.push(...page.map(({ _source }) => _source.product_id));
  });
  return { terms: { product_id: products } };
}

async function readSales(target: BuildTarget, sales: object, period: Period) {
  const { from, to } = daysOf(period);
  const figures = new SalesFigures();
  const creators = new Set<string>();
  await target.atPointInTime('sales', async (facts) => {
    const query = { bool: { filter: [sales, { range: { date: { gte: from, lte: to } } }] } };
    for await (const page of facts.scan<SaleDocument>(query, ['uid', 'date'])) {
      for (const { _source } of page) {
        figures.add(_source);
        creators.add(_source.uid);
      }
    }
  });
  return { figures, creators };
}

async function describe(target: BuildTarget, subject: SellingSubject, id: string): Promise<string> {
  if (subject === 'category') return id;
  const field = subject === 'product' ? 'product_id' : 'seller_id';
  const product = await findOne<BoardProduct>(target, 'products', [{ term: { [field]: id } }]);
  if (product === undefined) return `${id}, which is not loaded: its sales are held back`;
  if (subject === 'shop') return id;
  return `${id}, region ${product.region}, category ${product.l1_category_id}, shop ${product.seller_id}`;
}

async function describeRow(target: BuildTarget, subject: SellingSubject, id: string, period: Period): Promise<string> {
  const ranking = `${subject}TopSelling`;
  const entry = (await readCatalogue(target)).get(boardKey({ ranking: 'topSelling', period }));
  if (entry === undefined) return `${ranking}: no board of this period`;
  const list = { term: { list: sellingList(entry.board, subject) } };
  const row = await findOne<TopSellingRowDocument>(target, 'top-selling-boards', [list, { term: { id } }]);
  if (row === undefined) return `${ranking}: no row on ${entry.board}`;
  const rank = await rankOf(target, 'top-selling-boards', list, 'usd_gmv', row.usd_gmv, id, 'id');
  const of = `rank ${rank} of ${entry.listed?.[subject]} on ${entry.board}`;
  return `${ranking}: ${row.usd_gmv} USD, ${of}${describeBefore(row.before?.usd_gmv, 'USD')}`;
}
