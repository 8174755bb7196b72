import type { Ranking, SellingSubject } from './board.document.js';
import { boardKindOf, RANKED, rowsListed } from './board.document.js';
import type { CreatorDayDocument, SaleDocument } from '../sales/facts.document.js';
import type { CreatorDocument } from '../creator/creator.document.js';
import type { Period } from '../common/period/period.js';
import { firstDay, lastDay, previousPeriod } from '../common/period/period.js';
import type { Days } from './board.js';
import { boardKey } from './board.js';
import type { BuildTarget } from './build-target.js';
import type { RowKind } from './stale/changed-subjects.js';
import { readCatalogue } from './catalogue.js';
import { followerGrowth } from './follower-growth.js';
import { formatAmount, roundToCents } from '../common/money.js';
import { SalesFigures } from './rows/sales-figures.js';
import { PRODUCT_FIELDS } from './facts/add-up-sales.js';
import type { BoardProduct } from './rows/selling-rows.js';

interface Facts {
  readonly all: SalesFigures;
  readonly byCategory: ReadonlyMap<number, SalesFigures>;
  readonly inside: CreatorDayDocument | undefined;
  readonly before: CreatorDayDocument | undefined;
}

/** Describes the sums behind a creator's rows of a period, computed from the current facts, and the rows themselves. */
export async function explainRow(target: BuildTarget, uid: string, period: Period): Promise<string> {
  const facts = await readFacts(target, uid, period);
  const lines = [
    `Creator ${await describeCreator(target, uid)}`,
    `${period.type} ${period.value}, ${firstDay(period)} to ${lastDay(period)}`,
    '',
    ...describeSales('Sales of all categories', facts.all),
    ...[...facts.byCategory]
      .sort(([a], [b]) => a - b)
      .flatMap(([category, figures]) => describeSales(`Sales of category ${category}`, figures)),
    await describeRow(target, 'topEcommerce', uid, period),
    '',
    ...describeFollowers(facts),
    await describeRow(target, 'topGrowth', uid, period),
  ];
  return lines.join('\n');
}

async function readFacts(target: BuildTarget, uid: string, period: Period): Promise<Facts> {
  const all = new SalesFigures();
  const byCategory = new Map<number, SalesFigures>();
  await target.atPointInTime('sales', async (sales) => {
    for await (const page of sales.scan<SaleDocument>(factsOf(uid, daysOf(period)), ['uid', 'date'])) {
      for (const { _source } of page) {
        const ofCategory = byCategory.get(_source.product_category_id) ?? new SalesFigures();
        byCategory.set(_source.product_category_id, ofCategory);
        for (const figures of [all, ofCategory]) figures.add(_source);
      }
    }
  });
  const earlier = previousPeriod(period);
  return {
    all,
    byCategory,
    inside: await latestDay(target, uid, daysOf(period)),
    before: earlier && (await latestDay(target, uid, daysOf(earlier))),
  };
}

export const daysOf = (period: Period): Days => ({ from: firstDay(period), to: lastDay(period) });

const factsOf = (uid: string, { from, to }: Days) => ({
  bool: { filter: [{ term: { uid } }, { range: { date: { gte: from, lte: to } } }] },
});

async function latestDay(target: BuildTarget, uid: string, days: Days): Promise<CreatorDayDocument | undefined> {
  return target.atPointInTime('creator-days', async (creatorDays) => {
    let latest: CreatorDayDocument | undefined;
    for await (const page of creatorDays.scan<CreatorDayDocument>(factsOf(uid, days), ['uid', 'date'])) {
      latest = page.at(-1)?._source;
    }
    return latest;
  });
}

async function describeCreator(target: BuildTarget, uid: string): Promise<string> {
  const creator = await findOne<CreatorDocument>(target, 'creators', [{ term: { uid } }]);
  if (creator === undefined) return `${uid}, which is not loaded: its facts are held back`;
  const { unique_id, region, category_id, account_type } = creator;
  return `${uid} (${unique_id ?? 'no handle'}), region ${region}, category ${category_id}, account type ${account_type}`;
}

/** @param inUsd whether amounts are shown in USD alone: those of several creators have no other currency in common */
function describeSales(title: string, { channels, products }: SalesFigures, inUsd = false): string[] {
  const { video, live } = channels;
  const line = (name: string, gmv: bigint, usd: bigint, rest: string) => {
    const local = inUsd ? '' : `gmv ${formatAmount(gmv)} → ${roundToCents(gmv)}, `;
    return `  ${name.padEnd(6)} ${local}usd_gmv ${formatAmount(usd)} → ${roundToCents(usd)}${rest}`;
  };
  const channelLine = (name: 'video' | 'live') => {
    const { gmv, usdGmv, facts, contents } = channels[name];
    return line(name, gmv.exact, usdGmv.exact, `, ${facts} facts, ${contents.size} distinct ${name}s`);
  };
  return [
    `${title}: ${video.facts + live.facts} facts, ${products.size} distinct products`,
    channelLine('video'),
    channelLine('live'),
    line('both', video.gmv.exact + live.gmv.exact, video.usdGmv.exact + live.usdGmv.exact, ''),
  ];
}

function describeFollowers({ inside, before }: Facts): string[] {
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
  const rank = await rankOf(target, kind, list, figure, now, subject, id);
  const before = row.before === null ? 'no row' : `${row.before[figure]} ${unit}`;
  return `${ranking}: ${now} ${unit}, rank ${rank} of ${rowsListed(ranking, entry)} on ${entry.board}; ${before} in the period before`;
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

/** 1 for the first: by figure descending, then by id. */
async function rankOf(
  { client, names, retry }: BuildTarget,
  kind: RowKind,
  rows: object,
  field: string,
  figure: number,
  id: string,
  idField: string,
): Promise<number> {
  const equals = {
    bool: { filter: [{ range: { [field]: { gte: figure, lte: figure } } }, { range: { [idField]: { lt: id } } }] },
  };
  const query = {
    bool: { filter: [rows], should: [{ range: { [field]: { gt: figure } } }, equals], minimum_should_match: 1 },
  };
  return (await retry(() => client.count({ index: names.alias(kind), query }))).count + 1;
}

/** Describes the sums behind the row of a product, shop or category, computed from the current facts, and the row itself. */
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
    await describeRow(target, `${subject}TopSelling`, id, period),
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
