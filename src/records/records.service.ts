import { Injectable } from '@nestjs/common';
import type { FacetPlan } from '../search/compiler/facets.js';
import type { FacetsRequest, FieldChoice, Paging, Selection } from '../search/compiler/types.js';
import { compileSearch } from '../search/compiler/search.js';
import { EncodedData, type RecordPages } from '../common/encoded-data.js';
import { type RecordClass, withFields } from '../fields/paths.js';
import { DEFAULT_LANG, type Lang } from '../common/lang.js';
import { Facets, type ForeignFilters } from './facets.js';
import type { FacetsData } from './facets.requests.js';
import { Handles } from './handles.js';
import { TimeRanges } from './time-ranges.js';
import { recordsOf, SearchGateway } from '../search/gateway/search-gateway.js';
import { SearchStream } from '../search/gateway/search-stream.js';
import { PageCache } from '../freshness/page-cache.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import { Vocabulary } from '../search/vocabulary.js';

/** Search, export and facets of one kind of record as data. */
export interface RecordPlan<Filter, Document> extends FacetPlan<Filter, string, Document>, ForeignFilters<Filter> {
  readonly record: RecordClass;
  /** The categories in the records: each is named by its tree when a record leaves. */
  readonly named: readonly ('creator' | 'product')[];
  /** The fields of `data` next to the list, from the number of records that match; only `total` when not set. */
  readonly dataOf?: (total: number, page: Paging) => object;
}

/** The language of category names; English when not set. */
interface InLanguage {
  readonly lang?: Lang;
}

/** Searches, exports and counts records by the plan of their kind. */
@Injectable()
export class RecordsService {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly vocabulary: Vocabulary,
    private readonly pages: PageCache,
    private readonly stream: SearchStream,
    private readonly trees: CategoryTrees,
    private readonly facetCounts: Facets,
    private readonly handles: Handles,
    private readonly times: TimeRanges,
  ) {}

  /**
   * One page of records.
   * @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full
   */
  search<Filter extends object, Document>(
    plan: RecordPlan<Filter, Document>,
    request: Selection<Filter, string> & Paging & FieldChoice & InLanguage,
  ): Promise<EncodedData<{ list: unknown[] }>> {
    const { fields: paths, lang = DEFAULT_LANG } = request;
    const { index, record, dataOf } = plan;
    return this.pages.remember(`search ${index} ${JSON.stringify(request)}`, async () => {
      const { compiled, days } = await this.compile(plan, request);
      const { answer, attempt } = await this.gateway.search(compiled);
      const records = recordsOf(answer, await this.trees.naming(plan.named, lang));
      const list = paths.length === 0 ? records : withFields(records, record, paths);
      const { total } = answer;
      const data = dataOf?.(total, request) ?? { total };
      return EncodedData.of({ ...data, ...compiled.answers?.[attempt], ...days, list });
    });
  }

  /** All records in their order, at most `limit` of them. @throws as `search` does, with any page */
  async *export<Filter extends object, Document>(
    plan: RecordPlan<Filter, Document>,
    request: Selection<Filter, string> & InLanguage,
    limit: number,
  ): RecordPages {
    const { compiled } = await this.compile(plan, request);
    for await (const answer of this.stream.answers(compiled, limit)) {
      const naming = await this.trees.naming(plan.named, request.lang ?? DEFAULT_LANG);
      yield { total: answer.total, records: recordsOf(answer, naming) };
    }
  }

  /** Counts of the records by the values of filters. @throws as `Facets` does */
  facets<Filter extends object, Document>(
    plan: RecordPlan<Filter, Document>,
    request: FacetsRequest<Filter>,
  ): Promise<EncodedData<FacetsData>> {
    return this.facetCounts.page(plan, request);
  }

  private async compile<Filter extends object, Document>(
    plan: RecordPlan<Filter, Document>,
    asked: Selection<Filter, string> & Partial<Paging>,
  ) {
    if ('unique_id' in asked.filter) await this.handles.uids(plan.index, asked);
    const { request, days } = await this.times.follow(plan.index, asked);
    const filter = (await plan.resolve?.(request.filter)) ?? request.filter;
    const read = await this.vocabulary.read(plan.index, request.keywords);
    return { compiled: compileSearch(plan, { ...request, filter }, read), days };
  }
}
