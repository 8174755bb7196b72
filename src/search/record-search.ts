import { Injectable } from '@nestjs/common';
import type { FacetPlan } from '../query/facets.js';
import type { FacetsRequest, FieldChoice, Paging, Selection } from '../query/request.js';
import { compileSearch } from '../query/search.js';
import type { CompiledSearch, KeywordAnswer } from '../query/types.js';
import type { EncodedData, RecordPages } from '../records/encoded-data.js';
import type { RecordClass } from '../records/fields/field-paths.js';
import { fieldChooser } from '../records/fields/field-paths.js';
import type { Naming } from '../records/category.record.js';
import type { Lang } from '../reference/lang.js';
import type { FacetCounts } from './facets.js';
import { Facets } from './facets.js';
import type { SearchCaller } from './gateway/search-caller.js';
import { SearchStream } from './gateway/search-stream.js';
import { PageCache } from './page-cache.js';
import { CategoryTrees } from './state/category-trees.js';
import { Vocabulary } from './vocabulary.js';

/** Search, export and facets of one kind of record as data. */
export interface RecordPlan<Filter, Field extends string, Document> extends FacetPlan<Filter, Field, Document> {
  /** The class of the records. */
  readonly record: RecordClass;
  /** The categories in the records: each is named by its tree when a record leaves. */
  readonly named: readonly ('creator' | 'product')[];
}

/** Searches, exports and counts the records of any plan. */
@Injectable()
export class RecordSearch {
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly pages: PageCache,
    private readonly stream: SearchStream,
    private readonly trees: CategoryTrees,
    private readonly facetCounts: Facets,
  ) {}

  /**
   * One page of records.
   * @param fieldsOf the fields of `data` beside the list, from the number of records that match
   * @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full
   */
  async page<Filter extends object, Field extends string, Document, Data extends { list: unknown[] }>(
    plan: RecordPlan<Filter, Field, Document>,
    request: Selection<Filter, Field> & Paging & FieldChoice,
    lang: Lang,
    caller: SearchCaller,
    fieldsOf: (total: number) => Omit<Data, 'list' | keyof KeywordAnswer>,
  ): Promise<EncodedData<Data>> {
    const { fields: paths } = request;
    const compiled = await this.compile(plan, request, caller);
    const choose = paths.length === 0 ? undefined : fieldChooser(plan.record, paths);
    return this.pages.page(compiled, [lang, ...paths].join(), caller, async (answer, keywordNotes) => {
      const fields = { ...fieldsOf(answer.total), ...keywordNotes } as Omit<Data, 'list'>;
      return answer.page<Data>(fields, await this.naming(plan, lang), choose);
    });
  }

  /**
   * All records in their order, at most `limit` of them.
   * @throws as `page` does, with any page
   */
  async *export<Filter extends object, Field extends string, Document>(
    plan: RecordPlan<Filter, Field, Document>,
    request: Selection<Filter, Field>,
    lang: Lang,
    limit: number,
    caller: SearchCaller,
  ): RecordPages {
    const compiled = await this.compile(plan, request, caller);
    for await (const answer of this.stream.answers(compiled, limit, caller)) {
      yield { total: answer.total, records: answer.records(await this.naming(plan, lang)) };
    }
  }

  /** Counts of the records by the values of filters. @throws as `Facets` does */
  facets<Filter extends object, Field extends string, Document>(
    plan: RecordPlan<Filter, Field, Document>,
    request: FacetsRequest<Filter>,
    caller: SearchCaller,
  ): Promise<EncodedData<FacetCounts>> {
    return this.facetCounts.page(plan, request, caller);
  }

  private async compile<Filter extends object, Field extends string, Document>(
    plan: RecordPlan<Filter, Field, Document>,
    request: Selection<Filter, Field> & Partial<Paging>,
    caller: SearchCaller,
  ): Promise<CompiledSearch> {
    return compileSearch(plan, request, await this.vocabulary.read(plan.index, request.keywords, caller));
  }

  /** The trees of the plan; undefined when its records have no categories. */
  private async naming(
    { named }: Pick<RecordPlan<never, never, never>, 'named'>,
    lang: Lang,
  ): Promise<Naming | undefined> {
    if (named.length === 0) return undefined;
    const trees = await Promise.all(named.map((kind) => this.trees.get(`${kind}-categories`)));
    return { ...Object.fromEntries(named.map((kind, at) => [kind, trees[at]])), lang };
  }
}
