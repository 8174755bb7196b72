import { Injectable } from '@nestjs/common';
import type { FacetPlan } from '../search/compiler/facets.js';
import type { CompiledSearch, FacetsRequest, FieldChoice, Paging, Selection } from '../search/compiler/types.js';
import { compileSearch } from '../search/compiler/search.js';
import { EncodedData, type RecordPages } from '../common/encoded-data.js';
import { type RecordClass, withFields } from '../fields/paths.js';
import { DEFAULT_LANG, type Lang } from '../common/lang.js';
import { Facets } from './facets.js';
import type { FacetsData } from './facets.requests.js';
import { type ReadPlan, RecordRequestReader } from './request-reader.js';
import { recordsOf, SearchGateway } from '../search/gateway/search-gateway.js';
import { SearchStream } from '../search/gateway/search-stream.js';
import { PageCache } from '../freshness/data-cache.js';
import { CategoryTrees } from '../search/state/category-trees.js';

/** Search, export and facets of one kind of record as data. */
export interface RecordPlan<Filter, Document> extends FacetPlan<Filter, string, Document>, ReadPlan<Filter> {
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

type PageRequest = Paging & FieldChoice & InLanguage;

/** Searches, exports and counts records by the plan of their kind. */
@Injectable()
export class RecordsService {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly requests: RecordRequestReader,
    private readonly pages: PageCache,
    private readonly stream: SearchStream,
    private readonly trees: CategoryTrees,
    private readonly facetCounts: Facets,
  ) {}

  /**
   * One page of records.
   * @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full
   */
  search<Filter extends object, Document>(
    plan: RecordPlan<Filter, Document>,
    request: Selection<Filter, string> & PageRequest,
  ): Promise<EncodedData<{ list: unknown[] }>> {
    return this.page(`search ${plan.index}`, plan, request, async () => {
      const { request: asked, days, read } = await this.requests.read(plan, request);
      return { compiled: compileSearch(plan, asked, read), more: days };
    });
  }

  /** One page of the records that a compiled search finds. @param name of the operation @throws as `search` does */
  page(
    name: string,
    { record, named, dataOf }: Pick<RecordPlan<object, unknown>, 'record' | 'named' | 'dataOf'>,
    request: PageRequest,
    compile: () => Promise<{ readonly compiled: CompiledSearch; readonly more: object }>,
  ): Promise<EncodedData<{ list: unknown[] }>> {
    const { fields: paths, lang = DEFAULT_LANG } = request;
    return this.pages.remember(`${name} ${JSON.stringify(request)}`, async () => {
      const { compiled, more } = await compile();
      const { answer, attempt } = await this.gateway.search(compiled);
      const records = recordsOf(answer, await this.trees.naming(named, lang));
      const list = paths.length === 0 ? records : withFields(records, record, paths);
      const { total } = answer;
      const data = dataOf?.(total, request) ?? { total };
      return EncodedData.of({ ...data, ...compiled.answers?.[attempt], ...more, list });
    });
  }

  /** All records in their order, at most `limit` of them. @throws as `search` does, with any page */
  async *export<Filter extends object, Document>(
    plan: RecordPlan<Filter, Document>,
    request: Selection<Filter, string> & InLanguage,
    limit: number,
  ): RecordPages {
    const { request: asked, read } = await this.requests.read(plan, request);
    for await (const answer of this.stream.answers(compileSearch(plan, asked, read), limit)) {
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
}
