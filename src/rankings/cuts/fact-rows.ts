import { growthRate } from '../../boards/follower-growth.js';
import { growthOf } from '../../boards/rows/growth-rows.js';
import type { Rule } from '../../common/error-texts.js';
import { RequestFailure } from '../../common/errors/failure.js';
import { declaredFields } from '../../common/fields/schema.js';
import type { FieldsClass } from '../../common/fields/schema.js';
import type { DatedPeriod } from '../../common/period/period.js';
import { isCovered, previousPeriod } from '../../common/period/period.js';
import type { CreatorDocument } from '../../creator/creator.document.js';
import { CREATOR_FIELDS } from '../../creator/creator.document.js';
import { fieldError } from '../../http/validation/request-errors.js';
import { allOf, filterClauses, term, terms } from '../../search/compiler/clauses.js';
import type { QueryClause } from '../../search/compiler/types.js';
import type { SearchGateway } from '../../search/gateway/search-gateway.js';
import type { ShortRecords } from '../../search/short-records.js';
import { MOST_IDS } from '../../search/short-records.js';
import type { RankingPlan, RankingRequest } from '../ranking.definition.js';
import { filtersOf } from '../ranking.query.js';
import type {
  DistinctAnswer,
  FollowersAnswer,
  GmvAnswer,
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
  inDays,
  readGmv,
  readSums,
  regroup,
} from './cut.query.js';
import type { RecordFields } from './fact-subjects.js';
import { agreedValues, factSubject } from './fact-subjects.js';

export type Row = Readonly<Record<string, unknown>>;

/** The row of a subject in the period and in the one before. */
export interface BothRows {
  readonly now: Row | undefined;
  readonly before: Row | undefined;
}

/** What facts are read with, and the maximum rows. */
export interface FactReads {
  readonly gateway: SearchGateway;
  readonly records: ShortRecords;
  readonly levelOf: (category: number) => Promise<number>;
  readonly most: number;
}

/** The fields of sales whose distinct values are counted together. */
const COUNTED = [['uid'], ['product_id'], ['channel', 'content_id']] as const;

const countName = ([counted]: (typeof COUNTED)[number], channel: unknown): string =>
  counted === 'channel' ? `${String(channel)}_count` : { uid: 'creator_count', product_id: 'product_count' }[counted];

/** The field of a row that has the value of a record's field. */
const rowField = (field: string): string => (field === 'category_id' ? 'creator_category_id' : field);

/** The rows that a request asks for, added up from the facts, by records as they are loaded now. */
export class FactRows {
  private readonly asked: ReturnType<typeof filtersOf>;
  private readonly period: DatedPeriod;
  private readonly before: DatedPeriod | undefined;
  private readonly level: number;
  private readonly subject: ReturnType<typeof factSubject>;
  /** The fields of records that the filters of the request look at, by filter. */
  private readonly ownFilters: Readonly<Record<string, string>>;

  constructor(
    private readonly reads: FactReads,
    private readonly plan: RankingPlan,
    private readonly request: RankingRequest,
  ) {
    this.asked = filtersOf(request);
    this.period = request.filter.date_info;
    this.before = previousPeriod(this.period);
    this.level = Number(this.asked['level'] ?? 1);
    this.subject = factSubject(plan.subject, this.level);
    const own = (this.subject.own ?? []).flatMap((field) => this.filtersOfField(field).map((name) => [name, field]));
    this.ownFilters = Object.fromEntries(own.filter(([name]) => this.asked[name ?? ''] !== undefined)) as Record<
      string,
      string
    >;
  }

  private filtersOfField(field: string): string[] {
    return Object.entries(this.plan.filters).flatMap(([name, looked]) => (looked === rowField(field) ? [name] : []));
  }

  /** Whether the facts reach over the period and the one before, and whether that one has a ranking. */
  async reach() {
    const facts = this.plan.board === 'topGrowth' ? 'creator-days' : 'sales';
    const { aggregations: found } = await this.search<ReachAnswer>(facts, compileReach(this.before));
    const days = { oldest: found.oldest.value_as_string, newest: found.newest.value_as_string };
    const previous_complete = this.before !== undefined && isCovered(this.before, days);
    const hasBefore = previous_complete || found.before.doc_count > 0;
    return { complete: isCovered(this.period, days), previous_complete, hasBefore };
  }

  /** The rows with the figures that they are sorted and filtered by. */
  rows(): Promise<BothRows[]> {
    return this.plan.board === 'topGrowth' ? this.growth() : this.sales();
  }

  private async sales(): Promise<BothRows[]> {
    const { figure, id: idField } = this.plan;
    const { most } = this.reads;
    const clauses = [...(await this.clauses()), ...(await this.ownClauses())];
    const answer = await this.search<SumsAnswer>('sales', compileSums(this.subject.keys, this.period, clauses, most));
    const sums = readSums(answer, most);
    if (sums === undefined) throw this.tooMany();
    const isByFollowers = this.asked['follower_count_range'] !== undefined;
    const [groups, ...followers] = await Promise.all([
      this.grouping(sums),
      ...(isByFollowers ? [this.period, this.before].map((period) => this.followers(period)) : []),
    ]);
    const ownAt = { now: await this.ownOf(sums, groups, 'now'), before: await this.ownOf(sums, groups, 'before') };
    return [...regroup(sums, groups.groupOf)].map(([id, sales]) => {
      const [now, before] = (['now', 'before'] as const).map((time, at): Row | undefined => {
        const figures = figuresOf(figure, sales[time]);
        const known = isByFollowers && { follower_count: followers[at]?.get(id) ?? null };
        return figures && { [idField]: id, ...ownAt[time](id), ...known, ...figures };
      });
      const change = now && changeOf(now[figure] as number, before?.[figure] as number | undefined);
      return { now: now && { ...now, ...change }, before };
    });
  }

  private async growth(): Promise<BothRows[]> {
    const clauses = await this.ownClauses();
    const periods = [this.period, this.before, this.before && previousPeriod(this.before)];
    const [now, then, earlier] = await Promise.all(periods.map((period) => this.followers(period, clauses)));
    const uids = [...new Set([now, then].flatMap((some) => [...(some?.keys() ?? [])]))];
    const { groupOf, ownOf } = await this.grouping(uids.map((uid) => ({ key: [uid] })));
    return uids.flatMap((uid) => {
      if (groupOf([uid]) === undefined) return [];
      const own = { uid, ...ownOf(uid) };
      const [growth, before] = [growthOf(uid, then, now), growthOf(uid, earlier, then)];
      const growth_rate = growth && growthRate(before?.follower_inc_count ?? 0, growth.follower_inc_count);
      return { now: growth && { ...own, ...growth, growth_rate }, before: before && { ...own, ...before } };
    });
  }

  /** The followers of each creator on the latest day of a period that is known. */
  private async followers(
    period: DatedPeriod | undefined,
    clauses: readonly QueryClause[] = [],
  ): Promise<ReadonlyMap<string, number>> {
    const { most } = this.reads;
    if (period === undefined) return new Map();
    const latest = await this.search<LatestDaysAnswer>('creator-days', compileLatestDays(period, clauses, most));
    const { buckets } = latest.aggregations.rows;
    if (buckets.length > most) throw this.tooMany();
    if (buckets.length === 0) return new Map();
    const uidsOn = new Map<string, string[]>(buckets.map(({ day }) => [day.value_as_string, []]));
    for (const { key, day } of buckets) uidsOn.get(day.value_as_string)?.push(key);
    const { aggregations } = await this.search<FollowersAnswer>(
      'creator-days',
      compileFollowers(uidsOn, clauses, most),
    );
    return new Map(aggregations.rows.buckets.map(({ key, followers }) => [key, followers.value]));
  }

  /** Narrows facts to those of the subjects that the filters keep, where these are few enough to be named. */
  private async ownClauses(): Promise<QueryClause[]> {
    const { kind, keys } = this.subject;
    if (kind === undefined || Object.keys(this.ownFilters).length === 0) return [];
    const query = allOf(undefined, filterClauses(this.ownFilters, this.asked));
    const { ids, total } = await this.reads.records.idsOf(kind, query, MOST_IDS);
    return total > MOST_IDS ? [] : [terms(keys[0] ?? '', ids)];
  }

  /** The filters of the sales that figures count. */
  private async clauses(): Promise<QueryClause[]> {
    const { subject } = this.plan;
    const parts = this.level > 1 ? [...this.plan.parts, 'l1_category_id'] : this.plan.parts;
    const set = parts.filter((name) => this.asked[name] !== undefined);
    const ofContent = subject === 'video' || subject === 'live' ? [term('channel', subject)] : [];
    return [...ofContent, ...(await Promise.all(set.map((name) => this.clauseOf(name, this.asked[name] as number))))];
  }

  private async clauseOf(name: string, value: string | number): Promise<QueryClause> {
    const { records, levelOf } = this.reads;
    const tooMany = (rule: Rule) => this.refusal(rule, `filter.${name}`, value, MOST_IDS, `more than ${MOST_IDS}`);
    if (name === 'channel') return term('channel', value);
    if (name === 'region') {
      const { ids, total } = await records.idsOf('creator', term('region', value), MOST_IDS);
      if (total > MOST_IDS) throw tooMany('too_many_creators');
      return terms('uid', ids);
    }
    const level = name === 'product_category_id' ? await levelOf(Number(value)) : Number(name.charAt(1));
    if (level < 2) return term('product_category_id', value);
    const clause = await records.salesUnder(level, Number(value));
    if (clause === undefined) throw tooMany('too_many_products');
    return clause;
  }

  /** Returns the row that the sales of a key count for, and the fields of a row that filters look at. */
  private async grouping(sums: readonly { readonly key: readonly string[] }[]) {
    const { kind, fields = [], groupOf } = this.subject;
    const wanted = Object.values(this.ownFilters);
    const ids = [...new Set(sums.map(({ key: [id = ''] }) => id))];
    const found: ReadonlyMap<string, RecordFields> =
      kind === undefined ? new Map() : await this.reads.records.fieldsOf(kind, ids, [...fields, ...wanted]);
    const recordOf = (key: readonly string[]) => found.get(key[0] ?? '');
    return {
      recordOf,
      groupOf: (key: readonly string[]) => groupOf(key, recordOf(key)),
      ownOf: (id: string): Row =>
        Object.fromEntries(wanted.map((field) => [rowField(field), found.get(id)?.[field] ?? null])),
    };
  }

  /** Returns the fields of rows that are no figures: those of their records, or what their sales agree on. */
  private async ownOf(
    sums: Parameters<typeof agreedValues>[0],
    { groupOf, recordOf, ownOf }: Awaited<ReturnType<FactRows['grouping']>>,
    time: 'now' | 'before',
  ): Promise<(id: string) => Row> {
    const { agreed } = this.subject;
    if (agreed === undefined) return ownOf;
    const [field, valueOf] = agreed;
    const values = agreedValues(sums, time, groupOf, (key) => valueOf(key, recordOf(key)));
    if (field === 'region') return (id) => ({ region: values.get(id) ?? null });
    const uids = [...new Set([...values.values()].filter((uid) => uid !== null))];
    const creators = await this.reads.records.fieldsOf('creator', uids, ['region', 'category_id']);
    return (id) => {
      const uid = values.get(id) ?? null;
      const { region = null, category_id = null } = creators.get(uid ?? '') ?? {};
      return { uid, region, creator_category_id: category_id };
    };
  }

  /** Returns the fields that only the rows of a page are shown with: distinct counts, amounts, records. */
  async details(ids: readonly string[]): Promise<(id: string) => Row> {
    const { board, subject } = this.plan;
    const { channel } = this.asked as { readonly channel?: string };
    const hidden = channel === undefined ? undefined : channel === 'video' ? 'live' : 'video';
    const [creators, followers, figures, products] = await Promise.all([
      subject === 'creator' ? this.creators(ids) : undefined,
      board === 'topEcommerce' ? this.followers(this.period, [terms('uid', ids)]) : undefined,
      board === 'topGrowth' ? undefined : this.figures(ids),
      subject === 'product' ? this.reads.records.fieldsOf('product', ids, ['l1_category_id']) : undefined,
    ]);
    return (id) => ({
      ...(creators && { creator: creators.get(id) }),
      ...(followers && { follower_count: followers.get(id) ?? null }),
      ...(products && { l1_category_id: products.get(id)?.l1_category_id ?? null }),
      figures: { ...figures?.get(id), ...(hidden && { [`${hidden}_count`]: null }) },
      ...(hidden && { [`${hidden}_usd_gmv`]: null }),
    });
  }

  private async creators(ids: readonly string[]): Promise<ReadonlyMap<string, CreatorDocument>> {
    const body = { query: terms('uid', ids), size: ids.length, track_total_hits: false, _source: CREATOR_FIELDS };
    const { hits } = await this.search<{ hits: { hits: { _source: CreatorDocument }[] } }>('creators', body);
    return new Map(hits.hits.map(({ _source }) => [_source.uid, _source]));
  }

  /** Distinct counts, and the amounts of creators. */
  private async figures(ids: readonly string[]): Promise<ReadonlyMap<string, Row>> {
    const { keys } = this.subject;
    const clauses = [inDays(this.period), ...(await this.clauses()), ...(await this.idClauses(ids))];
    const figures = new Map<string, Record<string, number>>(ids.map((id) => [id, { ...NO_COUNTS }]));
    const shown = declaredFields(this.plan.record as FieldsClass);
    const counted = COUNTED.filter((fields) => shown.has(countName(fields, 'video')));
    const lists = await Promise.all(
      counted.map((fields) => this.distinct([...new Set([...keys, ...fields])], clauses)),
    );
    const keyOf = (values: Row) => keys.map((key) => String(values[key]));
    const { groupOf } = await this.grouping(lists.flat().map((values) => ({ key: keyOf(values) })));
    counted.forEach((fields, at) => {
      const sets = new Map<string, Set<string>>();
      for (const values of lists[at] ?? []) {
        const id = groupOf(keyOf(values)) ?? '';
        const name = countName(fields, values['channel']);
        const set = sets.get(`${name} ${id}`) ?? new Set();
        sets.set(`${name} ${id}`, set.add(String(values[fields.at(-1) ?? ''])));
        const row = figures.get(id);
        if (row !== undefined) row[name] = set.size;
      }
    });
    if (this.plan.subject !== 'creator') return figures;
    const amounts = readGmv(await this.search<GmvAnswer>('sales', compileGmv(clauses, ids.length)));
    for (const [id, gmv] of amounts) Object.assign(figures.get(id) ?? {}, gmv);
    return figures;
  }

  /** Narrows sales to those of some rows, where that is possible. */
  private async idClauses(ids: readonly string[]): Promise<QueryClause[]> {
    const { keys } = this.subject;
    if (this.plan.subject !== 'shop') return this.level > 1 ? [] : [terms(keys[0] ?? '', ids)];
    const products = await this.reads.records.idsOf('product', terms('seller_id', ids), MOST_IDS);
    return products.total > MOST_IDS ? [] : [terms('product_id', products.ids)];
  }

  /** All distinct values of fields together. */
  private async distinct(fields: readonly string[], clauses: readonly QueryClause[]): Promise<Row[]> {
    const all: Row[] = [];
    for (let after: object | undefined; ;) {
      const { rows } = (await this.search<DistinctAnswer>('sales', compileDistinct(fields, clauses, after)))
        .aggregations;
      for (const { key } of rows.buckets) all.push(typeof key === 'object' ? key : { [fields[0] as string]: key });
      if (rows.buckets.length < DISTINCT_PAGE || rows.after_key === undefined) return all;
      after = rows.after_key;
    }
  }

  private search<Answer extends object>(index: 'sales' | 'creator-days' | 'creators', body: object): Promise<Answer> {
    return this.reads.gateway.searchRaw<Answer>(index, body);
  }

  private tooMany(): RequestFailure {
    const own = (this.subject.own ?? []).flatMap((field) => this.filtersOfField(field));
    const narrowedBy = [...this.plan.parts, ...own].map((name) => `filter.${name}`);
    const detail = [...narrowedBy, 'fewer days'].join(', ');
    return this.refusal('too_many_rows', 'filter.date_info', this.period, this.reads.most, detail);
  }

  private refusal(rule: Rule, path: string, given: unknown, limit: number, detail: string): RequestFailure {
    return new RequestFailure([fieldError({ path, rule, given, limit, detail }, this.request.lang ?? 'EN_US')]);
  }
}

const NO_COUNTS = { creator_count: 0, product_count: 0, video_count: 0, live_count: 0 };
