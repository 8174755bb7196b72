import { Inject, Injectable } from '@nestjs/common';
import { growthRate } from '../../boards/follower-growth.js';
import { growthOf } from '../../boards/rows/growth-rows.js';
import { declaredFields } from '../../common/fields/schema.js';
import type { FieldsClass } from '../../common/fields/schema.js';
import { EncodedData } from '../../common/records/encoded-data.js';
import type { DatedPeriod } from '../../common/period/period.js';
import { isCovered, previousPeriod } from '../../common/period/period.js';
import { RequestFailure } from '../../common/errors/failure.js';
import type { Rule } from '../../common/error-texts.js';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.js';
import type { CreatorDocument } from '../../creator/creator.document.js';
import { CREATOR_FIELDS } from '../../creator/creator.document.js';
import { fieldError } from '../../http/validation/request-errors.js';
import { allOf, filterClauses, term, terms } from '../../search/compiler/clauses.js';
import type { QueryClause } from '../../search/compiler/types.js';
import { SearchGateway } from '../../search/gateway/search-gateway.js';
import { PageCache } from '../../search/page-cache.js';
import { MOST_IDS, ShortRecords } from '../../search/short-records.js';
import { CategoryTrees } from '../../search/state/category-trees.js';
import type { RankingPlan, RankingRequest } from '../ranking.definition.js';
import { filtersOf, keepsRow, namedIds, orderOf } from '../ranking.query.js';
import type { RowPlace } from '../records/ranked.js';
import { CHANGE } from '../records/ranked.js';
import type {
  DistinctAnswer,
  FollowersAnswer,
  GmvAnswer,
  KeyField,
  LatestDaysAnswer,
  ReachAnswer,
  SumsAnswer,
} from './cut.query.js';
import {
  changeOf,
  compileDistinct,
  compileFollowers,
  compileGmv,
  compileLatestDays,
  compileReach,
  compileSums,
  DISTINCT_PAGE,
  figuresOf,
  hasSales,
  inDays,
  readGmv,
  readSums,
  regroup,
} from './cut.query.js';

type Row = Readonly<Record<string, unknown>>;

/** A row as the boards have it, and its place. */
export interface PlacedRow extends RowPlace {
  readonly row: Row;
}

/** Rows in their order, and what is known of the facts behind them. */
export interface Cut {
  readonly total: number;
  readonly complete: boolean;
  readonly previous_complete: boolean;
  readonly rows: readonly PlacedRow[];
}

/** The rows of a subject in the period and in the one before. */
interface BothRows {
  readonly now: Row | undefined;
  readonly before: Row | undefined;
}

/** Rows that are kept for the pages of a list. No page goes further. */
const KEPT_ROWS = 1000;

/** The fields of a row that a loaded record has, as the record names them. */
const RECORD_FIELDS: Readonly<Record<'creator' | 'product', Readonly<Record<string, string>>>> = {
  creator: { region: 'region', creator_category_id: 'category_id', account_type: 'account_type' },
  product: Object.fromEntries(
    [
      'region',
      'l1_category_id',
      'l2_category_id',
      'l3_category_id',
      'seller_id',
      'usd_price',
      'floor_price',
      'launch_time',
    ].map((field) => [field, field]),
  ),
};

/** Filters by fields that the rows of boards lack. */
const OF_FACTS = ['channel', 'l2_category_id', 'l3_category_id', 'usd_price_range', 'price_range', 'launch_time_range'];

/** Answers rankings that no board holds: the rows are added up from the facts, by records as they are loaded now. */
@Injectable()
export class CutReader {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'rankingRangeMaxRows'>,
    private readonly gateway: SearchGateway,
    private readonly pages: PageCache,
    private readonly records: ShortRecords,
    private readonly trees: CategoryTrees,
  ) {}

  /** Whether a request asks for rows that no board holds. */
  async asksForCut(request: RankingRequest): Promise<boolean> {
    const { date_info, level = 1, product_category_id: category, ...filter } = filtersOf(request);
    if (request.filter.date_info.type === 'range' || level !== 1) return true;
    return OF_FACTS.some((name) => filter[name] !== undefined) || (await this.levelOf(category as number)) > 1;
  }

  /**
   * The rows of a page.
   * @throws RequestFailure (400) when there are too many rows; UnavailableFailure (503) or InternalFailure (500) when
   * Elasticsearch does not answer in full
   */
  async page(plan: RankingPlan, request: RankingRequest, { from, size }: { from: number; size: number }): Promise<Cut> {
    const { filter, orderby } = request;
    const key = `cut ${plan.board} ${plan.subject} ${JSON.stringify([filter, orderby])}`;
    const kept = await this.pages.remember(key, async () => {
      const cut = await this.list(plan, request);
      return EncodedData.of<Cut>({ ...cut, rows: cut.rows.slice(0, KEPT_ROWS) });
    });
    const cut = kept.decode();
    return { ...cut, rows: await this.withDetails(plan, request, cut.rows.slice(from, from + size)) };
  }

  /** All rows, without the details that `withDetails` adds. @throws as `page` does */
  async list(plan: RankingPlan, request: RankingRequest): Promise<Cut> {
    const { date_info: period } = request.filter;
    const { growth_rate_range: growth, is_new: wantsNew } = filtersOf(request);
    const [{ complete, previous_complete, hasBefore }, found] = await Promise.all([
      this.reach(plan, period),
      plan.board === 'topGrowth' ? this.growth(plan, request) : this.sales(plan, request),
    ]);
    const isComparable = complete && previous_complete;
    const order = orderOf(plan, request).filter((figure) => isComparable || figure !== CHANGE);
    const isPlaced = hasBefore && !orderOf(plan, request).includes(CHANGE);
    const kept = (rows: readonly (Row | undefined)[]): Row[] =>
      rows.filter((row) => row !== undefined && keepsRow(plan, row, request)).sort(inOrder(plan.id, order)) as Row[];
    const places = new Map(kept(found.map(({ before }) => before)).map((row, at) => [row[plan.id], at + 1]));
    const ids = keysOf(plan, request).length > 1 ? undefined : namedIds(plan, request);
    const rows = kept(found.map(({ now }) => now))
      .map((row) => ({
        row,
        previous_rank: isPlaced ? (places.get(row[plan.id]) ?? null) : null,
        is_new: hasBefore ? Number(!places.has(row[plan.id])) : null,
        growthRate: isComparable ? (row['growth_rate'] as number | null) : null,
        isComparable,
      }))
      .filter(({ is_new, growthRate }) => {
        const isGrowing = growthRate !== null && growthRate >= (growth?.min ?? -Infinity);
        const isKept = growth === undefined || (isGrowing && growthRate <= (growth.max ?? Infinity));
        return isKept && (wantsNew === undefined || is_new === Number(wantsNew));
      })
      .map((placed, at) => ({ ...placed, rank: at + 1 }))
      .filter(({ row }) => ids === undefined || ids.includes(String(row[plan.id])));
    return { total: rows.length, complete, previous_complete, rows };
  }

  /** Rows with the figures and the creators that only those of a page are shown with. */
  async withDetails(plan: RankingPlan, request: RankingRequest, rows: readonly PlacedRow[]): Promise<PlacedRow[]> {
    const ids = rows.map(({ row }) => row[plan.id] as string);
    if (ids.length === 0) return [];
    const { date_info: period } = request.filter;
    const [creators, followers, figures, products] = await Promise.all([
      plan.subject === 'creator' ? this.creators(ids) : undefined,
      plan.board === 'topEcommerce' ? this.followers(plan, request, period, [terms('uid', ids)]) : undefined,
      plan.board === 'topGrowth' ? undefined : this.figures(plan, request, ids),
      plan.subject === 'product' ? this.records.fieldsOf('product', ids, ['l1_category_id']) : undefined,
    ]);
    const { channel } = filtersOf(request);
    const other = channel === 'video' ? 'live' : 'video';
    return rows.map(({ row, ...place }, at) => {
      const id = ids[at] as string;
      const details = {
        ...(creators && { creator: creators.get(id) }),
        ...(followers && { follower_count: followers.get(id) ?? null }),
        ...(products && { l1_category_id: products.get(id)?.l1_category_id ?? null }),
        ...(figures && { figures: { ...figures.get(id), ...(channel !== undefined && { [`${other}_count`]: null }) } }),
        ...(channel !== undefined && { [`${other}_usd_gmv`]: null }),
      };
      return { ...place, row: { ...row, ...details } };
    });
  }

  private async reach(plan: RankingPlan, period: DatedPeriod) {
    const before = previousPeriod(period);
    const facts = plan.board === 'topGrowth' ? 'creator-days' : 'sales';
    const { aggregations: found } = await this.gateway.searchRaw<ReachAnswer>(facts, compileReach(before));
    const days = { oldest: found.oldest.value_as_string, newest: found.newest.value_as_string };
    const previous_complete = before !== undefined && isCovered(before, days);
    const hasBefore = previous_complete || found.before.doc_count > 0;
    return { complete: isCovered(period, days), previous_complete, hasBefore };
  }

  /** The rows of sales. */
  private async sales(plan: RankingPlan, request: RankingRequest): Promise<BothRows[]> {
    const { figure, subject } = plan;
    const { date_info: period } = request.filter;
    const most = this.config.rankingRangeMaxRows;
    const clauses = [...(await this.clauses(plan, request)), ...(await this.subjectClauses(plan, request))];
    const answer = await this.gateway.searchRaw<SumsAnswer>(
      'sales',
      compileSums(keysOf(plan, request), period, clauses, most),
    );
    const sums = readSums(answer, most);
    if (sums === undefined) throw this.tooMany(plan, request);
    const wanted = Object.keys(this.subjectFilters(plan, request));
    const { groupOf, recordOf } = await this.grouping(
      plan,
      request,
      sums.map(({ key }) => key),
      wanted,
    );
    const regions = subject === 'shop' ? agreedRegions(sums, groupOf, recordOf) : undefined;
    const isByFollowers = filtersOf(request)['follower_count_range'] !== undefined;
    const [followers, followersBefore] = isByFollowers
      ? await Promise.all([
          this.followers(plan, request, period),
          this.followers(plan, request, previousPeriod(period)),
        ])
      : [];
    return [...regroup(sums, groupOf)].map(([id, { now, before }]) => {
      const record = recordOf(id);
      const own = { [plan.id]: id, ...record };
      const [shown, then] = [figuresOf(figure, now), figuresOf(figure, before)];
      return {
        now: shown && {
          ...own,
          ...(regions && { region: regions.now.get(id) }),
          ...(followers && { follower_count: followers.get(id) ?? null }),
          ...shown,
          ...changeOf(shown[figure] as number, then?.[figure] as number | undefined),
        },
        before: then && {
          ...own,
          ...(regions && { region: regions.before.get(id) }),
          ...(followersBefore && { follower_count: followersBefore.get(id) ?? null }),
          ...then,
        },
      };
    });
  }

  /** The rows of follower growth. */
  private async growth(plan: RankingPlan, request: RankingRequest): Promise<BothRows[]> {
    const { date_info: period } = request.filter;
    const before = previousPeriod(period);
    const clauses = await this.subjectClauses(plan, request);
    const [now, then, earlier] = await Promise.all(
      [period, before, before && previousPeriod(before)].map((one) => this.followers(plan, request, one, clauses)),
    );
    const ids = [...new Set([...(now?.keys() ?? []), ...(then?.keys() ?? [])])];
    const wanted = Object.keys(this.subjectFilters(plan, request));
    const { groupOf, recordOf } = await this.grouping(
      plan,
      request,
      ids.map((id) => [id]),
      wanted,
    );
    return ids.flatMap((id) => {
      if (groupOf([id]) === undefined) return [];
      const own = { uid: id, ...recordOf(id) };
      const [growth, previous] = [growthOf(id, then, now), growthOf(id, earlier, then)];
      const growth_rate = growth && growthRate(previous?.follower_inc_count ?? 0, growth.follower_inc_count);
      return { now: growth && { ...own, ...growth, growth_rate }, before: previous && { ...own, ...previous } };
    });
  }

  /** The followers of each creator on the latest day of a period that is known. */
  private async followers(
    plan: RankingPlan,
    request: RankingRequest,
    period: DatedPeriod | undefined,
    clauses: readonly QueryClause[] = [],
  ): Promise<ReadonlyMap<string, number>> {
    const most = this.config.rankingRangeMaxRows;
    if (period === undefined) return new Map();
    const latest = await this.gateway.searchRaw<LatestDaysAnswer>(
      'creator-days',
      compileLatestDays(period, clauses, most),
    );
    const { buckets } = latest.aggregations.rows;
    if (buckets.length > most) throw this.tooMany(plan, request);
    const days = new Map<string, string[]>();
    for (const { key, day } of buckets) {
      const uids = days.get(day.value_as_string);
      if (uids === undefined) days.set(day.value_as_string, [key]);
      else uids.push(key);
    }
    if (days.size === 0) return new Map();
    const body = compileFollowers(days, clauses, most);
    const { aggregations } = await this.gateway.searchRaw<FollowersAnswer>('creator-days', body);
    return new Map(aggregations.rows.buckets.map(({ key, followers }) => [key, followers.value]));
  }

  /** The filters of the rows by fields of their loaded records. */
  private subjectFilters({ subject, filters }: RankingPlan, request: RankingRequest): Readonly<Record<string, string>> {
    if (subject !== 'creator' && subject !== 'product') return {};
    const fields = RECORD_FIELDS[subject];
    const set = Object.entries(filters).filter(([name]) => filtersOf(request)[name] !== undefined);
    return Object.fromEntries(
      set.flatMap(([name, field]) => (typeof field === 'string' && field in fields ? [[name, field]] : [])),
    );
  }

  /** Narrows the facts to those of the subjects that the filters keep, where these are few enough to be named. */
  private async subjectClauses(plan: RankingPlan, request: RankingRequest): Promise<QueryClause[]> {
    const kind = plan.subject === 'creator' ? 'creator' : 'product';
    const set = Object.entries(this.subjectFilters(plan, request));
    if (set.length === 0) return [];
    const table = Object.fromEntries(set.map(([name, field]) => [name, RECORD_FIELDS[kind][field] as string]));
    const { ids, total } = await this.records.idsOf(
      kind,
      allOf(undefined, filterClauses(table, filtersOf(request))),
      MOST_IDS,
    );
    return total > MOST_IDS ? [] : [terms(kind === 'creator' ? 'uid' : 'product_id', ids)];
  }

  /** The filters of the sales that figures count. */
  private async clauses(plan: RankingPlan, request: RankingRequest): Promise<QueryClause[]> {
    const asked = filtersOf(request);
    const level = Number(asked['level'] ?? 1);
    const parts = level > 1 ? [...plan.parts, 'l1_category_id'] : plan.parts;
    const set = parts.flatMap((name) =>
      asked[name] === undefined ? [] : [[name, asked[name] as string | number] as const],
    );
    return Promise.all(
      set.map(async ([name, value]) => {
        if (name === 'channel') return term('channel', value);
        if (name === 'region') {
          const { ids, total } = await this.records.idsOf('creator', term('region', value), MOST_IDS);
          if (total > MOST_IDS)
            throw refusal(request, 'too_many_creators', `filter.${name}`, value, MOST_IDS, String(total));
          return terms('uid', ids);
        }
        const deep = name === 'product_category_id' ? await this.levelOf(Number(value)) : Number(name.charAt(1));
        if (deep < 2) return term('product_category_id', value);
        const clause = await this.records.salesUnder(deep, Number(value));
        if (clause === undefined)
          throw refusal(request, 'too_many_products', `filter.${name}`, value, MOST_IDS, `more than ${MOST_IDS}`);
        return clause;
      }),
    );
  }

  /** The level of a category; 0 of one that does not exist. */
  private async levelOf(category: number | undefined): Promise<number> {
    return category === undefined ? 0 : (await this.trees.get('product-categories')).path(category).length;
  }

  /**
   * Returns the row that the sales of a key count for, if any, and the record fields of a row.
   * @param wanted fields of rows, named as filters name them
   */
  private async grouping(
    plan: RankingPlan,
    request: RankingRequest,
    keys: readonly string[][],
    wanted: readonly string[],
  ) {
    const { subject, filters } = plan;
    const level = Number(filtersOf(request)['level'] ?? 1);
    const none = (): Row => ({});
    if (subject === 'category' && level === 1) return { groupOf: ([key]: string[]) => key, recordOf: none };
    const kind = subject === 'creator' ? 'creator' : 'product';
    const fields = wanted.map((name) => filters[name] as string);
    const deep = `l${level}_category_id`;
    const shown =
      subject === 'category' ? ['l1_category_id', deep] : subject === 'shop' ? ['seller_id', 'region'] : fields;
    const ids = [...new Set(keys.map(([id = '']) => id))];
    const found = await this.records.fieldsOf(
      kind,
      ids,
      shown.map((field) => RECORD_FIELDS[kind][field] as string),
    );
    const recordOf = (id: string): Row =>
      Object.fromEntries(shown.map((field) => [field, found.get(id)?.[RECORD_FIELDS[kind][field] as string] ?? null]));
    const groupOf = ([id = '', own]: string[]): string | undefined => {
      const record = found.get(id);
      if (subject === 'shop') return record?.['seller_id'] as string | undefined;
      if (subject !== 'category') return record && id;
      return String(record?.['l1_category_id']) === own ? String(record?.[deep] ?? '') : '';
    };
    return { groupOf, recordOf };
  }

  private async creators(ids: readonly string[]): Promise<ReadonlyMap<string, CreatorDocument>> {
    const body = { query: terms('uid', ids), size: ids.length, track_total_hits: false, _source: CREATOR_FIELDS };
    const { hits } = await this.gateway.searchRaw<{ hits: { hits: { _source: CreatorDocument }[] } }>('creators', body);
    return new Map(hits.hits.map(({ _source }) => [_source.uid, _source]));
  }

  /** The figures that rows are neither sorted nor filtered by: distinct counts, and the amounts of creators. */
  private async figures(
    plan: RankingPlan,
    request: RankingRequest,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Row>> {
    const { subject, record } = plan;
    const keys = keysOf(plan, request);
    const clauses = [inDays(request.filter.date_info), ...(await this.clauses(plan, request))];
    if (subject === 'shop') {
      const { ids: products, total } = await this.records.idsOf('product', terms('seller_id', ids), MOST_IDS);
      if (total <= MOST_IDS) clauses.push(terms('product_id', products));
    } else if (keys.length === 1) clauses.push(terms(keys[0] as string, ids));
    const counted = Object.entries(COUNTED).filter(([, { names }]) =>
      names.some((name) => declaredFields(record as FieldsClass).has(name)),
    );
    const figures = new Map<string, Record<string, number>>(ids.map((id) => [id, {}]));
    const counts = await Promise.all(
      counted.map(([, { fields }]) => this.distinct([...new Set([...keys, ...fields])], clauses)),
    );
    const products = counts.flat().map((values) => keys.map((key) => String(values[key])));
    const { groupOf } = await this.grouping(plan, request, products, []);
    counted.forEach(([, { fields, nameOf }], at) => {
      const sets = new Map<string, Set<string>>();
      for (const values of counts[at] ?? []) {
        const group = groupOf(keys.map((key) => String(values[key])));
        const row = group === undefined ? undefined : figures.get(group);
        if (row === undefined) continue;
        const name = nameOf(values);
        const set = sets.get(`${name} ${group}`) ?? new Set();
        sets.set(`${name} ${group}`, set.add(fields.map((field) => values[field]).join(' ')));
        row[name] = set.size;
      }
    });
    if (subject === 'creator') {
      const answer = await this.gateway.searchRaw<GmvAnswer>('sales', compileGmv(clauses, ids.length));
      for (const [id, amounts] of readGmv(answer)) Object.assign(figures.get(id) ?? {}, amounts);
    }
    return new Map([...figures].map(([id, row]) => [id, { ...NO_COUNTS, ...row }]));
  }

  /** All distinct values of fields together. */
  private async distinct(fields: readonly string[], clauses: readonly QueryClause[]) {
    const all: Readonly<Record<string, string | number>>[] = [];
    for (let after: object | undefined; ;) {
      const answer = await this.gateway.searchRaw<DistinctAnswer>('sales', compileDistinct(fields, clauses, after));
      const { buckets, after_key } = answer.aggregations.rows;
      for (const { key } of buckets) all.push(typeof key === 'object' ? key : { [fields[0] as string]: key });
      if (buckets.length < DISTINCT_PAGE || after_key === undefined) return all;
      after = after_key;
    }
  }

  private tooMany(plan: RankingPlan, request: RankingRequest): RequestFailure {
    const names = Object.entries(plan.filters).flatMap(([name, field]) =>
      typeof field === 'string' && field in RECORD_FIELDS[plan.subject === 'creator' ? 'creator' : 'product']
        ? [name]
        : [],
    );
    const narrowing = plan.subject === 'shop' ? plan.parts : [...plan.parts, ...names];
    const detail = `${narrowing.map((name) => `filter.${name}`).join(', ')} or fewer days`;
    return refusal(
      request,
      'too_many_rows',
      'filter.date_info',
      request.filter.date_info,
      this.config.rankingRangeMaxRows,
      detail,
    );
  }
}

const refusal = (
  { lang = 'EN_US' }: RankingRequest,
  rule: Rule,
  path: string,
  given: unknown,
  limit: number,
  detail: string,
) => new RequestFailure([fieldError({ path, rule, given, limit, detail }, lang)]);

/** The fields of sales whose values name the rows that they count for. */
function keysOf({ subject }: RankingPlan, request: RankingRequest): readonly KeyField[] {
  if (subject === 'creator') return ['uid'];
  if (subject !== 'category') return ['product_id'];
  return (filtersOf(request)['level'] ?? 1) === 1 ? ['product_category_id'] : ['product_id', 'product_category_id'];
}

/** Distinct counts: the fields of sales that are counted, and the figure that each counts for. */
const COUNTED: Readonly<
  Record<string, { fields: readonly string[]; names: readonly string[]; nameOf: (values: Row) => string }>
> = {
  creators: { fields: ['uid'], names: ['creator_count'], nameOf: () => 'creator_count' },
  products: { fields: ['product_id'], names: ['product_count'], nameOf: () => 'product_count' },
  contents: {
    fields: ['channel', 'content_id'],
    names: ['video_count', 'live_count'],
    nameOf: ({ channel }) => `${String(channel)}_count`,
  },
};
const NO_COUNTS = { creator_count: 0, product_count: 0, video_count: 0, live_count: 0 };

/** The region that the products of each shop with sales agree on; null where they do not. */
function agreedRegions(
  sums: readonly {
    readonly key: string[];
    readonly now: Parameters<typeof hasSales>[0];
    readonly before: Parameters<typeof hasSales>[0];
  }[],
  groupOf: (key: string[]) => string | undefined,
  recordOf: (id: string) => Row,
) {
  const regions = { now: new Map<string, unknown>(), before: new Map<string, unknown>() };
  for (const { key, ...sales } of sums) {
    const shop = groupOf(key);
    if (shop === undefined) continue;
    const { region } = recordOf(key[0] ?? '');
    for (const time of ['now', 'before'] as const) {
      if (!hasSales(sales[time])) continue;
      const agrees = !regions[time].has(shop) || regions[time].get(shop) === region;
      regions[time].set(shop, agrees ? region : null);
    }
  }
  return regions;
}

/** Compares rows by figures in turn, descending and null last, then by id as bytes. */
const inOrder =
  (id: string, order: readonly string[]) =>
  (one: Row | undefined, other: Row | undefined): number => {
    for (const figure of order) {
      const [mine, its] = [one?.[figure] as number | null, other?.[figure] as number | null];
      if (mine !== its) return (its ?? -Infinity) - (mine ?? -Infinity);
    }
    const [mine, its] = [one, other].map((row) => Buffer.from(String(row?.[id] || '\u{10ffff}'))) as [Buffer, Buffer];
    return Buffer.compare(mine, its);
  };
