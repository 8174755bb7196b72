import { Injectable } from '@nestjs/common';
import { RequestFailure } from '../common/errors/failure.js';
import {
  compileFacets,
  type CountedFacet,
  errorBound,
  type FacetKind,
  type FacetPlan,
  readCells,
  readFacet,
} from '../search/compiler/facets.js';
import type { ReadKeywords } from '../search/compiler/keyword-reading.js';
import { compileSearch } from '../search/compiler/search.js';
import type { CompiledSearch, CountAnswer, CountBody, FacetsRequest } from '../search/compiler/types.js';
import { EncodedData } from '../common/encoded-data.js';
import { requestScope } from '../common/request-scope.js';
import { CHOICE_NAMES } from '../common/choice-names.js';
import { type Lang, type LocalizedName, nameIn } from '../common/lang.js';
import { regionName } from '../common/regions.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';
import { PageCache } from '../freshness/data-cache.js';
import type { KeywordData } from '../documents/keyword-data.record.js';
import type { FacetsData } from './facets.requests.js';
import { type ReadPlan, RecordRequestReader } from './request-reader.js';
import { ShortRecords } from './short-records.js';
import { CategoryTrees } from '../search/state/category-trees.js';

/** Values that each shard returns: few at first, then the most Elasticsearch allows when a count is in doubt. */
const FEW_VALUES = 500;
const MOST_VALUES = 10_000;
const MOST_CHEAP_FACETS = 4;

interface KindOfFacet extends CountedFacet {
  readonly field: string;
  readonly kind: FacetKind;
}

/** Counts the records of any search by the values of its filters, exactly. */
@Injectable()
export class Facets {
  constructor(
    private readonly requests: RecordRequestReader,
    private readonly gateway: SearchGateway,
    private readonly pages: PageCache,
    private readonly trees: CategoryTrees,
    private readonly records: ShortRecords,
  ) {}

  /** @throws RequestFailure (400) when counts can't be exact; UnavailableFailure (503); InternalFailure (500) */
  page<Filter extends object, Document>(
    plan: FacetPlan<Filter, string, Document> & ReadPlan<Filter>,
    asked: FacetsRequest<Filter>,
  ): Promise<EncodedData<FacetsData>> {
    return this.pages.remember(`facets ${plan.index} ${JSON.stringify(asked)}`, async () => {
      requestScope().isExpensive ||= asked.facets.length > MOST_CHEAP_FACETS;
      const { request, days, read } = await this.requests.read(plan, asked);
      const first = await this.firstRecords(plan, request, read);
      const all = first === undefined ? request : { ...request, keywords: '' };
      const { answer, keywords = first?.keywords } = await this.count(all, (size) =>
        compileFacets(plan, all, read, size, first?.clause),
      );
      const { measure, cross } = request;
      const counted = await Promise.all(
        request.facets.map(async (facet, at) => {
          const { field, own_filter = true } = facet;
          const kind = plan.facets[field as keyof Filter] as FacetKind;
          if (own_filter) return { field, kind, ...readFacet(answer, at, { ...facet, measure }, kind) };
          const filter = { ...request.filter, [field]: undefined };
          const wider = { ...request, match: keywords?.match, filter, facets: [facet], cross: undefined };
          const found = await this.count(wider, (size) => compileFacets(plan, wider, read, size));
          return { field, kind, ...readFacet(found.answer, 0, { ...facet, measure }, kind) };
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
  private async firstRecords<Filter extends object, Document>(
    plan: FacetPlan<Filter, string, Document>,
    request: FacetsRequest<Filter>,
    read: ReadKeywords,
  ) {
    const { top, orderby = [] } = request;
    if (top === undefined) return undefined;
    const compiled = compileSearch(plan, { ...request, orderby, page: 1, pagesize: top }, read);
    const { answer, attempt } = await this.gateway.search(compiled);
    const values = answer.hits.hits.map(({ _id }) => _id);
    return { total: answer.total, keywords: compiled.answers?.[attempt], clause: { ids: { values } } };
  }

  /** Counts with few values per shard, and with the most when a count may be too small. */
  private async count<Filter>(
    { facets }: FacetsRequest<Filter>,
    compile: (shardSize: number) => CompiledSearch<CountBody>,
  ): Promise<{ readonly answer: CountAnswer; readonly keywords: KeywordData | undefined }> {
    for (let shardSize = FEW_VALUES; ; shardSize = MOST_VALUES) {
      const compiled = compile(shardSize);
      const { answer, attempt } = await this.gateway.search(compiled);
      const refused = facets.flatMap(({ field }, at) => {
        const bound = errorBound(answer, at);
        const rule = {
          path: `facets[${at}].field`,
          rule: 'too_many_values',
          given: field,
          limit: MOST_VALUES,
        } as const;
        return bound > 0 ? [{ ...rule, detail: String(bound) }] : [];
      });
      if (refused.length === 0) return { answer, keywords: compiled.answers?.[attempt] };
      if (shardSize === MOST_VALUES) throw new RequestFailure(...refused);
    }
  }

  /** Names the values of facets; a value without a name has itself. */
  private async namer(counted: readonly KindOfFacet[], lang: Lang) {
    const ids = counted.flatMap(({ kind, values }) =>
      kind === 'shop' ? values.map(({ value }) => value as string) : [],
    );
    const trees = {
      'creator-categories': await this.trees.get('creator-categories'),
      'product-categories': await this.trees.get('product-categories'),
    };
    const shops = await this.records.find('shop', [...new Set(ids)]);
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
