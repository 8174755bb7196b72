import { boardKindOf, RANKED, type Ranking, rowsListed, type SellingSubject } from './board.document.js';
import type { CreatorDayDocument, SaleChannel } from '../sales/facts.document.js';
import type { CreatorDocument } from '../creator/creator.document.js';
import { firstDay, lastDay, type Period, previousPeriod } from '../common/period/period.js';
import { boardKey } from './board.js';
import type { BuildTarget } from './build-target.js';
import type { RowKind } from './stale/changed-subjects.js';
import { readCatalogue } from './catalogue.js';
import { formatAmount } from '../common/money.js';
import { followerGrowth } from './follower-growth.js';
import { onDays, readCreatorDays, readSales } from './facts/fact-sources.js';
import { type Amounts, Sums } from './rows/sums.js';
import { type BoardProduct, PRODUCT_FIELDS } from './subjects.js';

type Query = Parameters<typeof readSales>[1];

/** Describes the sums behind a creator's rows of a period, computed from the current facts, and the rows themselves. */
export async function explainRow(target: BuildTarget, uid: string, period: Period): Promise<string> {
  const earlier = previousPeriod(period);
  const { sums, categories } = await addUp(target, { term: { uid } }, period);
  const [inside, before] = [await latestDay(target, uid, period), earlier && (await latestDay(target, uid, earlier))];
  return [
    `Creator ${await describeCreator(target, uid)}`,
    ...describePeriod(period),
    ...describeSales('Sales of all categories', sums, ALL),
    ...[...categories]
      .sort(([a], [b]) => a - b)
      .flatMap(([category, row]) => describeSales(`Sales of category ${category}`, sums, row)),
    await describeRow(target, 'topEcommerce', uid, period),
    '',
    ...describeFollowers(inside, before),
    await describeRow(target, 'topGrowth', uid, period),
  ].join('\n');
}

/** Describes the sums behind a row by sales, computed from the current facts, and the row itself. */
export async function explainSelling(
  target: BuildTarget,
  subject: SellingSubject,
  id: string,
  period: Period,
): Promise<string> {
  const { sums } = await addUp(target, await salesOf(target, subject, id), period);
  return [
    `${subject} ${await describe(target, subject, id)}`,
    ...describePeriod(period),
    ...describeSales('Sales', sums, ALL, true),
    `  ${sums.creators.of(ALL)} distinct creators, ${sums.units.of(ALL)} units`,
    await describeRow(target, `${subject}TopSelling`, id, period),
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

async function latestDay(target: BuildTarget, uid: string, period: Period): Promise<CreatorDayDocument | undefined> {
  return target.atPointInTime('creator-days', async (creatorDays) => {
    let latest: CreatorDayDocument | undefined;
    for await (const page of readCreatorDays(creatorDays, inPeriod({ term: { uid } }, period))) latest = page.at(-1);
    return latest;
  });
}

const describePeriod = (period: Period): string[] => [
  `${period.type} ${period.value}, ${firstDay(period)} to ${lastDay(period)}`,
  '',
];

async function describeCreator(target: BuildTarget, uid: string): Promise<string> {
  const creator = await findOne<CreatorDocument>(target, 'creators', [{ term: { uid } }]);
  if (creator === undefined) return `${uid}, which is not loaded: its facts are not counted`;
  const { unique_id, region, category_id, account_type } = creator;
  return `${uid} (${unique_id ?? 'no handle'}), region ${region}, category ${category_id}, account type ${account_type}`;
}

/** @param inUsd whether amounts are shown only in USD: those of several creators have no other currency in common */
function describeSales(title: string, { channels, products }: Sums, row: number, inUsd = false): string[] {
  const { video, live } = channels;
  const amount = (sum: Amounts, other?: Amounts) =>
    `${formatAmount(sum.of(row) + (other?.of(row) ?? 0n))} → ${sum.shown(row, other)}`;
  const line = (name: string, [gmv, usdGmv]: readonly string[], rest = '') =>
    `  ${name.padEnd(6)} ${inUsd ? '' : `gmv ${gmv}, `}usd_gmv ${usdGmv}${rest}`;
  const channelLine = (name: SaleChannel) => {
    const { gmv, usdGmv, facts, contents } = channels[name];
    const rest = `, ${facts.of(row)} facts, ${contents.of(row)} distinct ${name}s`;
    return line(name, [amount(gmv), amount(usdGmv)], rest);
  };
  return [
    `${title}: ${video.facts.of(row) + live.facts.of(row)} facts, ${products.of(row)} distinct products`,
    channelLine('video'),
    channelLine('live'),
    line('both', [amount(video.gmv, live.gmv), amount(video.usdGmv, live.usdGmv)]),
  ];
}

function describeFollowers(inside: CreatorDayDocument | undefined, before: CreatorDayDocument | undefined): string[] {
  const describe = (day: CreatorDayDocument | undefined) =>
    day === undefined ? 'no creator-day' : `${day.follower_count} on ${day.date}`;
  const lines = [`Followers inside the period: ${describe(inside)}; in the one before: ${describe(before)}`];
  if (inside === undefined || before === undefined) return lines;
  const { count, rate } = followerGrowth(before.follower_count, inside.follower_count);
  return [...lines, `  growth ${count}, rate ${rate ?? 'none, as there were no followers before'}`];
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
  kind: RowKind | 'creators' | 'products',
  filter: object[],
): Promise<Document | undefined> {
  const answer = await retry(() =>
    client.search<Document>({ index: names.alias(kind), query: { bool: { filter } }, size: 1 }),
  );
  return answer.hits.hits[0]?._source;
}

/** The sales that count for a subject. */
async function salesOf(target: BuildTarget, subject: SellingSubject, id: string): Promise<Query> {
  if (subject === 'product') return { term: { product_id: id } };
  if (subject === 'category') return { term: { product_category_id: id } };
  if (subject !== 'shop') return { bool: { filter: [{ term: { channel: subject } }, { term: { content_id: id } }] } };
  const products: string[] = [];
  await target.atPointInTime('products', async (index) => {
    const pages = index.scan<BoardProduct>({ term: { seller_id: id } }, ['_shard_doc'], PRODUCT_FIELDS);
    for await (const page of pages) products.push(...page.map(({ _source }) => _source.product_id));
  });
  return { terms: { product_id: products } };
}

async function describe(target: BuildTarget, subject: SellingSubject, id: string): Promise<string> {
  if (subject !== 'product' && subject !== 'shop') return id;
  const field = subject === 'product' ? 'product_id' : 'seller_id';
  const product = await findOne<BoardProduct>(target, 'products', [{ term: { [field]: id } }]);
  if (product === undefined) return `${id}, which is not loaded: its sales are not counted`;
  if (subject === 'shop') return id;
  return `${id}, region ${product.region}, category ${product.l1_category_id}, shop ${product.seller_id}`;
}
