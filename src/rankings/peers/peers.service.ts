import { Injectable } from '@nestjs/common';
import { EncodedData } from '../../common/encoded-data.js';
import { requestScope } from '../../common/request-scope.js';
import type { DatedPeriod } from '../../common/period/period.js';
import { inDays } from '../../figures/fact-days.js';
import { categoryField, FactGroups } from '../../figures/fact-groups.js';
import { AMOUNT_SUMS, amountOf } from '../../figures/sums.js';
import { term } from '../../search/compiler/clauses.js';
import type { QueryClause } from '../../search/compiler/types.js';
import { PageCache } from '../../freshness/data-cache.js';
import { ShortRecords } from '../../records/short-records.js';
import { RankingsService } from '../rankings.service.js';
import { RankingRows, type Row } from '../rankings.rows.js';
import { RANKINGS } from '../rankings.requests.js';
import type { PeerFigure, PeersData, PeersRequest } from './peers.requests.js';
import { placeAmong } from '../../common/quartiles.js';
import type { SubjectPeers } from '../../subjects/subject.js';
import { mainRanking, type PeerSubject, SUBJECTS } from '../../subjects/subjects.js';

/** Fewer peers say nothing. */
const FEWEST_PEERS = 5;

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
  compare(subject: PeerSubject, request: PeersRequest): Promise<EncodedData<PeersData>> {
    const ranking = RANKINGS[mainRanking(subject)];
    const { figures, fields, traits }: SubjectPeers = SUBJECTS[subject].peers;
    const { filter: asked, same, tolerance } = request;
    return this.pages.remember(`peers ${subject} ${JSON.stringify(request)}`, async () => {
      requestScope().isExpensive = true;
      const query = await this.rankings.compile(ranking, { filter: asked, orderby: [] });
      const { period: date_info, ids: [id = ''] = [] } = query;
      const none = (note: string) => EncodedData.of<PeersData>({ peers: 0, note, filter: null, figures: [] });
      const [[row], values] = await Promise.all([
        this.rows.read(query, [id]),
        fields === undefined
          ? this.largestCategory(term(SUBJECTS[subject].key, id), date_info)
          : this.records.fieldsOf(subject, id, fields.split(' ')),
      ]);
      if (row === undefined || row.facts === 0) return none('The ranking of this period has no row of this ID.');
      const shared = same.flatMap((trait) => {
        const filter = traits[trait]?.({ ...row, ...values }, tolerance);
        return filter === undefined ? [] : [{ trait, filter }];
      });
      const unknown = shared.filter(({ filter: [, value] }) => value === null).map(({ trait }) => trait);
      if (unknown.length > 0) return none(`Not known of this row: ${unknown.join(', ')}. Leave it out of same.`);
      const filter = { ...Object.fromEntries(shared.map((one) => one.filter)), date_info };
      const rows = await this.rankings.allRows(ranking, { filter, orderby: [] });
      const compared = rows.find((one) => one.id === id) ?? row;
      const peers = rows.filter((one) => one.id !== id);
      const isCompared = peers.length >= FEWEST_PEERS;
      return EncodedData.of<PeersData>({
        peers: peers.length,
        note: isCompared ? null : tooFew(peers.length, same),
        filter,
        figures: isCompared ? figures.split(' ').map((name) => compareFigure(name, compared, peers)) : [],
      });
    });
  }

  /** The level 1 category with the most of some sales. */
  private async largestCategory(sales: QueryClause, period: DatedPeriod): Promise<{ l1_category_id: number | null }> {
    const clauses = [inDays(period), sales];
    const metrics = AMOUNT_SUMS.usd_gmv;
    const groups = await this.groups.read({ facts: 'sales', field: categoryField(1), clauses, metrics }, Infinity);
    const categories = groups?.map(({ key, values }) => ({ key, amount: amountOf(values, 'usd_gmv', key) })) ?? [];
    categories.sort((one, other) => other.amount - one.amount || (one.key < other.key ? -1 : 1));
    return { l1_category_id: categories[0] === undefined ? null : Number(categories[0].key) };
  }
}

const tooFew = (peers: number, same: readonly string[]): string =>
  `A comparison needs ${FEWEST_PEERS} peers or more; ${peers} have the same ${same.join(' and ') || 'ranking'}. ` +
  'Name less in same, or raise tolerance.';

function compareFigure(name: string, row: Row, peers: readonly Row[]): PeerFigure {
  const [value = 0, ...others] = [row, ...peers].map((one) => Number(one[name] ?? 0));
  return { name, value, ...placeAmong(value, others) };
}
