import { Injectable } from '@nestjs/common';
import { either } from '../common/errors/error-texts.js';
import { RequestFailure, UnavailableFailure } from '../common/errors/failure.js';
import { dayNumber, dayOf, MS_PER_DAY, shiftDay } from '../common/period/period.js';
import { type IndexKind, NEWEST } from '../common/record-kind.js';
import { requestScope } from '../common/request-scope.js';
import { FactGroups, type GroupedFacts } from '../figures/fact-groups.js';
import { lastDays } from '../http/validation/range.field.js';
import { someOf, terms } from '../search/compiler/clauses.js';
import type { Buckets, QueryClause, Range } from '../search/compiler/types.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';
import { NewestData } from '../search/state/newest-data.js';
import { Vocabulary } from '../search/vocabulary.js';

/** Filters of a kind of records that its index lacks. */
interface ForeignFilters<Filter> {
  readonly names: readonly (keyof Filter & string)[];
  /** The facts or records that have them, and the field with the ids that the index has in their place. */
  readonly source: Pick<GroupedFacts, 'facts' | 'field' | 'clauses'>;
}

/** What a request for a kind of records is read by. */
export interface ReadPlan<Filter> {
  readonly index: IndexKind;
  readonly foreign?: ForeignFilters<Filter>;
}

interface CountedHandles {
  readonly aggregations: { readonly handles: Buckets<{ readonly uids: Buckets }> };
}

/** The days that a time range with `last` stands for, as answers name them. */
type TimeDays = Partial<Record<'time_from' | 'time_to', string>>;

/** Elasticsearch takes no more ids as a filter. */
const MOST_IDS = 65_536;
/** More than 100 handles, or words near them, have. */
const MOST_HANDLES = 10_000;
/** The most longer handles that an error names. */
const MOST_LONGER = 5;

const SECONDS_PER_DAY = MS_PER_DAY / 1000;

/** A range of no time, for `last` where nothing is loaded. */
const NO_TIME: Range = { min: 1, max: 0 };

/** Reads what a request refers to: handles, days that follow the data, ids of other records, keywords. */
@Injectable()
export class RequestReader {
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly gateway: SearchGateway,
    private readonly newest: NewestData,
    private readonly groups: FactGroups,
  ) {}

  /** Reads filters, keywords and days. @throws RequestFailure (400) for unknown handles, too many ids, and as `FactGroups.read` */
  async read<Filter extends object, Request extends { readonly filter: Filter; readonly keywords: string }>(
    { index, foreign }: ReadPlan<Filter>,
    asked: Request,
  ) {
    if ('unique_id' in asked.filter) await this.uids(index, asked.filter);
    const { request, days } = await this.followData(index, asked);
    const filter = foreign === undefined ? request.filter : await this.resolve(foreign, request.filter);
    return { request: { ...request, filter }, days, read: await this.vocabulary.read(index, request.keywords) };
  }

  /** The UIDs of the handles of a filter. @throws RequestFailure (400) for unknown ones, with the nearest */
  async uids(index: IndexKind, filter: object): Promise<readonly string[]> {
    const { unique_id: handles } = filter as { readonly unique_id: readonly string[] };
    const byHandle = await this.findHandles(index, terms('handle', handles));
    const unknown = handles.filter((handle) => !byHandle.has(handle));
    if (unknown.length === 0) return [...byHandle.values()].flat();
    const near = unknown.flatMap((value) => [
      { fuzzy: { handle: { value, fuzziness: 2, prefix_length: 1 } } },
      { prefix: { handle: { value } } },
    ]);
    const nearest = [...(await this.findHandles(index, someOf(...near))).keys()];
    const longer = nearest.filter((handle) => unknown.some((begin) => handle.startsWith(begin)));
    const valid = nearest.filter((handle) => longer.indexOf(handle) < MOST_LONGER);
    const broken = { path: 'filter.unique_id', rule: 'unknown_handle', valid } as const;
    throw new RequestFailure(...unknown.map((given) => ({ ...broken, given })));
  }

  /** Gives a time range that follows the data its bounds. @throws UnavailableFailure (503) when these can’t be read in time */
  async followData<Request extends { readonly filter: object }>(
    index: IndexKind,
    request: Request,
  ): Promise<{ readonly request: Request; readonly days: TimeDays }> {
    const ranges = Object.entries(request.filter as Readonly<Record<string, Range | undefined>>);
    const [name, range] = ranges.find(([, one]) => one?.last !== undefined) ?? [];
    if (name === undefined || range?.last === undefined) return { request, days: {} };
    const withRange = (bounds: Range): Request => ({ ...request, filter: { ...request.filter, [name]: bounds } });
    const moments = await this.newest.moments();
    if (moments === null) throw new UnavailableFailure('search_late');
    const ofRecords = NEWEST.find(({ kind }) => kind === index)?.name ?? 'sales';
    const newest = moments.sales ?? moments[ofRecords];
    if (newest === null) return { request: withRange(NO_TIME), days: {} };
    const time_to = typeof newest === 'string' ? newest : dayOf(newest * 1000);
    const time_from = shiftDay(time_to, 1 - lastDays(range.last));
    const min = Math.max(0, dayNumber(time_from) * SECONDS_PER_DAY);
    const max = (dayNumber(time_to) + 1) * SECONDS_PER_DAY - 1;
    return { request: withRange({ min, max }), days: { time_from, time_to } };
  }

  /** The UIDs of the records that match, by their handles. */
  private async findHandles(index: IndexKind, query: QueryClause): Promise<ReadonlyMap<string, readonly string[]>> {
    const uids = { terms: { field: 'uid', size: MOST_HANDLES } };
    const handles = { terms: { field: 'handle', size: MOST_HANDLES }, aggs: { uids } };
    const answer = await this.gateway.searchRaw<CountedHandles>(index, { query, size: 0, aggs: { handles } });
    return new Map(
      answer.aggregations.handles.buckets.map(({ key, uids: { buckets } }) => [key, buckets.map((uid) => uid.key)]),
    );
  }

  /** A filter with ids in the place of those that the index lacks. */
  private async resolve<Filter extends object>({ names, source }: ForeignFilters<Filter>, filter: Filter) {
    const asked = names.filter((name) => filter[name] !== undefined);
    const [first] = asked;
    if (first === undefined) return filter;
    requestScope().isExpensive ||= source.facts === 'sales';
    const ids: string[] = [];
    const clauses = [...source.clauses, ...asked.map((name) => terms(name, filter[name] as readonly string[]))];
    if (await this.groups.each({ ...source, clauses }, MOST_IDS, (id) => ids.push(id))) {
      const none = Object.fromEntries(asked.map((name) => [name, undefined]));
      return { ...filter, ...none, [first]: ids };
    }
    const detail = either(...names.map((name) => `filter.${name}`), 'fewer_ids');
    const broken = { rule: 'too_many_rows', limit: MOST_IDS, detail } as const;
    throw new RequestFailure(...asked.map((name) => ({ path: `filter.${name}`, given: filter[name], ...broken })));
  }
}
