import { Injectable } from '@nestjs/common';
import { either } from '../common/errors/error-texts.js';
import { RequestFailure } from '../common/errors/failure.js';
import type { IndexKind } from '../common/record-kind.js';
import { requestScope } from '../common/request-scope.js';
import { FactGroups, type GroupedFacts } from '../figures/fact-groups.js';
import { terms } from '../search/compiler/clauses.js';
import { Vocabulary } from '../search/vocabulary.js';
import { Handles } from './handles.js';
import { TimeRanges } from './time-ranges.js';

/** Filters of a kind of records that its index lacks. */
interface ForeignFilters<Filter> {
  /** The names of the filters. */
  readonly names: readonly (keyof Filter & string)[];
  /** The facts or records that have them, and the field with the ids that the index has in their place. */
  readonly source: Pick<GroupedFacts, 'facts' | 'field' | 'clauses'>;
}

/** What a request for a kind of records is read by. */
export interface ReadPlan<Filter> {
  readonly index: IndexKind;
  readonly foreign?: ForeignFilters<Filter>;
}

/** Elasticsearch takes no more ids as a filter. */
const MOST_IDS = 65_536;

/** Reads what a request for records refers to: handles, days that follow the data, ids of other records, keywords. */
@Injectable()
export class RecordRequestReader {
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly handles: Handles,
    private readonly times: TimeRanges,
    private readonly groups: FactGroups,
  ) {}

  /**
   * Returns the request with filters that the index has, its keywords as the index reads them, and the days of a time range.
   * @throws RequestFailure (400) for unknown handles and for too many ids, and as `FactGroups.read` does
   */
  async read<Filter extends object, Request extends { readonly filter: Filter; readonly keywords: string }>(
    { index, foreign }: ReadPlan<Filter>,
    asked: Request,
  ) {
    if ('unique_id' in asked.filter) await this.handles.uids(index, asked);
    const { request, days } = await this.times.follow(index, asked);
    const filter = foreign === undefined ? request.filter : await this.resolve(foreign, request.filter);
    return { request: { ...request, filter }, days, read: await this.vocabulary.read(index, request.keywords) };
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
