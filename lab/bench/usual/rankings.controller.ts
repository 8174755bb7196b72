import { Client } from '@elastic/elasticsearch';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { followersIn, formatPercent } from '../../../src/common/numbers.js';
import { type DatedPeriod, previousPeriod } from '../../../src/common/period/period.js';
import { RankedCreator } from '../../../src/subjects/creator.js';
import { toRateInfo } from '../../../src/money/figure-info.record.js';
import { wholeRecord } from '../../../src/fields/field.js';
import { recordOfRow } from '../../../src/fields/paths.js';
import { inDays } from '../../../src/figures/fact-days.js';
import { aggregate, MOST_GROUPS, ofChannel } from '../../../src/figures/fact-groups.js';
import { LATEST } from '../../../src/figures/followers.js';
import {
  type Aggregations,
  AMOUNT_SUMS,
  amountOf,
  growthRate,
  UNITS,
  unitsOf,
  type Values,
} from '../../../src/figures/sums.js';
import {
  compileRanking,
  type RankingPlan,
  type RankingQuery,
  type RankingRequest,
} from '../../../src/rankings/rankings.query.js';
import { TOP_ECOMMERCE, TOP_GROWTH } from '../../../src/rankings/rankings.requests.js';
import { term, terms } from '../../../src/search/compiler/clauses.js';
import type { QueryClause } from '../../../src/search/compiler/types.js';
import { RecordEntity } from './search.service.js';
import { TopEcommerceDto, TopGrowthDto } from './search.dto.js';

const PREFIX = process.env.INDEX_PREFIX ?? '';

interface RankingPage {
  readonly total: number;
  readonly list: RecordEntity[];
  readonly date_type: string;
  readonly date_value: string;
}

type Asked = TopEcommerceDto | TopGrowthDto;
type Period = DatedPeriod | undefined;
/** Metrics of a group by their names, those of a channel inside of it. */
type Metrics = Readonly<Record<string, { readonly value: number } & Readonly<Record<string, { value: number }>>>>;
type Figures = ReadonlyMap<string, number>;

const COUNTED = {
  product_count: ['product_id'],
  video_count: ['content_id', 'video'],
  live_count: ['content_id', 'live'],
};
const SUMS: Aggregations = { ...UNITS, ...AMOUNT_SUMS.usd_gmv, ...AMOUNT_SUMS.gmv };

/** Adds up both periods of each page with plain aggregations. */
@Controller('creator/v1/rank')
export class RankingsController {
  constructor(private readonly client: Client) {}

  @Post('topEcommerce')
  @HttpCode(200)
  topEcommerce(@Body() request: TopEcommerceDto): Promise<RankingPage> {
    return this.page(request, TOP_ECOMMERCE, {
      figures: async (period, { clauses, channel }) =>
        new Map(
          (await this.groups('sales', [inDays(period), ...clauses, ...ofChannel(channel)], AMOUNT_SUMS.usd_gmv)).map(
            ([uid, metrics]) => [uid, amountOf(valuesOf(metrics), 'usd_gmv', uid)],
          ),
        ),
      rows: (period, { clauses }, uids) => this.sales(period, clauses, terms('uid', uids)),
    });
  }

  @Post('topGrowth')
  @HttpCode(200)
  topGrowth(@Body() request: TopGrowthDto): Promise<RankingPage> {
    const growth = async (period: Period, clauses: readonly QueryClause[]): Promise<Map<string, [number, number]>> => {
      const before = period && previousPeriod(period);
      const [now, then] = await Promise.all([period, before].map((one) => this.followers(one, clauses)));
      return new Map([...(now ?? [])].flatMap(([uid, count]) => both(uid, count, then?.get(uid))));
    };
    return this.page(request, TOP_GROWTH, {
      figures: async (period, { clauses }) =>
        new Map([...(await growth(period, clauses))].map(([uid, [after, before]]) => [uid, after - before])),
      rows: async (period, { clauses }, uids) =>
        new Map(
          [...(await growth(period, [...clauses, terms('uid', uids)]))].map(([uid, [after, before]]) => [
            uid,
            {
              follower_inc_count: after - before,
              ...growthOf(growthRate(before, after)),
              follower_count_at_period_end: after,
            },
          ]),
        ),
    });
  }

  private async page(
    request: Asked,
    plan: RankingPlan,
    read: {
      readonly figures: (period: Period, query: RankingQuery) => Promise<Figures>;
      readonly rows: (period: Period, query: RankingQuery, uids: string[]) => Promise<ReadonlyMap<string, object>>;
    },
  ): Promise<RankingPage> {
    const { page, pagesize } = request;
    const period = request.filter.date_info as DatedPeriod;
    const query = compileRanking(plan, { ...request, orderby: [] } as object as RankingRequest, 1);
    const [now, then] = await Promise.all([read.figures(period, query), read.figures(previousPeriod(period), query)]);
    const [list, listBefore] = [now, then].map(inOrder) as [string[], string[]];
    const places = new Map(listBefore.map((uid, at) => [uid, at + 1]));
    const from = (page - 1) * pagesize;
    const uids = list.slice(from, from + pagesize);
    const [rows, creators] = await Promise.all([read.rows(period, query, uids), this.creators(uids)]);
    const records = uids.map((uid, at) => {
      const previous_rank = places.get(uid) ?? null;
      const growthOfRow = growthRate(then.get(uid) ?? 0, now.get(uid) ?? 0);
      const place = { rank: from + at + 1, previous_rank, is_new: Number(previous_rank === null) };
      const creator = creators.get(uid);
      const growth = { [`${plan.figure}_growth_rate_info`]: toRateInfo(growthOfRow) };
      return recordOfRow(plan.record, { ...creator, uid, creator, ...rows.get(uid) }, { ...place, ...growth });
    });
    const { type: date_type, value: date_value } = period;
    return { total: list.length, list: records.map((record) => new RecordEntity(record)), date_type, date_value };
  }

  private async sales(
    period: Period,
    clauses: readonly QueryClause[],
    ofPage: QueryClause,
  ): Promise<ReadonlyMap<string, object>> {
    const counts = Object.entries(COUNTED).map(([name, [field = '', channel]]) => {
      const number = { cardinality: { field, precision_threshold: 40_000 } };
      return [name, channel === undefined ? number : { filter: term('channel', channel), aggs: { number } }];
    });
    const channels = ['video', 'live'].map((name) => [name, { filter: term('channel', name), aggs: SUMS }]);
    const metrics = { ...SUMS, ...(Object.fromEntries([...counts, ...channels]) as Aggregations) };
    const all = [inDays(period), ...clauses, ofPage];
    const [groups, followers] = await Promise.all([
      this.groups('sales', all, metrics),
      this.followers(period, [ofPage]),
    ]);
    return new Map(
      groups.map(([uid, group]) => [
        uid,
        {
          units_sold: unitsOf(valuesOf(group), uid),
          follower_count: followers.get(uid) ?? null,
          ...amountsOf('creator', valuesOf(group), uid),
          ...amountsOf('video', valuesOf(group.video as object as Metrics), uid),
          ...amountsOf('live', valuesOf(group.live as object as Metrics), uid),
          ...Object.fromEntries(
            Object.keys(COUNTED).map((name) => [name, group[name]?.number?.value ?? group[name]?.value ?? 0]),
          ),
        },
      ]),
    );
  }

  private async followers(period: Period, clauses: readonly QueryClause[]): Promise<Figures> {
    const groups = await this.groups('creator-days', [inDays(period), ...clauses], LATEST);
    return new Map(groups.map(([uid, { latest }]) => [uid, followersIn(latest?.value ?? 0)]));
  }

  private async creators(uids: string[]): Promise<ReadonlyMap<string, RankedCreator>> {
    if (uids.length === 0) return new Map();
    const { docs } = await this.client.mget<{ record: string }>({ index: `${PREFIX}creators`, ids: uids });
    const records = docs.flatMap((found) => ('_source' in found && found._source ? [found._source.record] : []));
    return new Map(
      records.map((text) => wholeRecord(RankedCreator, JSON.parse(text) as object)).map((one) => [one.uid, one]),
    );
  }

  /** Every group of facts by creator, in the order of the ids. */
  private async groups(
    facts: string,
    clauses: readonly QueryClause[],
    aggs: Aggregations,
  ): Promise<(readonly [string, Metrics])[]> {
    const groups = { terms: { field: 'uid', size: MOST_GROUPS, order: { _key: 'asc' } }, aggs };
    const answer = await this.client.search({
      index: PREFIX + facts,
      ...aggregate(clauses, { groups } as Aggregations),
    });
    const { buckets } = (answer.aggregations as unknown as GroupsAnswer).groups;
    return buckets.map((bucket) => [bucket.key, bucket]);
  }
}

interface GroupsAnswer {
  readonly groups: { readonly buckets: readonly (Metrics & { readonly key: string })[] };
}

const valuesOf = (metrics: Metrics): Values =>
  Object.fromEntries(Object.entries(metrics).map(([name, metric]) => [name, metric.value]));

const amountsOf = (name: string, values: Values, uid: string) => ({
  [`${name}_usd_gmv`]: amountOf(values, 'usd_gmv', uid),
  [`${name}_gmv`]: amountOf(values, 'gmv', uid),
});

const growthOf = (rate: number | null) => {
  const text = rate === null ? null : formatPercent(rate);
  return { follower_inc_rate: text, follower_inc_rate_info: toRateInfo(rate), follower_rate: text };
};

const both = (uid: string, after: number, before: number | undefined): [string, [number, number]][] =>
  before === undefined ? [] : [[uid, [after, before]]];

/** Ids by their figures, the largest first; equal ones stay in their order. */
const inOrder = (figures: Figures): string[] =>
  [...figures].sort(([, one], [, other]) => other - one).map(([uid]) => uid);
