import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { allOf, someOf, term, terms } from '../search/compiler/clauses.js';
import type { Aggregation, QueryClause } from '../search/compiler/types.js';
import { type Subject, subjectOf, SUBJECTS } from '../subjects/subjects.js';
import type { IndexKind } from '../common/record-kind.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';
import { type Aggregations, type Metrics, type Values, valuesOf } from './sums.js';

/** The id of the row of sales without a category of the level. */
export const NO_CATEGORY = '';

/** A field whose values group facts. */
export interface GroupedField {
  readonly field: string;
  /** Stands for the value of facts that lack the field; without it they are in no group. */
  readonly missing?: string | undefined;
  /** Whether the values are no texts, or facts have several of them. */
  readonly isComposite?: boolean | undefined;
}

/** How facts become rows: the field that has the id of the row, and the facts that have one. */
export interface FactKey extends GroupedField {
  readonly clauses: readonly QueryClause[];
}

/** The field of sales that has their category of a level. Below level 1 it is the product’s, under the sale’s own level 1. */
export const categoryField = (level: number): string => (level === 1 ? SUBJECTS.category.key : `l${level}_category_id`);

/** How sales become rows of a subject. @param level of categories */
export function factKey(subject: Subject, level = 1): FactKey {
  const { key, clauses } = subjectOf(subject);
  return level === 1 ? { field: key, clauses } : { field: categoryField(level), missing: NO_CATEGORY, clauses };
}

/** Matches the sales of a channel; all without one. */
export const ofChannel = (channel: string | undefined): readonly QueryClause[] =>
  channel === undefined ? [] : [term('channel', channel)];

/** Matches the facts of rows. */
export function rowsClause({ field, missing }: GroupedField, ids: readonly string[]): QueryClause {
  const known = ids.filter((one) => one !== missing);
  if (known.length === ids.length) return terms(field, ids);
  return someOf(terms(field, known), { bool: { must_not: [{ exists: { field } }] } });
}

/** Groups of one search: Elasticsearch returns at most 65,536 buckets (`search.max_buckets`). */
export const MOST_GROUPS = 65_000;
/** Characters of an answer that are parsed in one turn of the event loop. */
const PORTION = 200_000;
/** Matches the values of a field, where they are known and not too many for a query; all without them. */
export const within = (field: string, values: readonly string[] | undefined): readonly QueryClause[] =>
  values === undefined || values.length > MOST_GROUPS ? [] : [terms(field, values)];
export const GROUP_PATHS = ['sum_other_doc_count', 'buckets.key', 'buckets.doc_count', 'buckets.*.value']
  .map((field) => `aggregations.groups.${field}`)
  .join(',');

/** Facts, or records, and the field whose values group them. */
export interface GroupedFacts extends FactKey {
  readonly facts: IndexKind;
  /** Further fields: groups are of the values of all, whose key has them with line breaks between. */
  readonly others?: readonly GroupedField[] | undefined;
  readonly metrics?: Aggregations;
}

/** The order of groups by the bytes of their values, as Elasticsearch has it. */
export const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** A group: its value of the field, the number of its facts, and its metrics. */
export type FactGroup = Readonly<{ key: string; facts: number; values: Values }>;

type Key = string | number | Readonly<Record<string, string | number | boolean | null>>;
type GroupBucket = Readonly<{ key: Key; doc_count: number }> & Readonly<Record<string, { readonly value: number }>>;

type Others = Readonly<{ groups: { readonly sum_other_doc_count?: number } }>;

/** Elasticsearch’s estimates are rarely further from the number. */
const ESTIMATE_MARGIN = 1.1;

/** The groups of an aggregation in an answer. */
export type Buckets<Bucket> = Readonly<{ buckets: readonly Readonly<Bucket>[] }>;

/** Compiles aggregations over the facts that match every clause. */
export const aggregate = (clauses: readonly QueryClause[], aggs: Aggregations): object => ({
  query: allOf(undefined, clauses),
  size: 0,
  track_total_hits: false,
  aggs,
});

/** Adds up facts by the values of a field: every group, exact, in any number of shards. */
@Injectable()
export class FactGroups {
  constructor(private readonly gateway: SearchGateway) {}

  /**
   * All groups, in the order of their values, texts by their bytes; undefined when there are more than `most`.
   * @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full
   */
  async read(grouped: GroupedFacts, most: number): Promise<FactGroup[] | undefined> {
    const groups: FactGroup[] = [];
    const take = (key: string, facts: number, values: Values) => groups.push({ key, facts, values: { ...values } });
    return (await this.each(grouped, most, take)) ? groups : undefined;
  }

  /** A figure of records, as loaded now, by some ids in a field. */
  async figuresOf(
    facts: 'products' | 'creators',
    field: string,
    figure: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const figures = new Map<string, number>();
    const metrics = { figure: { max: { field: figure } } };
    for (let at = 0; at < ids.length; at += MOST_GROUPS) {
      const clauses = [{ exists: { field: figure } }, terms(field, ids.slice(at, at + MOST_GROUPS))];
      const grouped = { facts, field, clauses, metrics };
      await this.each(grouped, Infinity, (id, _facts, values) => figures.set(id, values['figure'] ?? 0));
    }
    return figures;
  }

  /** About how many groups there are, rather more than less. @throws as `read` does */
  async estimate({ facts, field, clauses }: GroupedFacts): Promise<number> {
    const aggs = { groups: { cardinality: { field } } };
    const { groups } = await this.aggregate<{ groups: { value: number } }>(facts, clauses, aggs);
    return Math.ceil((groups?.value ?? 0) * ESTIMATE_MARGIN);
  }

  /** The metrics of all facts together. @throws as `read` does */
  async sum({ facts, clauses, metrics = {} }: GroupedFacts): Promise<Values> {
    return valuesOf(await this.aggregate<Metrics>(facts, clauses, metrics));
  }

  /**
   * Aggregates the facts that match every clause.
   * @param paths the fields of the answer; all unless set @param read parses a long answer
   * @throws as `read` does
   */
  async aggregate<Answer>(
    facts: IndexKind,
    clauses: readonly QueryClause[],
    aggs: Aggregations,
    paths?: string,
    read?: (text: string) => Promise<object>,
  ): Promise<Partial<Answer>> {
    const body = aggregate(clauses, aggs);
    const answer = await this.gateway.searchRaw<{ aggregations?: Partial<Answer> }>(facts, body, { paths, read });
    // Without groups at these paths an answer has no aggregations.
    return answer.aggregations ?? {};
  }

  /**
   * Hands over each group in turn, as `read` returns them; `values` are only valid until the next one.
   * @returns false when there are more than `most` groups
   * @throws as `read` does
   */
  async each(
    { facts, field, missing, isComposite, others = [], clauses, metrics = {} }: GroupedFacts,
    most: number,
    take: (key: string, facts: number, values: Values) => void,
  ): Promise<boolean> {
    const names = Object.keys(metrics);
    const values: Record<string, number> = {};
    const size = Math.min(MOST_GROUPS, most + 1);
    const isOfSources = isComposite === true || others.length > 0;
    // Facts that lack a field are in a group only where something stands for its value.
    const sources = [{ field, missing }, ...others].map((one, at) => ({
      [at]: { terms: { field: one.field, missing_bucket: one.missing !== undefined } },
    }));
    let taken = 0;
    let last: Key = '';
    const takeAll = (buckets: readonly GroupBucket[]): void => {
      for (const bucket of buckets) {
        last = bucket.key;
        for (const name of names) values[name] = bucket[name]?.value ?? 0;
        take(keyText(last), bucket.doc_count, values);
      }
      taken += buckets.length;
    };
    for (let isMore = true; isMore && taken <= most;) {
      const isFirst = taken === 0;
      const terms = { field, size, shard_size: size, order: { _key: 'asc' } as const };
      const grouped = isOfSources
        ? { composite: { size, sources, ...(!isFirst && { after: last }) } }
        : { terms: isFirst && missing !== undefined ? { ...terms, missing } : terms };
      const groups = { ...grouped, aggs: metrics } as Aggregation;
      const after = isFirst || isOfSources ? [] : [{ range: { [field]: { gt: last } } }];
      const before = taken;
      const read = (text: string) => readBuckets<GroupBucket>(text, takeAll);
      const found = await this.aggregate<Others>(facts, [...clauses, ...after], { groups }, GROUP_PATHS, read);
      isMore = isOfSources ? taken - before === size : (found.groups?.sum_other_doc_count ?? 0) > 0;
    }
    return taken <= most;
  }
}

const keyText = (key: Key): string => (typeof key === 'object' ? Object.values(key).join('\n') : String(key));

const BUCKETS = '"buckets":[';
/** Stands between two buckets, and nowhere else: in a text its quotes are escaped. */
const NEXT_BUCKET = '},{"key":';

/** Parses the buckets of an answer in portions, so that other requests are served in between. Returns the rest of it. */
export async function readBuckets<Bucket>(text: string, take: (buckets: readonly Bucket[]) => void): Promise<object> {
  const begin = text.indexOf(BUCKETS) + BUCKETS.length;
  const end = text.lastIndexOf(']');
  if (begin < BUCKETS.length) return JSON.parse(text) as object;
  for (let at = begin; at < end;) {
    const next = text.indexOf(NEXT_BUCKET, at + PORTION);
    const until = next < 0 ? end : next + 1;
    take(JSON.parse(`[${text.slice(at, until)}]`) as readonly Bucket[]);
    at = until + 1;
    if (at < end) await nextTurn();
  }
  return JSON.parse(text.slice(0, begin) + text.slice(end)) as object;
}
