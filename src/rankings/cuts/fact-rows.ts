import { isContent } from '../../boards/board.document.js';
import { growthOf, growthRate, salesChange } from '../../boards/follower-growth.js';
import type { Rule } from '../../common/error-texts.js';
import type { RequestFailure } from '../../common/errors/failure.js';
import { declaredFields } from '../../common/fields/schema.js';
import { type DatedPeriod, isCovered, previousPeriod } from '../../common/period/period.js';
import { CREATOR_FIELDS, type CreatorDocument } from '../../creator/creator.document.js';
import { refusal } from '../../http/validation/request-errors.js';
import { allOf, filterClauses, term, terms } from '../../search/compiler/clauses.js';
import { type Aggregations, type GroupsAnswer, groupsBy, keyOf } from '../../search/compiler/fact-sums.js';
import type { QueryClause } from '../../search/compiler/types.js';
import type { SearchGateway } from '../../search/gateway/search-gateway.js';
import { MOST_IDS, type RecordFields, type ShortRecords } from '../../search/short-records.js';
import type { RankingPlan, RankingRequest } from '../ranking.definition.js';
import { filtersOf } from '../ranking.query.js';
import {
  type BothSales,
  compileAggregations,
  figuresOf,
  type FollowersGroup,
  hasSales,
  inBoth,
  inDays,
  LATEST_FOLLOWERS,
  type ReachAnswer,
  reachOf,
  readSales,
  type SalesGroup,
  salesIn,
  together,
} from './cut.query.js';
import { type FactSubject, factSubject } from './fact-subjects.js';

export type Row = Readonly<Record<string, unknown>>;
type Key = readonly string[];

/** The row of a subject in the period and in the one before. */
export type BothRows = Readonly<Record<'now' | 'before', Row | undefined>>;

/** What facts are read with, and the maximum rows. */
export interface FactReads {
  readonly gateway: SearchGateway;
  readonly records: ShortRecords;
  readonly levelOf: (category: number) => Promise<number>;
  readonly most: number;
}

const TIMES = ['now', 'before'] as const;

/** Groups of one search: Elasticsearch returns at most 65,536, those inside of others included (`search.max_buckets`). */
const MOST_GROUPS = 65_000;

/** Distinct counts: the fields of sales that are counted together, and the name of the figure. */
const COUNTED: readonly (readonly [fields: Key, name: (channel: unknown) => string])[] = [
  [['uid'], () => 'creator_count'],
  [['product_id'], () => 'product_count'],
  [['channel', 'content_id'], (channel) => `${String(channel)}_count`],
];
const NO_COUNTS = { creator_count: 0, product_count: 0, video_count: 0, live_count: 0 };

/** The rows that a request asks for, added up from the facts, by records as they are loaded now. */
export class FactRows {
  private readonly asked: Row;
  private readonly period: DatedPeriod;
  private readonly before: DatedPeriod | undefined;
  private readonly level: number;
  private readonly subject: FactSubject;
  /** The filters by fields of records, with the field of a row that each looks at. */
  private readonly ownFilters: readonly (readonly [name: string, field: string])[];
  private salesClauses: Promise<QueryClause[]> | undefined;

  constructor(
    private readonly reads: FactReads,
    private readonly plan: RankingPlan,
    private readonly request: RankingRequest,
    subject?: FactSubject,
  ) {
    this.asked = filtersOf(request);
    this.period = request.filter.date_info;
    this.before = previousPeriod(this.period);
    this.level = Number(this.asked['level'] ?? 1);
    this.subject = subject ?? factSubject(plan.subject, this.level);
    const { own = {} } = this.subject;
    this.ownFilters = Object.entries(plan.filters).flatMap(([name, field]) =>
      typeof field === 'string' && field in own ? [[name, field]] : [],
    );
  }

  /** Whether the facts reach over the period and the one before, and whether that one has a ranking. */
  async reach() {
    const facts = this.plan.board === 'topGrowth' ? 'creator-days' : 'sales';
    const { oldest, newest, inside } = await this.aggregate<ReachAnswer>(facts, [], reachOf(this.before));
    const days = { oldest: oldest.value_as_string, newest: newest.value_as_string };
    const previous_complete = this.before !== undefined && isCovered(this.before, days);
    const hasBefore = previous_complete || inside.doc_count > 0;
    return { complete: isCovered(this.period, days), previous_complete, hasBefore };
  }

  /** The rows with the figures that they are sorted and filtered by. */
  rows(): Promise<BothRows[]> {
    return this.plan.board === 'topGrowth' ? this.growth() : this.sales();
  }

  private async sales(): Promise<BothRows[]> {
    const { figure, id: idField } = this.plan;
    const clauses = [inBoth(this.period), ...(await this.clauses()), ...(await this.ownClauses())];
    const groups = await this.groups<SalesGroup>('sales', this.subject.keys, clauses, salesIn(this.period));
    const { rowOf, ownOf, agreedOf } = await this.grouping(groups);
    const rows = new Map<string, BothSales>();
    const agreed = { now: new Map<string, string | null>(), before: new Map<string, string | null>() };
    for (const { key, ...group } of groups) {
      const id = rowOf(key);
      if (id === undefined) continue;
      const sales = readSales(group);
      const row = rows.get(id);
      rows.set(id, row === undefined ? sales : together(row, sales));
      for (const time of TIMES) {
        if (!hasSales(sales[time])) continue;
        const [known, value] = [agreed[time], agreedOf(key) ?? null];
        known.set(id, !known.has(id) || known.get(id) === value ? value : null);
      }
    }
    const agreedFields = await this.agreedFields(TIMES.flatMap((time) => [...agreed[time].values()]));
    const isByFollowers = this.asked['follower_count_range'] !== undefined;
    const periods = isByFollowers ? [this.period, this.before] : [];
    const followers = await Promise.all(periods.map((period) => this.followers(period)));
    return [...rows].map(([id, sales]) => {
      const [now, before] = TIMES.map((time, at): Row | undefined => {
        const figures = figuresOf(figure, sales[time]);
        const known = isByFollowers && { follower_count: followers[at]?.get(id) ?? null };
        const own = { ...ownOf(id), ...agreedFields(agreed[time].get(id) ?? null) };
        return figures && { [idField]: id, ...own, ...known, ...figures };
      });
      const change = now && salesChange((before?.[figure] ?? 0) as number, now[figure] as number);
      return { now: now && { ...now, ...change }, before };
    });
  }

  private async growth(): Promise<BothRows[]> {
    const clauses = await this.ownClauses();
    const periods = [this.period, this.before, this.before && previousPeriod(this.before)];
    const [now, then, earlier] = await Promise.all(periods.map((period) => this.followers(period, clauses)));
    const uids = [...new Set([now, then].flatMap((some) => [...(some?.keys() ?? [])]))];
    const { rowOf, ownOf } = await this.grouping(uids.map((uid) => ({ key: [uid] })));
    return uids.flatMap((uid) => {
      if (rowOf([uid]) === undefined) return [];
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
    const all = [inDays(period), ...clauses];
    const size = MOST_GROUPS / 2 - 1;
    const groups = await this.groups<FollowersGroup>('creator-days', ['uid'], all, LATEST_FOLLOWERS, size);
    return new Map(groups.map(({ key: [uid = ''], days }) => [uid, days.buckets[0]?.followers.value ?? 0]));
  }

  /** Narrows facts to those of the subjects that the filters keep, where these are few enough to be named. */
  private async ownClauses(): Promise<QueryClause[]> {
    const { kind, own = {} } = this.subject;
    const table = Object.fromEntries(this.askedFilters().map(([name, field]) => [name, own[field] ?? '']));
    if (kind === undefined || Object.keys(table).length === 0) return [];
    return this.salesBy(kind, allOf(undefined, filterClauses(table, this.asked)));
  }

  private async salesBy(kind: 'creator' | 'product', query: QueryClause): Promise<QueryClause[]> {
    return [(await this.reads.records.salesBy(kind, query)) ?? []].flat();
  }

  private askedFilters() {
    return this.ownFilters.filter(([name]) => this.asked[name] !== undefined);
  }

  /** The filters of the sales that figures count; the records that they name are looked up once. */
  private clauses(): Promise<QueryClause[]> {
    return (this.salesClauses ??= this.compileClauses());
  }

  private async compileClauses(): Promise<QueryClause[]> {
    const { subject, parts } = this.plan;
    const names = this.level > 1 ? [...parts, 'l1_category_id'] : parts;
    const set = names.filter((name) => this.asked[name] !== undefined);
    const ofContent = isContent(subject) ? [term('channel', subject)] : [];
    return [...ofContent, ...(await Promise.all(set.map((name) => this.clauseOf(name))))];
  }

  private async clauseOf(name: string): Promise<QueryClause> {
    const { records, levelOf } = this.reads;
    const value = this.asked[name];
    const values = [value].flat() as (string | number)[];
    if (name === 'channel') return terms('channel', values);
    const level = name === 'product_category_id' ? await levelOf(Number(values[0])) : Number(name.charAt(1));
    if (level < 2) return terms('product_category_id', values);
    return records.salesWith(name === 'region' ? name : `l${level}_category_id`, value, (rule, detail) =>
      this.refused(rule, `filter.${name}`, value, MOST_IDS, detail),
    );
  }

  /** Returns functions from the key of facts, and from the id of a row, to what their records say. */
  private async grouping(groups: readonly { readonly key: Key }[]) {
    const { kind, fields = [], own = {}, rowOf, agreed } = this.subject;
    const asked = this.askedFilters().map(([, field]) => field);
    const ids = [...new Set(groups.map(({ key: [id = ''] }) => id))];
    const wanted = [...fields, ...asked.map((field) => own[field] ?? '')];
    const found: ReadonlyMap<string, RecordFields> =
      kind === undefined ? new Map() : await this.reads.records.fieldsOf(kind, ids, wanted);
    return {
      rowOf: (key: Key) => rowOf(key, found.get(key[0] ?? '')),
      agreedOf: (key: Key) => agreed?.[1](key, found.get(key[0] ?? '')),
      ownOf: (id: string): Row =>
        Object.fromEntries(asked.map((field) => [field, found.get(id)?.[own[field] ?? ''] ?? null])),
    };
  }

  /** Returns the fields of a row that follow from the value that its sales agree on. */
  private async agreedFields(values: readonly (string | null)[]): Promise<(value: string | null) => Row> {
    const [field] = this.subject.agreed ?? [];
    if (field !== 'uid') return (value) => (field === undefined ? {} : { [field]: value });
    const uids = [...new Set(values.filter((uid) => uid !== null))];
    const creators = await this.reads.records.fieldsOf('creator', uids, ['region', 'category_id']);
    return (uid) => {
      const { region = null, category_id = null } = creators.get(uid ?? '') ?? {};
      return { uid, region, creator_category_id: category_id };
    };
  }

  /** Returns the fields that only the rows of a page are shown with: distinct counts, amounts, records. */
  async details(ids: Key): Promise<(id: string) => Row> {
    const { board, subject } = this.plan;
    const { channel } = this.asked;
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

  private async creators(ids: Key): Promise<ReadonlyMap<string, CreatorDocument>> {
    const body = { query: terms('uid', ids), size: ids.length, track_total_hits: false, _source: CREATOR_FIELDS };
    const { hits } = await this.reads.gateway.searchRaw<CreatorHits>('creators', body);
    return new Map(hits.hits.map(({ _source }) => [_source.uid, _source]));
  }

  /** Distinct counts, and the amounts of creators in their own currencies. */
  private async figures(ids: Key): Promise<ReadonlyMap<string, Row>> {
    const { keys } = this.subject;
    const clauses = [inDays(this.period), ...(await this.clauses()), ...(await this.idClauses(ids))];
    const figures = new Map<string, Record<string, unknown>>(ids.map((id) => [id, { ...NO_COUNTS }]));
    const shown = declaredFields(this.plan.record);
    const counted = COUNTED.filter(([, name]) => shown.has(name('video')));
    const lists = await Promise.all(
      counted.map(([fields]) => this.groups('sales', [...new Set([...keys, ...fields])], clauses)),
    );
    const { rowOf } = await this.grouping(lists.flat());
    counted.forEach(([fields, name], at) => {
      const sets = new Map<string, Set<string>>();
      const columns = [...new Set([...keys, ...fields])];
      for (const { key } of lists[at] ?? []) {
        const id = rowOf(key.slice(0, keys.length)) ?? '';
        const figure = name(key[columns.indexOf('channel')]);
        const set = sets.get(`${figure} ${id}`) ?? new Set();
        sets.set(`${figure} ${id}`, set.add(key[columns.indexOf(fields.at(-1) ?? '')] ?? ''));
        const row = figures.get(id);
        if (row !== undefined) row[figure] = set.size;
      }
    });
    if (this.plan.subject !== 'creator') return figures;
    const amounts = await this.groups<SalesGroup>('sales', keys, clauses, salesIn(this.period, 'gmv'));
    for (const group of amounts) {
      Object.assign(figures.get(group.key[0] ?? '') ?? {}, figuresOf('creator_gmv', readSales(group).now, 'gmv'));
    }
    return figures;
  }

  /** Narrows sales to those of some rows, where that is possible. */
  private async idClauses(ids: Key): Promise<QueryClause[]> {
    const { subject } = this.plan;
    if (subject === 'category') return [];
    if (subject !== 'shop') return [terms(this.subject.keys[0] ?? '', ids)];
    return this.salesBy('product', terms('seller_id', ids));
  }

  /** All groups of facts with the same values of fields, of a single field at most those of one search. */
  private async groups<Group extends object = object>(
    facts: 'sales' | 'creator-days',
    fields: Key,
    clauses: readonly QueryClause[],
    aggs: Aggregations = {},
    size = MOST_GROUPS,
  ): Promise<(Group & { key: Key })[]> {
    const all: (Group & { key: Key })[] = [];
    const isBounded = Object.keys(aggs).length > 0;
    for (let after: object | undefined; ;) {
      const body = groupsBy(fields, size, size < MOST_GROUPS, aggs, after);
      const { groups } = await this.aggregate<GroupsAnswer<Group>>(facts, clauses, body);
      for (const group of groups.buckets) all.push({ ...group, key: keyOf(group) });
      if ((isBounded && all.length > this.reads.most) || (groups.sum_other_doc_count ?? 0) > 0) throw this.tooMany();
      if (groups.buckets.length < size || groups.after_key === undefined) return all;
      after = groups.after_key;
    }
  }

  private async aggregate<Answer>(
    facts: 'sales' | 'creator-days',
    clauses: readonly QueryClause[],
    aggs: Aggregations,
  ): Promise<Answer> {
    const body = compileAggregations(clauses, aggs);
    return (await this.reads.gateway.searchRaw<{ readonly aggregations: Answer }>(facts, body)).aggregations;
  }

  private tooMany(): RequestFailure {
    const names = [...this.plan.parts, ...this.ownFilters.map(([name]) => name)].map((name) => `filter.${name}`);
    const detail = [...names, 'fewer days'].join(', ');
    return this.refused('too_many_rows', 'filter.date_info', this.period, this.reads.most, detail);
  }

  private refused(rule: Rule, path: string, given: unknown, limit: number, detail: string): RequestFailure {
    return refusal({ path, rule, given, limit, detail }, this.request.lang ?? 'EN_US');
  }
}

interface CreatorHits {
  readonly hits: { readonly hits: readonly { readonly _source: CreatorDocument }[] };
}
