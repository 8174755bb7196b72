import { Injectable } from '@nestjs/common';
import { PageCache } from './page-cache.js';
import type { SearchCaller } from './gateway/search-caller.js';
import type { Found } from './gateway/search-gateway.js';
import { SearchGateway } from './gateway/search-gateway.js';
import { Vocabulary } from './vocabulary.js';
import { CategoryTrees } from './state/category-trees.js';
import { EncodedData } from '../records/encoded-data.js';
import { RequestFailure } from '../errors/failure.js';
import type { FieldError } from '../errors/failure.js';
import { fieldError } from '../http/validation/request-errors.js';
import type { FacetKind } from '../query/facet-kinds.js';
import type { CountedFacet } from '../query/facet-values.js';
import { errorBound, readFacet } from '../query/facet-values.js';
import type { FacetPlan } from '../query/facets.js';
import { compileFacets } from '../query/facets.js';
import { BY_ID } from '../query/paging.js';
import type { FacetsRequest } from '../query/request.js';
import type { CompiledSearch, CountAnswer, CountBody } from '../query/types.js';
import { shopNameIn } from '../records/product.record.js';
import type { Lang } from '../reference/lang.js';
import type { NameSources } from './facet-names.js';
import { nameOf } from './facet-names.js';
import type { Facet, FacetsData } from '../operations/facets/facets.response.dto.js';

/** Values that each shard tells: few at first, and as many as are taken at most when that leaves a count in doubt. */
const FEW_VALUES = 500;
const MOST_VALUES = 10_000;

/** Facets of any search: request in, exact counts out. */
@Injectable()
export class FacetPages {
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly gateway: SearchGateway,
    private readonly pages: PageCache,
    private readonly trees: CategoryTrees,
  ) {}

  /**
   * @throws RequestFailure (400) when counts can't be exact; UnavailableFailure (503) or InternalFailure (500) when
   * Elasticsearch does not answer in full
   */
  async page<Filter extends object, Field extends string, Document>(
    plan: FacetPlan<Filter, Field, Document>,
    request: FacetsRequest<Filter>,
    caller: SearchCaller,
  ): Promise<EncodedData<FacetsData>> {
    const read = await this.vocabulary.read(plan.index, request.keywords, caller);
    const compile = (shardSize: number): CompiledSearch<CountBody> => compileFacets(plan, request, read, shardSize);
    const kinds = request.facets.map(({ field }) => plan.facets[field as keyof Filter] as FacetKind);
    const compiled = compile(FEW_VALUES);
    const key = JSON.stringify([request.lang, request.facets, compiled]);
    return this.pages.remember(`facets ${key}`, caller, async (shared) => {
      const { answer, attempt } = await this.count(compiled, () => compile(MOST_VALUES), request, shared);
      const counted = request.facets.map((facet, at) => readFacet(answer, at, facet, kinds[at] as FacetKind));
      const names = await this.namesFor(counted, kinds, request, shared);
      const facets = counted.map((facet, at) =>
        named(facet, request.facets[at]?.field ?? '', kinds[at] as FacetKind, names),
      );
      return EncodedData.of<FacetsData>({ total: answer.total, ...compiled.answers?.[attempt], facets });
    });
  }

  /** Asks again, for more values, while a count is in doubt. */
  private async count<Filter>(
    ofFew: CompiledSearch<CountBody>,
    ofMost: () => CompiledSearch<CountBody>,
    { facets, lang }: FacetsRequest<Filter>,
    caller: SearchCaller,
  ): Promise<Found<CountAnswer>> {
    const isDoubtful = ({ answer }: Found<CountAnswer>, at: number): boolean => errorBound(answer, at) > 0;
    let found = await this.gateway.count(ofFew, caller);
    if (!facets.some((_, at) => isDoubtful(found, at))) return found;
    found = await this.gateway.count(ofMost(), caller);
    const refused = facets.flatMap(({ field }, at) =>
      isDoubtful(found, at) ? [tooManyValues(field, at, errorBound(found.answer, at), lang)] : [],
    );
    if (refused.length > 0) throw new RequestFailure(refused);
    return found;
  }

  private async namesFor<Filter>(
    counted: readonly CountedFacet[],
    kinds: readonly FacetKind[],
    { lang }: FacetsRequest<Filter>,
    caller: SearchCaller,
  ): Promise<NameSources> {
    const ids = counted.flatMap(({ values }, at) =>
      kinds[at] === 'shop' ? values.map(({ value }) => value as string) : [],
    );
    return {
      lang,
      trees: {
        'creator-categories': await this.trees.get('creator-categories'),
        'product-categories': await this.trees.get('product-categories'),
      },
      shops: ids.length === 0 ? new Map() : await this.shopNames([...new Set(ids)], caller),
    };
  }

  /** The name of each shop, as its product with the first id has it. */
  private async shopNames(ids: readonly string[], caller: SearchCaller): Promise<ReadonlyMap<string, string>> {
    const { hits } = await this.gateway.look<ShopAnswer>(
      'products',
      {
        query: { terms: { seller_id: ids } },
        collapse: { field: 'seller_id' },
        sort: BY_ID,
        size: ids.length,
        track_total_hits: false,
        _source: ['seller_id', 'record'],
      },
      caller,
    );
    return new Map(
      hits.hits.flatMap(({ _source: { seller_id, record } }) => {
        const name = shopNameIn(record);
        return name === null ? [] : [[seller_id, name]];
      }),
    );
  }
}

const tooManyValues = (field: string, at: number, bound: number, lang: Lang): FieldError =>
  fieldError(
    {
      path: `facets[${at}].field`,
      rule: 'too_many_values',
      given: field,
      limit: MOST_VALUES,
      detail: String(bound),
    },
    lang,
  );

interface ShopAnswer {
  readonly hits: {
    readonly hits: readonly {
      readonly _source: {
        readonly seller_id: string;
        readonly record: string;
      };
    }[];
  };
}

const named = ({ values, ...counts }: CountedFacet, field: string, kind: FacetKind, names: NameSources): Facet => ({
  field,
  values: values.map(({ value, label, count, measure }) => ({
    value,
    label: typeof value === 'object' ? (label ?? '') : nameOf(kind, value, names),
    count,
    ...(measure !== undefined && { measure }),
  })),
  ...counts,
});
