import { Injectable } from '@nestjs/common';
import { CHOICE_NAMES } from '../common/choice-names.js';
import { EncodedData, type RecordPages } from '../common/encoded-data.js';
import { RequestFailure } from '../common/errors/failure.js';
import { DEFAULT_LANG, type Lang, type LocalizedName, nameIn } from '../common/lang.js';
import { regionName } from '../common/regions.js';
import { requestScope } from '../common/request-scope.js';
import { type RecordClass, withFields } from '../fields/paths.js';
import { PageCache } from '../freshness/data-cache.js';
import {
  compileFacets,
  errorBound,
  type FacetKind,
  type FacetPlan,
  readCells,
  readFacet,
} from '../search/compiler/facets.js';
import { compileSearch } from '../search/compiler/search.js';
import type {
  CompiledSearch,
  FacetsRequest,
  FieldChoice,
  Paging,
  QueryClause,
  ReadKeywords,
  Selection,
} from '../search/compiler/types.js';
import { recordsOf, SearchGateway } from '../search/gateway/search-gateway.js';
import { SearchStream } from '../search/gateway/search-stream.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import type { FacetsData } from './facets.requests.js';
import { type ReadPlan, RequestReader } from './request-reader.js';
import { ShortRecords } from './short-records.js';

/** Values that each shard returns: few at first, then the most Elasticsearch allows when a count is in doubt. */
const FEW_VALUES = 500;
const MOST_VALUES = 10_000;
const MOST_CHEAP_FACETS = 4;

/** Search, export and facets of one kind of record as data. */
export interface RecordPlan<Filter, Document> extends FacetPlan<Filter, string, Document>, ReadPlan<Filter> {
  readonly record: RecordClass;
  /** The categories in the records: each is named by its tree when a record leaves. */
  readonly named: readonly ('creator' | 'product')[];
  /** The fields of `data` next to the list, from the number of records that match; only `total` when not set. */
  readonly dataOf?: (total: number, page: Paging) => object;
}

/** The language of category names; English when not set. */
type InLanguage = Readonly<{ lang?: Lang }>;
type PageRequest = Paging & FieldChoice & InLanguage;

interface KindOfFacet extends ReturnType<typeof readFacet> {
  readonly kind: FacetKind;
}

/** Searches, exports and counts the records of a kind by its plan. */
@Injectable()
export abstract class RecordsService<Filter extends object, Document> {
  protected abstract readonly plan: RecordPlan<Filter, Document>;

  constructor(
    protected readonly gateway: SearchGateway,
    protected readonly requests: RequestReader,
    private readonly pages: PageCache,
    private readonly stream: SearchStream,
    protected readonly trees: CategoryTrees,
    private readonly shortRecords: ShortRecords,
  ) {}

  /** One page of records. @throws UnavailableFailure (503), InternalFailure (500) unless Elasticsearch answers in full */
  search(request: Selection<Filter, string> & PageRequest): Promise<EncodedData<{ list: unknown[] }>> {
    return this.page('search', request, async () => {
      const { request: asked, days, read } = await this.requests.read(this.plan, request);
      return { compiled: compileSearch(this.plan, asked, read), more: days };
    });
  }

  /** One page of the records that a compiled search finds. @param name of the operation @throws as `search` does */
  page(
    name: string,
    request: PageRequest,
    compile: () => Promise<{ readonly compiled: CompiledSearch; readonly more: object }>,
  ): Promise<EncodedData<{ list: unknown[] }>> {
    const { index, record, named, dataOf } = this.plan;
    const { fields, lang = DEFAULT_LANG } = request;
    return this.pages.remember(`${name} ${index} ${JSON.stringify(request)}`, async () => {
      const { compiled, more } = await compile();
      const { answer, attempt } = await this.gateway.search(compiled);
      const records = recordsOf(answer, await this.trees.naming(named, lang));
      const list = fields.length === 0 ? records : withFields(records, record, fields);
      const { total } = answer;
      const data = dataOf?.(total, request) ?? { total };
      return EncodedData.of({ ...data, ...compiled.answers?.[attempt], ...more, list });
    });
  }

  /** All records in their order, at most `limit` of them. @throws as `search` does, with any page */
  async *export(request: Selection<Filter, string> & InLanguage, limit: number): RecordPages {
    const { request: asked, read } = await this.requests.read(this.plan, request);
    for await (const answer of this.stream.answers(compileSearch(this.plan, asked, read), limit)) {
      const naming = await this.trees.naming(this.plan.named, request.lang ?? DEFAULT_LANG);
      yield { total: answer.total, records: recordsOf(answer, naming) };
    }
  }

  /** Exact counts of the records by the values of filters. @throws RequestFailure (400) when they can't be, and as `search` */
  facets(asked: FacetsRequest<Filter>): Promise<EncodedData<FacetsData>> {
    return this.pages.remember(`facets ${this.plan.index} ${JSON.stringify(asked)}`, async () => {
      requestScope().isExpensive ||= asked.facets.length > MOST_CHEAP_FACETS;
      const { request, days, read } = await this.requests.read(this.plan, asked);
      const first = await this.firstRecords(request, read);
      const all = first === undefined ? request : { ...request, keywords: '' };
      const { answer, keywords = first?.keywords } = await this.count(all, read, first?.clause);
      const { measure, cross } = request;
      const counted = await Promise.all(
        request.facets.map(async (facet, at) => {
          const { field, own_filter = true } = facet;
          const kind = this.plan.facets[field as keyof Filter] as FacetKind;
          if (own_filter) return { field, kind, ...readFacet(answer, at, { ...facet, measure }, kind) };
          const filter = { ...request.filter, [field]: undefined };
          const wider = { ...request, match: keywords?.match, filter, facets: [facet], cross: undefined };
          const counts = await this.count(wider, read);
          return { field, kind, ...readFacet(counts.answer, 0, { ...facet, measure }, kind) };
        }),
      );
      const nameOf = await this.namer(counted, request.lang);
      return EncodedData.of<FacetsData>({
        total: first?.total ?? answer.total,
        ...(first && { counted: answer.total }),
        ...keywords,
        ...days,
        facets: counted.map(({ field, kind, values, ...counts }) => ({
          field,
          values: values.map(({ value, label, ...sums }) => ({
            value,
            label: typeof value === 'object' ? (label ?? '') : nameOf(kind, value),
            ...sums,
          })),
          ...counts,
        })),
        ...(cross && { cross: { fields: cross, cells: readCells(answer, { field: String(cross), measure }) } }),
      });
    });
  }

  /** Finds the first records of the search, where a request counts only these. */
  private async firstRecords(request: FacetsRequest<Filter>, read: ReadKeywords) {
    const { top, orderby = [] } = request;
    if (top === undefined) return undefined;
    const compiled = compileSearch(this.plan, { ...request, orderby, page: 1, pagesize: top }, read);
    const { answer, attempt } = await this.gateway.search(compiled);
    const values = answer.hits.hits.map(({ _id }) => _id);
    return { total: answer.total, keywords: compiled.answers?.[attempt], clause: { ids: { values } } };
  }

  /** Counts with few values per shard, and with the most when a count may be too small. */
  private async count(request: FacetsRequest<Filter>, read: ReadKeywords, only?: QueryClause) {
    for (let shardSize = FEW_VALUES; ; shardSize = MOST_VALUES) {
      const compiled = compileFacets(this.plan, request, read, shardSize, only);
      const { answer, attempt } = await this.gateway.search(compiled);
      const refused = request.facets.flatMap(({ field: given }, at) => {
        const bound = errorBound(answer, at);
        const broken = { path: `facets[${at}].field`, rule: 'too_many_values', given, limit: MOST_VALUES } as const;
        return bound > 0 ? [{ ...broken, detail: String(bound) }] : [];
      });
      if (refused.length === 0) return { answer, keywords: compiled.answers?.[attempt] };
      if (shardSize === MOST_VALUES) throw new RequestFailure(...refused);
    }
  }

  /** Names the values of facets; a value without a name has itself. */
  private async namer(counted: readonly KindOfFacet[], lang: Lang) {
    const shopValues = counted.flatMap(({ kind, values }) => (kind === 'shop' ? values : []));
    const trees = {
      'creator-categories': await this.trees.get('creator-categories'),
      'product-categories': await this.trees.get('product-categories'),
    };
    const shops = await this.shortRecords.find('shop', [...new Set(shopValues.map(({ value }) => value as string))]);
    return (kind: FacetKind, value: string | number | boolean): string => {
      const text = String(value);
      if (kind === 'region') return regionName(text, lang);
      if (kind === 'shop') return shops.get(text)?.name ?? text;
      if (kind === 'creator-categories' || kind === 'product-categories') {
        return trees[kind].name(Number(value), lang) ?? text;
      }
      if (kind === 'tag' || kind === 'time' || kind === 'count' || kind === 'amount') return text;
      const names: Readonly<Record<number, LocalizedName>> = CHOICE_NAMES[kind];
      const name = names[Number(value)];
      return name === undefined ? text : nameIn(name, lang);
    };
  }
}
