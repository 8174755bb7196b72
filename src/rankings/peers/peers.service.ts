import { Injectable } from '@nestjs/common';
import { EncodedData } from '../../common/encoded-data.js';
import { requestScope } from '../../common/request-scope.js';
import type { DatedPeriod } from '../../common/period/period.js';
import { inDays } from '../../figures/fact-days.js';
import { categoryField, FactGroups } from '../../figures/fact-groups.js';
import { amountIn, amountOf } from '../../figures/sums.js';
import { term } from '../../search/compiler/clauses.js';
import { PageCache } from '../../freshness/page-cache.js';
import { ShortRecords } from '../../records/short-records.js';
import { RankingsService } from '../rankings.service.js';
import type { RankingPlan } from '../rankings.query.js';
import { RankingRows, type Row } from '../rankings.rows.js';
import { PRODUCT_TOP_SELLING, SHOP_TOP_SELLING, TOP_ECOMMERCE } from '../rankings.requests.js';
import { type PeersData, type PeersRequest, type Trait, TRAITS } from './peers.requests.js';
import { roundHalfAwayFromZero } from '../../common/numbers.js';
import { placeAmong } from '../../common/quartiles.js';
import type { JsonObject } from '../../common/json-object.js';

/** Fewer peers say nothing. */
const FEWEST_PEERS = 5;

/** The figures of a row, and what is known of its subject. */
type KnownRow = JsonObject;

/** The filter that keeps the peers of a row, by its name; null where the row has no value. */
type SharedFilter = (row: KnownRow, tolerance: number) => readonly [name: string, value: unknown];

/** The subject of a comparison: its ranking, and what its peers share with it. */
interface PeerSubject<Own extends Trait> {
  readonly ranking: RankingPlan;
  /** The figures of a row that are compared. */
  readonly figures: readonly string[];
  /** The fields of its record that peers share. */
  readonly fields: readonly string[];
  readonly traits: Readonly<Record<Own, SharedFilter>>;
}

const sameValue =
  (filter: string, field = filter): SharedFilter =>
  (row) => [filter, row[field] ?? null];

const valueAround =
  (field: string): SharedFilter =>
  (row, tolerance) => {
    const value = row[field];
    const bound = (percent: number) => roundHalfAwayFromZero((Number(value) * percent) / 100, 2);
    const range = typeof value === 'number' ? { min: bound(100 - tolerance), max: bound(100 + tolerance) } : null;
    return [`${field}_range`, range];
  };

/** The category of the deepest level that a product has. */
const deepestCategory: SharedFilter = (row) => {
  const level = ['l3_category_id', 'l2_category_id'].find((name) => typeof row[name] === 'number') ?? 'l1_category_id';
  return [level, row[level] ?? null];
};

const SELLING = [
  'usd_gmv',
  'video_usd_gmv',
  'live_usd_gmv',
  'units_sold',
  'creator_count',
  'video_count',
  'live_count',
];

/** What can be compared with its peers. */
export const PEERS = {
  creator: {
    ranking: TOP_ECOMMERCE,
    figures: [
      ...['creator_usd_gmv', 'video_usd_gmv', 'live_usd_gmv', 'units_sold'],
      ...['product_count', 'video_count', 'live_count'],
    ],
    fields: ['region', 'category_id'],
    traits: {
      region: sameValue('region'),
      category: sameValue('creator_category_id', 'category_id'),
      followers: valueAround('follower_count'),
    },
  },
  product: {
    ranking: PRODUCT_TOP_SELLING,
    figures: SELLING,
    fields: ['region', 'l1_category_id', 'l2_category_id', 'l3_category_id', 'usd_price'],
    traits: { region: sameValue('region'), category: deepestCategory, price: valueAround('usd_price') },
  },
  shop: {
    ranking: SHOP_TOP_SELLING,
    figures: [...SELLING, 'product_count'],
    fields: [],
    traits: { region: sameValue('region', 'agreed'), category: sameValue('l1_category_id') },
  },
} as const satisfies { readonly [By in keyof typeof TRAITS]: PeerSubject<(typeof TRAITS)[By][number]> };

/** Compares rows of rankings with the other rows that have the same. */
@Injectable()
export class PeersService {
  constructor(
    private readonly rankings: RankingsService,
    private readonly records: ShortRecords,
    private readonly groups: FactGroups,
    private readonly rows: RankingRows,
    private readonly pages: PageCache,
  ) {}

  /** @throws as `RankingsService.page` does */
  compare(subject: keyof typeof PEERS, request: PeersRequest): Promise<EncodedData<PeersData>> {
    const { ranking, figures, fields } = PEERS[subject];
    const traits: Readonly<Partial<Record<Trait, SharedFilter>>> = PEERS[subject].traits;
    const { filter: asked, same, tolerance } = request;
    return this.pages.remember(`peers ${subject} ${JSON.stringify(request)}`, async () => {
      requestScope().isExpensive = true;
      const query = await this.rankings.compile(ranking, { filter: asked, orderby: [] });
      const { period: date_info } = query;
      const id = (asked as object as Readonly<Record<string, string>>)[ranking.named] ?? '';
      const none = (note: string) => EncodedData.of<PeersData>({ peers: 0, note, filter: null, figures: [] });
      const [[row], of] = await Promise.all([
        this.rows.read(query, [id]),
        subject === 'shop' ? this.largestCategory(id, date_info) : this.records.fieldsOf(subject, id, fields),
      ]);
      if (row === undefined || row.facts === 0) return none('The ranking of this period has no row of this ID.');
      const known = { ...row, ...of };
      const shared = same.flatMap((trait) => {
        const own = traits[trait]?.(known, tolerance);
        return own === undefined ? [] : [{ trait, own }];
      });
      const unknown = shared.filter(({ own: [, value] }) => value === null).map(({ trait }) => trait);
      if (unknown.length > 0) return none(`Not known of this row: ${unknown.join(', ')}. Leave it out of same.`);
      const filter = { ...Object.fromEntries(shared.map(({ own }) => own)), date_info };
      const rows = await this.rankings.allRows(ranking, { filter, orderby: [] });
      const own = rows.find((one) => one.id === id) ?? row;
      const peers = rows.filter((one) => one.id !== id);
      const isCompared = peers.length >= FEWEST_PEERS;
      return EncodedData.of<PeersData>({
        peers: peers.length,
        note: isCompared ? null : tooFew(peers.length, same),
        filter,
        figures: isCompared
          ? figures.map((name) => {
              const value = figureOf(own, name);
              const values = peers.map((peer) => figureOf(peer, name));
              return { name, value, ...placeAmong(value, values) };
            })
          : [],
      });
    });
  }

  /** The level 1 category in which a shop sells most. */
  private async largestCategory(shop: string, period: DatedPeriod): Promise<{ l1_category_id: number | null }> {
    const clauses = [inDays(period), term('seller_id', shop)];
    const metrics = amountIn('usd_gmv');
    const groups = await this.groups.read({ facts: 'sales', field: categoryField(1), clauses, metrics }, Infinity);
    const categories = groups?.map(({ key, values }) => ({ key, amount: amountOf(values, 'usd_gmv', key) })) ?? [];
    categories.sort((one, other) => other.amount - one.amount || (one.key < other.key ? -1 : 1));
    return { l1_category_id: categories[0] === undefined ? null : Number(categories[0].key) };
  }
}

const tooFew = (peers: number, same: readonly string[]): string =>
  `A comparison needs ${FEWEST_PEERS} peers or more; ${peers} have the same ${same.join(' and ') || 'ranking'}. ` +
  'Name less in same, or raise tolerance.';

const figureOf = (row: Row, name: string): number => Number(row[name] ?? 0);
