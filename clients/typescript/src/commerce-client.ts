import { DataChangedError, PageWindowError } from './errors.js';
import type { Choosing, Chosen, FieldPaths, WithRows } from './fields.js';
import { HeldAnswers } from './held-answers.js';
import type { Period, PeriodType } from './periods.js';
import { type Export, type ExportOptions, exportRecords } from './record-stream.js';
import type * as schema from './schema.js';
import { type Answer, type CallOptions, type ClientOptions, Transport } from './transport.js';

/** A page of a search or ranking; live streams have `has_more` in the place of `total`. */
export interface Page<Row> {
  readonly list: readonly Row[];
  readonly total?: number;
  readonly has_more?: 0 | 1;
}

const MOST_PER_PAGE = 100;

/**
 * Every record of a search, page by page.
 * @param window most records that the pages of the operation reach
 * @param limit most records that are wanted; all when undefined
 * @throws PageWindowError when more are wanted than the pages reach: at the first page, or, without a total, at the last
 */
export async function* walkPages<Row>(
  window: number,
  limit: number | undefined,
  ask: (page: number, pagesize: number) => Promise<Page<Row>>,
): AsyncGenerator<Row, void, undefined> {
  const most = limit ?? Infinity;
  const pagesize = Math.min(MOST_PER_PAGE, most);
  for (let page = 1, listed = 0; listed < most; page += 1) {
    const { list, total, has_more } = await ask(page, pagesize);
    if (total !== undefined && Math.min(total, most) > window) throw new PageWindowError(window, total);
    yield* list.slice(0, most - listed);
    listed += list.length;
    if (list.length < pagesize || (total !== undefined && listed >= total)) return;
    if (page * pagesize >= window && listed < most) throw new PageWindowError(window, total);
    if (has_more === 0) return;
  }
}

/** A search without its paging, which a walk does itself. */
export type Unpaged<Request> = Omit<Request, 'page' | 'pagesize'>;

/** The request of an export without its format, which `bytes` takes. */
export type RecordExport<Request> = Omit<Request, 'format' | 'excel'>;

/** Options of a walk; those of a call hold for each page. */
export interface WalkOptions extends CallOptions {
  /** Most records; without it all, and a search with more than its pages reach throws PageWindowError. */
  readonly limit?: number;
  /** 'throw': a change of the data ends the walk with DataChangedError. A function is told of each change instead. */
  readonly onDataChanged?: 'throw' | ((change: DataChangedError) => void);
  /** Called with each page before its records. */
  readonly onPage?: (page: Page<unknown>) => void;
}

/** The response behind each answer. */
const responses = new WeakMap<object, Response>();

/**
 * Returns the HTTP response that data of a method came with, for its status and headers; its body is read.
 * @throws TypeError for an object that no method returned, such as a copy
 */
export function responseOf(data: object): Response {
  const response = responses.get(data);
  if (response === undefined) throw new TypeError('responseOf takes the object that a method of the client returned.');
  return response;
}

function dataOf<Data extends object>({ envelope, response }: Answer<Data>): Data {
  responses.set(envelope.data, response);
  return envelope.data;
}

/** The exports that links can be of. */
export type LinkedExport = Extract<keyof CommerceClient, `export${string}`>;

/** The request of an export, with the format of its file. */
export type LinkedRequest<Operation extends LinkedExport> = NonNullable<Parameters<CommerceClient[Operation]>[0]> &
  Pick<schema.ProductExportRequest, 'format' | 'excel'>;

/** Options of a link. */
export interface LinkOptions extends CallOptions {
  /** Seconds for which it is valid: 60 to 31,536,000 (365 days); 30 days unless set. */
  readonly expiresIn?: number | undefined;
  /** The name of the file without its ending. */
  readonly name?: string | undefined;
}

type Records<Row> = AsyncGenerator<Row, void, undefined>;

/**
 * The service's operations, by their ids in its OpenAPI document. Each call throws ApiError, NoAnswerError, DeadlineError
 * or the reason of its signal.
 */
export class CommerceClient {
  private readonly transport: Transport;
  private readonly held: HeldAnswers;

  /** @throws TypeError for a base URL or token that can't be one, RangeError for a time-out that no timer can wait for */
  constructor(options: ClientOptions = {}) {
    this.transport = new Transport(options);
    this.held = new HeldAnswers(this.transport);
  }

  /** The newest complete period of a type that a ranking has; undefined when none is complete. */
  async lastCompletePeriod(
    ranking: schema.PeriodRecord['ranking'],
    type: PeriodType,
    options?: CallOptions,
  ): Promise<Period | undefined> {
    const { list } = await this.listRankingPeriods({ filter: { ranking, date_type: type } }, options);
    const last = list.find(({ complete }) => complete);
    return last && { type, value: last.date_value };
  }

  // Made from docs/openapi.json by `npm run clients`.

  /** Usage of the token. */
  showUsage(request: schema.UsageRequest = {}, options?: CallOptions): Promise<schema.UsageData> {
    return this.get('/v1/usage', request, options);
  }

  /** Search videos: a page. */
  searchVideos<const Fields extends FieldPaths<schema.VideoSearchRequest> = readonly []>(
    request: Choosing<schema.VideoSearchRequest, Fields>,
    options?: CallOptions,
  ): Promise<WithRows<schema.VideoSearchData, Fields>> {
    return this.ask('/video/v1/search', request, options);
  }

  /** Search videos: all of them, as long as the pages reach them: 5000. */
  allVideos<const Fields extends FieldPaths<schema.VideoSearchRequest> = readonly []>(
    request: Choosing<Unpaged<schema.VideoSearchRequest>, Fields>,
    options?: WalkOptions,
  ): Records<Chosen<schema.VideoRecord, Fields>> {
    return this.walk('/video/v1/search', 5000, request, options);
  }

  /** Export videos: all of them as they are at one moment, however many. */
  exportVideos<const Fields extends FieldPaths<schema.VideoExportRequest> = readonly []>(
    request: Choosing<RecordExport<schema.VideoExportRequest>, Fields>,
    options?: ExportOptions,
  ): Export<Chosen<schema.VideoRecord, Fields>> {
    return exportRecords(this.transport, '/video/v1/export', request, options);
  }

  /** Count videos. */
  countVideosByFacet(request: schema.VideoFacetsRequest, options?: CallOptions): Promise<schema.FacetsData> {
    return this.ask('/video/v1/facets', request, options);
  }

  /** Search products: a page. */
  searchProducts<const Fields extends FieldPaths<schema.ProductSearchRequest> = readonly []>(
    request: Choosing<schema.ProductSearchRequest, Fields> = {},
    options?: CallOptions,
  ): Promise<WithRows<schema.ProductSearchData, Fields>> {
    return this.ask('/product/v1/search', request, options);
  }

  /** Search products: all of them, as long as the pages reach them: 5000. */
  allProducts<const Fields extends FieldPaths<schema.ProductSearchRequest> = readonly []>(
    request: Choosing<Unpaged<schema.ProductSearchRequest>, Fields> = {},
    options?: WalkOptions,
  ): Records<Chosen<schema.ProductRecord, Fields>> {
    return this.walk('/product/v1/search', 5000, request, options);
  }

  /** Export products: all of them as they are at one moment, however many. */
  exportProducts<const Fields extends FieldPaths<schema.ProductExportRequest> = readonly []>(
    request: Choosing<RecordExport<schema.ProductExportRequest>, Fields> = {},
    options?: ExportOptions,
  ): Export<Chosen<schema.ProductRecord, Fields>> {
    return exportRecords(this.transport, '/product/v1/export', request, options);
  }

  /** Count products. */
  countProductsByFacet(request: schema.ProductFacetsRequest, options?: CallOptions): Promise<schema.FacetsData> {
    return this.ask('/product/v1/facets', request, options);
  }

  /** Suggest shops and categories. */
  suggestProductFilters(request: schema.SuggestRequest = {}, options?: CallOptions): Promise<schema.SuggestData> {
    return this.ask('/product/v1/suggest', request, options);
  }

  /** Similar products: a page. */
  findSimilarProducts<const Fields extends FieldPaths<schema.SimilarProductsRequest> = readonly []>(
    request: Choosing<schema.SimilarProductsRequest, Fields>,
    options?: CallOptions,
  ): Promise<WithRows<schema.SimilarProductsData, Fields>> {
    return this.ask('/product/v1/similar', request, options);
  }

  /** Similar products: all of them, as long as the pages reach them: 5000. */
  allSimilarProducts<const Fields extends FieldPaths<schema.SimilarProductsRequest> = readonly []>(
    request: Choosing<Unpaged<schema.SimilarProductsRequest>, Fields>,
    options?: WalkOptions,
  ): Records<Chosen<schema.ProductRecord, Fields>> {
    return this.walk('/product/v1/similar', 5000, request, options);
  }

  /** Search live streams: a page. */
  searchLiveStreams<const Fields extends FieldPaths<schema.LiveSearchRequest> = readonly []>(
    request: Choosing<schema.LiveSearchRequest, Fields> = {},
    options?: CallOptions,
  ): Promise<WithRows<schema.LiveSearchData, Fields>> {
    return this.ask('/live/v1/search', request, options);
  }

  /** Search live streams: all of them, as long as the pages reach them: 5000. They come without a total, so that exactly 5000 throw PageWindowError as more do. */
  allLiveStreams<const Fields extends FieldPaths<schema.LiveSearchRequest> = readonly []>(
    request: Choosing<Unpaged<schema.LiveSearchRequest>, Fields> = {},
    options?: WalkOptions,
  ): Records<Chosen<schema.LiveRecord, Fields>> {
    return this.walk('/live/v1/search', 5000, request, options);
  }

  /** Export live streams: all of them as they are at one moment, however many. */
  exportLiveStreams<const Fields extends FieldPaths<schema.LiveExportRequest> = readonly []>(
    request: Choosing<RecordExport<schema.LiveExportRequest>, Fields> = {},
    options?: ExportOptions,
  ): Export<Chosen<schema.LiveRecord, Fields>> {
    return exportRecords(this.transport, '/live/v1/export', request, options);
  }

  /** Count live streams. */
  countLiveStreamsByFacet(request: schema.LiveFacetsRequest, options?: CallOptions): Promise<schema.FacetsData> {
    return this.ask('/live/v1/facets', request, options);
  }

  /** Search creators: a page. */
  searchCreators<const Fields extends FieldPaths<schema.CreatorSearchRequest> = readonly []>(
    request: Choosing<schema.CreatorSearchRequest, Fields> = {},
    options?: CallOptions,
  ): Promise<WithRows<schema.CreatorSearchData, Fields>> {
    return this.ask('/creator/v1/search', request, options);
  }

  /** Search creators: all of them, as long as the pages reach them: 5000. */
  allCreators<const Fields extends FieldPaths<schema.CreatorSearchRequest> = readonly []>(
    request: Choosing<Unpaged<schema.CreatorSearchRequest>, Fields> = {},
    options?: WalkOptions,
  ): Records<Chosen<schema.CreatorRecord, Fields>> {
    return this.walk('/creator/v1/search', 5000, request, options);
  }

  /** Export creators: all of them as they are at one moment, however many. */
  exportCreators<const Fields extends FieldPaths<schema.CreatorExportRequest> = readonly []>(
    request: Choosing<RecordExport<schema.CreatorExportRequest>, Fields> = {},
    options?: ExportOptions,
  ): Export<Chosen<schema.CreatorRecord, Fields>> {
    return exportRecords(this.transport, '/creator/v1/export', request, options);
  }

  /** Count creators. */
  countCreatorsByFacet(request: schema.CreatorFacetsRequest, options?: CallOptions): Promise<schema.FacetsData> {
    return this.ask('/creator/v1/facets', request, options);
  }

  /** Suggest creators. */
  suggestCreators(request: schema.SuggestRequest = {}, options?: CallOptions): Promise<schema.SuggestData> {
    return this.ask('/creator/v1/suggest', request, options);
  }

  /** Search shops: a page. */
  searchShops<const Fields extends FieldPaths<schema.ShopSearchRequest> = readonly []>(
    request: Choosing<schema.ShopSearchRequest, Fields> = {},
    options?: CallOptions,
  ): Promise<WithRows<schema.ShopSearchData, Fields>> {
    return this.ask('/shop/v1/search', request, options);
  }

  /** Search shops: all of them, as long as the pages reach them: 1000. */
  allShops<const Fields extends FieldPaths<schema.ShopSearchRequest> = readonly []>(
    request: Choosing<Unpaged<schema.ShopSearchRequest>, Fields> = {},
    options?: WalkOptions,
  ): Records<Chosen<schema.ShopFiguresRecord, Fields>> {
    return this.walk('/shop/v1/search', 1000, request, options);
  }

  /** Export shops: all of them as they are at one moment, however many. */
  exportShops<const Fields extends FieldPaths<schema.ShopExportRequest> = readonly []>(
    request: Choosing<RecordExport<schema.ShopExportRequest>, Fields> = {},
    options?: ExportOptions,
  ): Export<Chosen<schema.ShopFiguresRecord, Fields>> {
    return exportRecords(this.transport, '/shop/v1/export', request, options);
  }

  /** Top e-commerce creators: a page. */
  rankTopEcommerceCreators<const Fields extends FieldPaths<schema.TopEcommerceRequest> = readonly []>(
    request: Choosing<schema.TopEcommerceRequest, Fields>,
    options?: CallOptions,
  ): Promise<WithRows<schema.TopEcommerceData, Fields>> {
    return this.ask('/creator/v1/rank/topEcommerce', request, options);
  }

  /** Top e-commerce creators: all of them, as long as the pages reach them: 1000. */
  allTopEcommerceCreators<const Fields extends FieldPaths<schema.TopEcommerceRequest> = readonly []>(
    request: Choosing<Unpaged<schema.TopEcommerceRequest>, Fields>,
    options?: WalkOptions,
  ): Records<Chosen<schema.TopEcommerceRecord, Fields>> {
    return this.walk('/creator/v1/rank/topEcommerce', 1000, request, options);
  }

  /** Export the top e-commerce creators: all of them as they are at one moment, however many. */
  exportTopEcommerceCreators<const Fields extends FieldPaths<schema.TopEcommerceExportRequest> = readonly []>(
    request: Choosing<RecordExport<schema.TopEcommerceExportRequest>, Fields>,
    options?: ExportOptions,
  ): Export<Chosen<schema.TopEcommerceRecord, Fields>> {
    return exportRecords(this.transport, '/creator/v1/rank/topEcommerce/export', request, options);
  }

  /** Follower growth: a page. */
  rankTopGrowthCreators<const Fields extends FieldPaths<schema.TopGrowthRequest> = readonly []>(
    request: Choosing<schema.TopGrowthRequest, Fields>,
    options?: CallOptions,
  ): Promise<WithRows<schema.TopGrowthData, Fields>> {
    return this.ask('/creator/v1/rank/topGrowth', request, options);
  }

  /** Follower growth: all of them, as long as the pages reach them: 500. */
  allTopGrowthCreators<const Fields extends FieldPaths<schema.TopGrowthRequest> = readonly []>(
    request: Choosing<Unpaged<schema.TopGrowthRequest>, Fields>,
    options?: WalkOptions,
  ): Records<Chosen<schema.TopGrowthRecord, Fields>> {
    return this.walk('/creator/v1/rank/topGrowth', 500, request, options);
  }

  /** Export follower growth: all of them as they are at one moment, however many. */
  exportTopGrowthCreators<const Fields extends FieldPaths<schema.TopGrowthExportRequest> = readonly []>(
    request: Choosing<RecordExport<schema.TopGrowthExportRequest>, Fields>,
    options?: ExportOptions,
  ): Export<Chosen<schema.TopGrowthRecord, Fields>> {
    return exportRecords(this.transport, '/creator/v1/rank/topGrowth/export', request, options);
  }

  /** Top selling products: a page. */
  rankTopSellingProducts<const Fields extends FieldPaths<schema.ProductTopSellingRequest> = readonly []>(
    request: Choosing<schema.ProductTopSellingRequest, Fields>,
    options?: CallOptions,
  ): Promise<WithRows<schema.ProductTopSellingData, Fields>> {
    return this.ask('/product/v1/rank/topSelling', request, options);
  }

  /** Top selling products: all of them, as long as the pages reach them: 1000. */
  allTopSellingProducts<const Fields extends FieldPaths<schema.ProductTopSellingRequest> = readonly []>(
    request: Choosing<Unpaged<schema.ProductTopSellingRequest>, Fields>,
    options?: WalkOptions,
  ): Records<Chosen<schema.ProductTopSellingRecord, Fields>> {
    return this.walk('/product/v1/rank/topSelling', 1000, request, options);
  }

  /** Export the top selling products: all of them as they are at one moment, however many. */
  exportTopSellingProducts<const Fields extends FieldPaths<schema.ProductTopSellingExportRequest> = readonly []>(
    request: Choosing<RecordExport<schema.ProductTopSellingExportRequest>, Fields>,
    options?: ExportOptions,
  ): Export<Chosen<schema.ProductTopSellingRecord, Fields>> {
    return exportRecords(this.transport, '/product/v1/rank/topSelling/export', request, options);
  }

  /** Top selling shops: a page. */
  rankTopSellingShops<const Fields extends FieldPaths<schema.ShopTopSellingRequest> = readonly []>(
    request: Choosing<schema.ShopTopSellingRequest, Fields>,
    options?: CallOptions,
  ): Promise<WithRows<schema.ShopTopSellingData, Fields>> {
    return this.ask('/shop/v1/rank/topSelling', request, options);
  }

  /** Top selling shops: all of them, as long as the pages reach them: 1000. */
  allTopSellingShops<const Fields extends FieldPaths<schema.ShopTopSellingRequest> = readonly []>(
    request: Choosing<Unpaged<schema.ShopTopSellingRequest>, Fields>,
    options?: WalkOptions,
  ): Records<Chosen<schema.ShopTopSellingRecord, Fields>> {
    return this.walk('/shop/v1/rank/topSelling', 1000, request, options);
  }

  /** Export the top selling shops: all of them as they are at one moment, however many. */
  exportTopSellingShops<const Fields extends FieldPaths<schema.ShopTopSellingExportRequest> = readonly []>(
    request: Choosing<RecordExport<schema.ShopTopSellingExportRequest>, Fields>,
    options?: ExportOptions,
  ): Export<Chosen<schema.ShopTopSellingRecord, Fields>> {
    return exportRecords(this.transport, '/shop/v1/rank/topSelling/export', request, options);
  }

  /** Top selling categories: a page. */
  rankTopSellingCategories<const Fields extends FieldPaths<schema.CategoryTopSellingRequest> = readonly []>(
    request: Choosing<schema.CategoryTopSellingRequest, Fields>,
    options?: CallOptions,
  ): Promise<WithRows<schema.CategoryTopSellingData, Fields>> {
    return this.ask('/category/v1/rank/topSelling', request, options);
  }

  /** Top selling categories: all of them, as long as the pages reach them: 1000. */
  allTopSellingCategories<const Fields extends FieldPaths<schema.CategoryTopSellingRequest> = readonly []>(
    request: Choosing<Unpaged<schema.CategoryTopSellingRequest>, Fields>,
    options?: WalkOptions,
  ): Records<Chosen<schema.CategoryTopSellingRecord, Fields>> {
    return this.walk('/category/v1/rank/topSelling', 1000, request, options);
  }

  /** Export the top selling categories: all of them as they are at one moment, however many. */
  exportTopSellingCategories<const Fields extends FieldPaths<schema.CategoryTopSellingExportRequest> = readonly []>(
    request: Choosing<RecordExport<schema.CategoryTopSellingExportRequest>, Fields>,
    options?: ExportOptions,
  ): Export<Chosen<schema.CategoryTopSellingRecord, Fields>> {
    return exportRecords(this.transport, '/category/v1/rank/topSelling/export', request, options);
  }

  /** Top selling videos: a page. */
  rankTopSellingVideos<const Fields extends FieldPaths<schema.VideoTopSellingRequest> = readonly []>(
    request: Choosing<schema.VideoTopSellingRequest, Fields>,
    options?: CallOptions,
  ): Promise<WithRows<schema.VideoTopSellingData, Fields>> {
    return this.ask('/video/v1/rank/topSelling', request, options);
  }

  /** Top selling videos: all of them, as long as the pages reach them: 1000. */
  allTopSellingVideos<const Fields extends FieldPaths<schema.VideoTopSellingRequest> = readonly []>(
    request: Choosing<Unpaged<schema.VideoTopSellingRequest>, Fields>,
    options?: WalkOptions,
  ): Records<Chosen<schema.VideoTopSellingRecord, Fields>> {
    return this.walk('/video/v1/rank/topSelling', 1000, request, options);
  }

  /** Export the top selling videos: all of them as they are at one moment, however many. */
  exportTopSellingVideos<const Fields extends FieldPaths<schema.VideoTopSellingExportRequest> = readonly []>(
    request: Choosing<RecordExport<schema.VideoTopSellingExportRequest>, Fields>,
    options?: ExportOptions,
  ): Export<Chosen<schema.VideoTopSellingRecord, Fields>> {
    return exportRecords(this.transport, '/video/v1/rank/topSelling/export', request, options);
  }

  /** Top selling live streams: a page. */
  rankTopSellingLiveStreams<const Fields extends FieldPaths<schema.LiveTopSellingRequest> = readonly []>(
    request: Choosing<schema.LiveTopSellingRequest, Fields>,
    options?: CallOptions,
  ): Promise<WithRows<schema.LiveTopSellingData, Fields>> {
    return this.ask('/live/v1/rank/topSelling', request, options);
  }

  /** Top selling live streams: all of them, as long as the pages reach them: 1000. */
  allTopSellingLiveStreams<const Fields extends FieldPaths<schema.LiveTopSellingRequest> = readonly []>(
    request: Choosing<Unpaged<schema.LiveTopSellingRequest>, Fields>,
    options?: WalkOptions,
  ): Records<Chosen<schema.LiveTopSellingRecord, Fields>> {
    return this.walk('/live/v1/rank/topSelling', 1000, request, options);
  }

  /** Export the top selling live streams: all of them as they are at one moment, however many. */
  exportTopSellingLiveStreams<const Fields extends FieldPaths<schema.LiveTopSellingExportRequest> = readonly []>(
    request: Choosing<RecordExport<schema.LiveTopSellingExportRequest>, Fields>,
    options?: ExportOptions,
  ): Export<Chosen<schema.LiveTopSellingRecord, Fields>> {
    return exportRecords(this.transport, '/live/v1/rank/topSelling/export', request, options);
  }

  /** Periods with data. */
  listRankingPeriods(request: schema.PeriodsRequest = {}, options?: CallOptions): Promise<schema.PeriodsData> {
    return this.ask('/creator/v1/rank/periods', request, options);
  }

  /** History of a creator. */
  listCreatorHistory(request: schema.HistoryRequest, options?: CallOptions): Promise<schema.HistoryData> {
    return this.ask('/creator/v1/history', request, options);
  }

  /** History of a product. */
  listProductHistory(request: schema.ProductHistoryRequest, options?: CallOptions): Promise<schema.ProductHistoryData> {
    return this.ask('/product/v1/history', request, options);
  }

  /** History of a shop. */
  listShopHistory(request: schema.ShopHistoryRequest, options?: CallOptions): Promise<schema.SellingHistoryData> {
    return this.ask('/shop/v1/history', request, options);
  }

  /** History of a category. */
  listCategoryHistory(
    request: schema.CategoryHistoryRequest,
    options?: CallOptions,
  ): Promise<schema.SellingHistoryData> {
    return this.ask('/category/v1/history', request, options);
  }

  /** Place of a creator among its peers. */
  compareCreatorWithPeers(request: schema.CreatorPeersRequest, options?: CallOptions): Promise<schema.PeersData> {
    return this.ask('/creator/v1/peers', request, options);
  }

  /** Place of a product among its peers. */
  compareProductWithPeers(request: schema.ProductPeersRequest, options?: CallOptions): Promise<schema.PeersData> {
    return this.ask('/product/v1/peers', request, options);
  }

  /** Place of a shop among its peers. */
  compareShopWithPeers(request: schema.ShopPeersRequest, options?: CallOptions): Promise<schema.PeersData> {
    return this.ask('/shop/v1/peers', request, options);
  }

  /** Product categories. */
  listProductCategories(
    request: schema.CategoryListRequest = {},
    options?: CallOptions,
  ): Promise<schema.CategoryListData> {
    return this.get('/product/v1/category', request, options);
  }

  /** Creator categories. */
  listCreatorCategories(
    request: schema.CategoryListRequest = {},
    options?: CallOptions,
  ): Promise<schema.CategoryListData> {
    return this.get('/creator/v1/category', request, options);
  }

  /** Break sales down: a page. */
  breakDownSales<const Fields extends FieldPaths<schema.BreakdownRequest> = readonly []>(
    request: Choosing<schema.BreakdownRequest, Fields>,
    options?: CallOptions,
  ): Promise<WithRows<schema.BreakdownData, Fields>> {
    return this.ask('/sales/v1/breakdown', request, options);
  }

  /** Break sales down: all of them, as long as the pages reach them: 1000. */
  allSales<const Fields extends FieldPaths<schema.BreakdownRequest> = readonly []>(
    request: Choosing<Unpaged<schema.BreakdownRequest>, Fields>,
    options?: WalkOptions,
  ): Records<Chosen<schema.BreakdownRecord, Fields>> {
    return this.walk('/sales/v1/breakdown', 1000, request, options);
  }

  /** Export a breakdown of sales: all of them as they are at one moment, however many. */
  exportSalesBreakdown<const Fields extends FieldPaths<schema.BreakdownExportRequest> = readonly []>(
    request: Choosing<RecordExport<schema.BreakdownExportRequest>, Fields>,
    options?: ExportOptions,
  ): Export<Chosen<schema.BreakdownRecord, Fields>> {
    return exportRecords(this.transport, '/sales/v1/breakdown/export', request, options);
  }

  /** Link to an export. */
  createLink(request: schema.LinkRequest, options?: CallOptions): Promise<schema.LinkData> {
    return this.ask('/v1/links', request, options);
  }

  // The end of what is made.

  /**
   * The address of an export, which a spreadsheet or another program fetches without a token.
   * @param request that of the export, with the `format` of its file
   */
  link<Operation extends LinkedExport>(
    operation: Operation,
    request: LinkedRequest<Operation>,
    { expiresIn, name, ...options }: LinkOptions = {},
  ): Promise<schema.LinkData> {
    return this.createLink(
      { operation, request: { ...request }, expires_in: expiresIn ?? null, name: name ?? null },
      options,
    );
  }

  private async ask<Data extends object>(path: string, request: object, options?: CallOptions): Promise<Data> {
    return dataOf(await this.transport.send<Data>(path, request, options));
  }

  /** Asks by GET; an answer that is held comes again only when it has changed. */
  private async get<Data extends object>(path: string, request: object, options?: CallOptions): Promise<Data> {
    return dataOf(await this.held.get<Data>(path, request, options));
  }

  private walk<Row>(
    path: string,
    window: number,
    request: object,
    { limit, onDataChanged, onPage, ...options }: WalkOptions = {},
  ): Records<Row> {
    let version: string | null = null;
    return walkPages(window, limit, async (page, pagesize) => {
      const answer = await this.ask<Page<Row>>(path, { ...request, page, pagesize }, options);
      const before = version;
      version = responseOf(answer).headers.get('X-Data-Version');
      if (onDataChanged !== undefined && before !== null && version !== null && version !== before) {
        const change = new DataChangedError(before, version);
        if (onDataChanged === 'throw') throw change;
        onDataChanged(change);
      }
      onPage?.(answer);
      return answer;
    });
  }
}
