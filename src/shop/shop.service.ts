import { Inject, Injectable } from '@nestjs/common';
import { EncodedData, pagesOf, type RecordPages } from '../common/encoded-data.js';
import { tooManyRows } from '../common/errors/failure.js';
import { requestScope } from '../common/request-scope.js';
import { type Config, CONFIG } from '../config/config.js';
import { withFields } from '../fields/paths.js';
import { FactGroups } from '../figures/fact-groups.js';
import { columnOf, type Rows, rowsInRanges, sortPlaces } from '../figures/ranked-columns.js';
import { ID_BYTES } from '../figures/ranked-list.js';
import { ListCache, PageCache, type Sized } from '../freshness/data-cache.js';
import { filterFields } from '../http/validation/request-field.js';
import { RequestReader } from '../records/request-reader.js';
import { ShortRecords } from '../records/short-records.js';
import { allOf, BY_RELEVANCE, filterClauses, inObject, sliceOf, terms } from '../search/compiler/clauses.js';
import { compileBodies, type SearchPlan } from '../search/compiler/search.js';
import type { QueryClause, Range, Selection } from '../search/compiler/types.js';
import { preferenceOf, type SearchAnswer, SearchGateway } from '../search/gateway/search-gateway.js';
import { SearchStream } from '../search/gateway/search-stream.js';
import { Vocabulary } from '../search/vocabulary.js';
import { SHOP } from '../subjects/shop.js';
import { SHOP_FIGURE_NAMES, SHOP_FIGURES, SHOP_SUMS, ShopFiguresRecord } from './shop.record.js';
import { type ShopExportRequest, ShopFilter, type ShopSearchRequest } from './shop.requests.js';

/** The shops of a request in their order. */
interface ShopList extends Sized {
  readonly ids: readonly string[];
  /** Their figures, as `SHOP_FIGURE_NAMES` has them. */
  readonly rows: readonly (readonly (number | null)[])[];
  /** The products that are counted. */
  readonly products: readonly QueryClause[];
  /** What the answer says of keywords and of times. */
  readonly answer: object;
}

type ShopSelection = Selection<ShopFilter, string>;
type Scores = ReadonlyMap<string, number>;

/** Of keywords alone: filters are of other fields. */
const NAMED: SearchPlan<object, string, { readonly total_units_sold: unknown }> = {
  ...{ index: 'products', filters: {}, sorts: {} },
  ...{ mainMetric: 'total_units_sold', popularity: 'total_units_sold' },
};
/** Elasticsearch returns no more shops that keywords find. */
const MOST_FOUND = 10_000;

const isFigure = (field: string): boolean => field in SHOP_FIGURES;
const FIELDS = Object.entries(filterFields(ShopFilter));
const OF_PRODUCTS = Object.fromEntries(FIELDS.filter(([, field]) => !isFigure(field)));
const OF_FIGURES = FIELDS.filter(([, field]) => isFigure(field));

@Injectable()
export class ShopService {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'rankingMaxRows'>,
    private readonly groups: FactGroups,
    private readonly gateway: SearchGateway,
    private readonly vocabulary: Vocabulary,
    private readonly lists: ListCache,
    private readonly pages: PageCache,
    private readonly records: ShortRecords,
    private readonly stream: SearchStream,
    private readonly requests: RequestReader,
  ) {}

  /** One page of shops. @throws RequestFailure (400) for more shops than a list may have, and as `FactGroups.read` does */
  search(request: ShopSearchRequest): Promise<EncodedData<{ list: object[] }>> {
    return this.pages.remember(`shops ${JSON.stringify(request)}`, async () => {
      const shops = await this.find(request);
      const { from, size } = sliceOf(request);
      const rows = await this.rowsOf(shops, [...shops.ids.keys()].slice(from, from + size));
      const list = request.fields.length === 0 ? rows : withFields(rows, ShopFiguresRecord, request.fields);
      return EncodedData.of({ total: shops.ids.length, ...shops.answer, list });
    });
  }

  /** All shops in their order, at most `limit` of them, of one moment. @throws as `search` does */
  export(request: ShopExportRequest, limit: number): RecordPages {
    return this.stream.ofOneMoment(['products'], () => this.parts(request, limit));
  }

  private async *parts(request: ShopExportRequest, limit: number): RecordPages {
    const shops = await this.find(request);
    yield* pagesOf([...shops.ids.keys()].slice(0, limit), shops.ids.length, (places) => this.rowsOf(shops, places));
  }

  private find({ keywords, match, filter, orderby }: ShopSelection): Promise<ShopList> {
    return this.lists.remember(`shops ${JSON.stringify([keywords, match, filter, orderby])}`, async () => {
      requestScope().isExpensive = true;
      const { request, days } = await this.requests.followData('products', { keywords, match, filter, orderby });
      const products = [...SHOP.clauses, ...filterClauses(OF_PRODUCTS, request.filter)];
      if (keywords === '') return { ...(await this.added(request, products)), answer: days };
      const read = await this.vocabulary.read(SHOP.index, keywords, SHOP.searchedIn);
      const asked = { keywords, filter: {}, ...(match && { match }) };
      const { attempts, answers, enough } = compileBodies(NAMED, asked, read, orderby.length > 0, (query) => query);
      // Words may be missing where too few shops have all.
      let list: ShopList | undefined;
      for (const [at, query] of attempts.entries()) {
        const scores = await this.scores(keywords, allOf(inObject(SHOP.searchedIn, query), products));
        const found = await this.added(request, [...products, terms(SHOP.id, [...scores.keys()])], scores);
        if (list?.ids.length !== found.ids.length) list = { ...found, answer: { ...answers?.[at], ...days } };
        if (list.ids.length >= enough) break;
      }
      return list as ShopList;
    });
  }

  /** The relevance of the shops with a product that matches: that of the best. */
  private async scores(keywords: string, query: QueryClause): Promise<Scores> {
    const sort = [BY_RELEVANCE];
    const body = { query, sort, collapse: { field: SHOP.id }, size: MOST_FOUND, _source: false };
    const { hits } = await this.gateway.searchRaw<SearchAnswer>('products', body, { preference: preferenceOf(body) });
    if (hits.hits.length === MOST_FOUND) throw tooManyRows('keywords', keywords, MOST_FOUND - 1, NARROWING);
    return new Map(hits.hits.map(({ fields, _score }) => [String(fields?.[SHOP.id]?.[0]), Number(_score)]));
  }

  /** Adds up products by shop, and sorts the shops whose figures lie in the ranges. */
  private async added({ filter, orderby }: ShopSelection, products: readonly QueryClause[], scores?: Scores) {
    const ids: string[] = [];
    const rows: (readonly (number | null)[])[] = [];
    const { rankingMaxRows: most } = this.config;
    const grouped = { facts: 'products', field: SHOP.id, clauses: products, metrics: SHOP_SUMS } as const;
    const isWhole = await this.groups.each(grouped, most, (id, count, sums) => {
      ids.push(id);
      rows.push(SHOP_FIGURE_NAMES.map((name) => SHOP_FIGURES[name](sums, count, id)));
    });
    if (!isWhole) throw tooManyRows('filter', filter, most, NARROWING);
    const asked = filter as Readonly<Record<string, Range | undefined>>;
    const ranges = OF_FIGURES.flatMap(([name, field]) => (asked[name] ? [[field, asked[name]] as const] : []));
    const columns = SHOP_FIGURE_NAMES.map((name, column) => [name, columnOf(ids, (at) => rows[at]?.[column])]);
    const figures = Object.fromEntries(columns) as Rows['figures'];
    const relevance = columnOf(ids, (_, id) => scores?.get(id));
    const order = orderby.length > 0 ? orderby : [desc('relevance'), desc('total_usd_gmv')];
    const places = await sortPlaces({ ...figures, relevance }, rowsInRanges({ ids, figures }, { ranges }), order);
    return {
      ids: places.map((at) => ids[at] ?? ''),
      rows: places.map((at) => rows[at] ?? []),
      products,
      answer: {},
      bytes: places.length * (ID_BYTES + 16 * SHOP_FIGURE_NAMES.length),
    };
  }

  private async rowsOf({ ids, rows, products }: ShopList, places: readonly number[]): Promise<object[]> {
    const shown = places.map((at) => ids[at] ?? '');
    const [shops, regions] = await Promise.all([this.records.find('shop', shown), this.regions(products, shown)]);
    return shown.map((id, row) => ({
      seller_id: id,
      name: shops.get(id)?.name ?? null,
      region: regions.get(id) || null,
      ...Object.fromEntries(SHOP_FIGURE_NAMES.map((name, column) => [name, rows[places[row] ?? 0]?.[column]])),
    }));
  }

  /** The region of each shop, empty where its products are not all of one. */
  private async regions(products: readonly QueryClause[], ids: readonly string[]): Promise<Map<string, string>> {
    const regions = new Map<string, string>();
    const clauses = [...products, terms(SHOP.id, ids)];
    const pairs = { facts: 'products', field: SHOP.id, others: [{ field: 'region', missing: '' }], clauses } as const;
    await this.groups.each(pairs, Infinity, (pair) => {
      const [id = '', region = ''] = pair.split('\n');
      regions.set(id, regions.has(id) ? '' : region);
    });
    return regions;
  }
}

const desc = (field: string) => ({ field, order: 'desc' }) as const;

const NARROWING = ['keywords', ...Object.keys(OF_PRODUCTS).map((name) => `filter.${name}`)];
