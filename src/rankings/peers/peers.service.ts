import { Injectable } from '@nestjs/common';
import { EncodedData } from '../../documents/encoded-data.js';
import { requestScope } from '../../common/request-scope.js';
import type { DatedPeriod } from '../../common/period/period.js';
import { inDays } from '../../figures/fact-days.js';
import { categoryField, FactGroups } from '../../figures/fact-groups.js';
import { amountIn, amountOf } from '../../figures/sums.js';
import { term } from '../../search/compiler/clauses.js';
import { PageCache } from '../../search/page-cache.js';
import { ShortRecords } from '../../records/short-records.js';
import { RankingReader } from '../ranking.reader.js';
import { RankingLists } from '../ranking.lists.js';
import type { Row } from '../ranking.rows.js';
import type { PeersData, PeersRequest } from './peers.requests.js';
import { PEERS, type PeerSubject } from './peers.table.js';
import { placeAmong } from '../../common/quartiles.js';

/** Fewer peers say nothing. */
const FEWEST_PEERS = 5;

const PRODUCT_FIELDS = ['l1_category_id', 'l2_category_id', 'l3_category_id', 'usd_price'];

/** Compares rows of rankings with the other rows that have the same. */
@Injectable()
export class PeersService {
  constructor(
    private readonly rankings: RankingReader,
    private readonly records: ShortRecords,
    private readonly groups: FactGroups,
    private readonly lists: RankingLists,
    private readonly pages: PageCache,
  ) {}

  /** @throws as `RankingReader.page` does */
  compare(subject: keyof typeof PEERS, request: PeersRequest): Promise<EncodedData<PeersData>> {
    const { ranking, figures, traits }: PeerSubject = PEERS[subject];
    const { filter: asked, same, tolerance } = request;
    return this.pages.remember(`peers ${subject} ${JSON.stringify(request)}`, async () => {
      requestScope().isExpensive = true;
      const { date_info } = (await this.lists.dated(ranking, { filter: asked, orderby: [] })).filter;
      const id = (asked as object as Readonly<Record<string, string>>)[ranking.named] ?? '';
      const none = (note: string) => EncodedData.of<PeersData>({ peers: 0, note, filter: null, figures: [] });
      const [row, products, category] = await Promise.all([
        this.rankings.rowOf(ranking, date_info, id),
        ranking.subject === 'product' ? this.records.fieldsOf([id], PRODUCT_FIELDS) : undefined,
        ranking.subject === 'shop' ? this.largestCategory(id, date_info) : undefined,
      ]);
      if (row === undefined) return none('The ranking of this period has no row of this ID.');
      const known = { ...row, ...products?.get(id), ...category };
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
    const categories = groups?.map(({ key, values }) => ({ key, amount: amountOf(values, 'usd_gmv') })) ?? [];
    categories.sort((one, other) => other.amount - one.amount || (one.key < other.key ? -1 : 1));
    return { l1_category_id: categories[0] === undefined ? null : Number(categories[0].key) };
  }
}

const tooFew = (peers: number, same: readonly string[]): string =>
  `A comparison needs ${FEWEST_PEERS} peers or more; ${peers} have the same ${same.join(' and ') || 'ranking'}. ` +
  'Name less in same, or raise tolerance.';

const figureOf = (row: Row, name: string): number => Number(row[name] ?? 0);
