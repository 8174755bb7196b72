import { boardKindOf, isContent, RANKED, type Ranking, type RowSubject, rowsListed } from './board.document.js';
import type { IndexKind } from '../common/index-kind.js';
import type { CreatorDayDocument, SaleChannel } from '../sales/facts.document.js';
import { firstDay, lastDay, type Period, previousPeriod } from '../common/period/period.js';
import { boardKey } from './board.js';
import type { BuildTarget } from './build-target.js';
import { readCatalogue } from './catalogue.js';
import { formatAmount } from '../common/money.js';
import { followerGrowth } from './follower-growth.js';
import { onDays, readSales } from './facts/fact-sources.js';
import { type Amounts, Sums } from './rows/sums.js';
import { type BoardProduct, PRODUCT_FIELDS } from './subjects.js';

type Query = Parameters<typeof readSales>[1];

/** Describes the sums behind the rows of a subject in a period, computed from the current facts, and the rows themselves. */
export async function explainRow(target: BuildTarget, of: RowSubject, id: string, period: Period): Promise<string> {
  const { sums, categories } = await addUp(target, await salesOf(target, of, id), period);
  const ofCategories = [...categories]
    .sort(([a], [b]) => a - b)
    .flatMap(([category, row]) => describeSales(of, `Sales of category ${category}`, sums, row));
  return [
    `${of} ${id}${await describe(target, of, id)}`,
    `${period.type} ${period.value}, ${firstDay(period)} to ${lastDay(period)}`,
    '',
    ...describeSales(of, 'Sales', sums, ALL),
    ...(categories.size > 1 ? ofCategories : []),
    await describeRow(target, of === 'creator' ? 'topEcommerce' : `${of}TopSelling`, id, period),
    ...(of === 'creator' ? ['', ...(await describeFollowers(target, id, period))] : []),
  ].join('\n');
}

/** The row of all categories together. */
const ALL = 0;

/** Sums of the sales that a query finds in a period, of all categories and of each. */
async function addUp(target: BuildTarget, query: Query, period: Period) {
  const sums = new Sums();
  const categories = new Map<number, number>();
  await target.atPointInTime('sales', async (facts) => {
    for await (const page of readSales(facts, inPeriod(query, period))) {
      for (const sale of page) {
        const numbered = sums.number(sale);
        const category = categories.get(sale.product_category_id) ?? categories.size + 1;
        categories.set(sale.product_category_id, category);
        for (const row of [ALL, category]) sums.add(row, numbered);
      }
    }
  });
  return { sums, categories };
}

const inPeriod = (query: Query, period: Period): Query => ({
  bool: { filter: [query, onDays([{ from: firstDay(period), to: lastDay(period) }])] },
});

/** Amounts of other subjects than creators are only in USD: those of several creators have no other currency in common. */
function describeSales(of: RowSubject, title: string, sums: Sums, row: number): string[] {
  const { video, live } = sums.channels;
  const amount = (sum: Amounts, other?: Amounts) =>
    `${formatAmount(sum.of(row) + (other?.of(row) ?? 0n))} → ${sum.shown(row, other)}`;
  const line = (name: string, gmv: string, usdGmv: string, rest: string) =>
    `  ${name.padEnd(6)} ${of === 'creator' ? `gmv ${gmv}, ` : ''}usd_gmv ${usdGmv}, ${rest}`;
  const channelLine = (name: SaleChannel) => {
    const { gmv, usdGmv, facts, contents } = sums.channels[name];
    return line(name, amount(gmv), amount(usdGmv), `${facts.of(row)} facts, ${contents.of(row)} distinct ${name}s`);
  };
  const both = `${sums.creators.of(row)} distinct creators, ${sums.products.of(row)} distinct products, ${sums.units.of(row)} units`;
  return [
    `${title}: ${video.facts.of(row) + live.facts.of(row)} facts`,
    channelLine('video'),
    channelLine('live'),
    line('both', amount(video.gmv, live.gmv), amount(video.usdGmv, live.usdGmv), both),
  ];
}

async function describeFollowers(target: BuildTarget, uid: string, period: Period): Promise<string[]> {
  const earlier = previousPeriod(period);
  const latest = (of: Period) =>
    findOne<CreatorDayDocument>(target, 'creator-days', [inPeriod({ term: { uid } }, of)], [{ date: 'desc' }]);
  const [inside, before] = [await latest(period), earlier && (await latest(earlier))];
  const text = (day: CreatorDayDocument | undefined) =>
    day === undefined ? 'no creator-day' : `${day.follower_count} on ${day.date}`;
  const { count, rate } = followerGrowth(before?.follower_count ?? 0, inside?.follower_count ?? 0);
  const growth = `  growth ${count}, rate ${rate ?? 'none, as there were no followers before'}`;
  return [
    `Followers inside the period: ${text(inside)}; in the one before: ${text(before)}`,
    ...(inside && before ? [growth] : []),
    await describeRow(target, 'topGrowth', uid, period),
  ];
}

type Row = Readonly<Record<string, number>> & { readonly before: Readonly<Record<string, number>> | null };

/** The row of a board: its figure, its rank, and the figure of the period before. */
async function describeRow(target: BuildTarget, ranking: Ranking, subject: string, period: Period): Promise<string> {
  const entry = (await readCatalogue(target)).get(boardKey({ ranking: boardKindOf(ranking), period }));
  if (entry === undefined) return `${ranking}: no board of this period`;
  const {
    index: kind,
    id,
    figure,
    unit,
    list: [field, listOf],
  } = RANKED[ranking];
  const list = { term: { [field]: listOf(entry.board) } };
  const row = await findOne<Row>(target, kind, [list, { term: { [id]: subject } }]);
  if (row === undefined) return `${ranking}: no row on ${entry.board}`;
  const now = row[figure] ?? 0;
  const equal = [{ range: { [figure]: { gte: now, lte: now } } }, { range: { [id]: { lt: subject } } }];
  const should = [{ range: { [figure]: { gt: now } } }, { bool: { filter: equal } }];
  const query = { bool: { filter: [list], should, minimum_should_match: 1 } };
  const { count } = await target.retry(() => target.client.count({ index: target.names.alias(kind), query }));
  const before = row.before === null ? 'no row' : `${row.before[figure]} ${unit}`;
  return `${ranking}: ${now} ${unit}, rank ${count + 1} of ${rowsListed(ranking, entry)} on ${entry.board}; ${before} in the period before`;
}

async function findOne<Document>(
  { client, names, retry }: BuildTarget,
  kind: IndexKind,
  filter: Query[],
  sort: Record<string, 'desc'>[] = [],
): Promise<Document | undefined> {
  const answer = await retry(() =>
    client.search<Document>({ index: names.alias(kind), query: { bool: { filter } }, sort, size: 1 }),
  );
  return answer.hits.hits[0]?._source;
}

/** The sales that count for a subject. */
async function salesOf(target: BuildTarget, of: RowSubject, id: string): Promise<Query> {
  if (of === 'creator') return { term: { uid: id } };
  if (of === 'product') return { term: { product_id: id } };
  if (of === 'category') return { term: { product_category_id: id } };
  if (of !== 'shop') return { bool: { filter: [{ term: { channel: of } }, { term: { content_id: id } }] } };
  const products: string[] = [];
  await target.atPointInTime('products', async (index) => {
    const pages = index.scan<BoardProduct>({ term: { seller_id: id } }, ['_shard_doc'], PRODUCT_FIELDS);
    for await (const page of pages) products.push(...page.map(({ _source }) => _source.product_id));
  });
  return { terms: { product_id: products } };
}

/** The records that subjects are found in, with the field of their id and the fields that are shown. */
const RECORDS = {
  creator: ['creators', 'uid', ['unique_id', 'region', 'category_id', 'account_type']],
  product: ['products', 'product_id', ['region', 'l1_category_id', 'seller_id']],
  shop: ['products', 'seller_id', []],
} as const;

async function describe(target: BuildTarget, of: RowSubject, id: string): Promise<string> {
  if (of === 'category' || isContent(of)) return '';
  const [kind, field, shown] = RECORDS[of];
  const found = await findOne<Readonly<Record<string, unknown>>>(target, kind, [{ term: { [field]: id } }]);
  if (found === undefined) return ', which is not loaded: its sales are not counted';
  return shown.map((name) => `, ${name} ${String(found[name])}`).join('');
}
