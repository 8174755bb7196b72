import type { DateInfo } from './schema.js';
import type * as schema from './schema.js';
import type { PeriodType } from './periods.js';
import { DataChangedError } from './errors.js';
import { exportRecords } from './record-stream.js';
import type { ExportOptions } from './record-stream.js';
import { Transport } from './transport.js';
import type { CallOptions, ClientOptions } from './transport.js';
import type { Page } from './walk.js';
import { walkPages } from './walk.js';

/** A search without its paging, which a walk does itself. */
export type Unpaged<Request> = Omit<Request, 'page' | 'pagesize'>;

/** An export of records: the format is NDJSON. */
export type RecordExport<Request> = Omit<Request, 'format' | 'excel'>;

/** A record of an export: some of its fields, when the request names `fields`. */
export type Exported<Row, Request> = Request extends { readonly fields: readonly string[] } ? Partly<Row> : Row;

/** Any of the fields, at every depth. */
export type Partly<Value> = Value extends readonly (infer Item)[]
  ? Partly<Item>[]
  : Value extends object
    ? { [Field in keyof Value]?: Partly<Value[Field]> }
    : Value;

/** Options of a walk; those of a call hold for each page. */
export interface WalkOptions extends CallOptions {
  /** Most records; without it all, and a search with more than its pages reach throws PageWindowError. */
  readonly limit?: number;
  /** 'throw': a change of the data ends the walk with DataChangedError. A function is told of each change instead. */
  readonly onDataChanged?: 'throw' | ((change: DataChangedError) => void);
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

type Records<Row> = AsyncGenerator<Row, void, undefined>;

/** Most records that the pages of an operation reach (`page * pagesize`; docs/api.md, "Operations"). */
const WINDOWS = { search: 5000, topEcommerce: 1000, topGrowth: 500, topSelling: 1000, breakdown: 1000 } as const;

/**
 * The service's operations, by their ids in its OpenAPI document. Each call throws ApiError, NoAnswerError, DeadlineError
 * or the reason of its signal.
 */
export class CommerceClient {
  private readonly transport: Transport;

  /** @throws TypeError for a base URL or token that can't be one, RangeError for a time-out that no timer can wait for */
  constructor(options: ClientOptions = {}) {
    this.transport = new Transport(options);
  }

  /** A page of videos. */
  searchVideos(request: schema.VideoSearchRequest, options?: CallOptions): Promise<schema.VideoSearchData> {
    return this.ask('/video/v1/search', request, options);
  }

  /** All videos of a search, as long as its pages reach them: 5,000. */
  allVideos(request: Unpaged<schema.VideoSearchRequest>, options?: WalkOptions): Records<schema.VideoRecord> {
    return this.walk('/video/v1/search', WINDOWS.search, request, options);
  }

  /** All videos of a search as they are at one moment, however many. */
  exportVideos<Request extends RecordExport<schema.VideoExportRequest>>(
    request: Request,
    options?: ExportOptions,
  ): Records<Exported<schema.VideoRecord, Request>> {
    return exportRecords(this.transport, '/video/v1/export', request, options);
  }

  /** How many videos of a search have each value of a filter. */
  countVideosByFacet(request: schema.VideoFacetsRequest, options?: CallOptions): Promise<schema.FacetsData> {
    return this.ask('/video/v1/facets', request, options);
  }

  /** A page of products. */
  searchProducts(request: schema.ProductSearchRequest = {}, options?: CallOptions): Promise<schema.ProductSearchData> {
    return this.ask('/product/v1/search', request, options);
  }

  /** All products of a search, as long as its pages reach them: 5,000. */
  allProducts(
    request: Unpaged<schema.ProductSearchRequest> = {},
    options?: WalkOptions,
  ): Records<schema.ProductRecord> {
    return this.walk('/product/v1/search', WINDOWS.search, request, options);
  }

  /** All products of a search as they are at one moment, however many. */
  exportProducts<Request extends RecordExport<schema.ProductExportRequest>>(
    request: Request,
    options?: ExportOptions,
  ): Records<Exported<schema.ProductRecord, Request>> {
    return exportRecords(this.transport, '/product/v1/export', request, options);
  }

  /** How many products of a search have each value of a filter. */
  countProductsByFacet(request: schema.ProductFacetsRequest, options?: CallOptions): Promise<schema.FacetsData> {
    return this.ask('/product/v1/facets', request, options);
  }

  /** Shops and product categories while somebody types, as filters. */
  suggestProductFilters(request: schema.SuggestRequest, options?: CallOptions): Promise<schema.SuggestData> {
    return this.ask('/product/v1/suggest', request, options);
  }

  /** A page of live streams. */
  searchLiveStreams(request: schema.LiveSearchRequest = {}, options?: CallOptions): Promise<schema.LiveSearchData> {
    return this.ask('/live/v1/search', request, options);
  }

  /**
   * All live streams of a search, as long as its pages reach them: 5,000. They come without a total, so that a search of
   * exactly 5,000 throws PageWindowError like a longer one.
   */
  allLiveStreams(request: Unpaged<schema.LiveSearchRequest> = {}, options?: WalkOptions): Records<schema.LiveRecord> {
    return this.walk('/live/v1/search', WINDOWS.search, request, options);
  }

  /** All live streams of a search as they are at one moment, however many. */
  exportLiveStreams<Request extends RecordExport<schema.LiveExportRequest>>(
    request: Request,
    options?: ExportOptions,
  ): Records<Exported<schema.LiveRecord, Request>> {
    return exportRecords(this.transport, '/live/v1/export', request, options);
  }

  /** How many live streams of a search have each value of a filter. */
  countLiveStreamsByFacet(request: schema.LiveFacetsRequest, options?: CallOptions): Promise<schema.FacetsData> {
    return this.ask('/live/v1/facets', request, options);
  }

  /** A page of creators. */
  searchCreators(request: schema.CreatorSearchRequest = {}, options?: CallOptions): Promise<schema.CreatorSearchData> {
    return this.ask('/creator/v1/search', request, options);
  }

  /** All creators of a search, as long as its pages reach them: 5,000. */
  allCreators(
    request: Unpaged<schema.CreatorSearchRequest> = {},
    options?: WalkOptions,
  ): Records<schema.CreatorRecord> {
    return this.walk('/creator/v1/search', WINDOWS.search, request, options);
  }

  /** All creators of a search as they are at one moment, however many. */
  exportCreators<Request extends RecordExport<schema.CreatorExportRequest>>(
    request: Request,
    options?: ExportOptions,
  ): Records<Exported<schema.CreatorRecord, Request>> {
    return exportRecords(this.transport, '/creator/v1/export', request, options);
  }

  /** How many creators of a search have each value of a filter. */
  countCreatorsByFacet(request: schema.CreatorFacetsRequest, options?: CallOptions): Promise<schema.FacetsData> {
    return this.ask('/creator/v1/facets', request, options);
  }

  /** A page of creators by sales in a day, week or month. */
  rankTopEcommerceCreators(
    request: schema.TopEcommerceRequest,
    options?: CallOptions,
  ): Promise<schema.TopEcommerceData> {
    return this.ask('/creator/v1/rank/topEcommerce', request, options);
  }

  /** All creators by sales in a period, as long as the pages reach them: 1,000. */
  allTopEcommerceCreators(
    request: Unpaged<schema.TopEcommerceRequest>,
    options?: WalkOptions,
  ): Records<schema.TopEcommerceRecord> {
    return this.walk('/creator/v1/rank/topEcommerce', WINDOWS.topEcommerce, request, options);
  }

  /** All creators by sales in a period as they are at one moment, however many. */
  exportTopEcommerceCreators<Request extends RecordExport<schema.TopEcommerceExportRequest>>(
    request: Request,
    options?: ExportOptions,
  ): Records<Exported<schema.TopEcommerceRecord, Request>> {
    return exportRecords(this.transport, '/creator/v1/rank/topEcommerce/export', request, options);
  }

  /** A page of creators by growth of followers in a day, week or month. */
  rankTopGrowthCreators(request: schema.TopGrowthRequest, options?: CallOptions): Promise<schema.TopGrowthData> {
    return this.ask('/creator/v1/rank/topGrowth', request, options);
  }

  /** All creators by growth in a period, as long as the pages reach them: 500. */
  allTopGrowthCreators(
    request: Unpaged<schema.TopGrowthRequest>,
    options?: WalkOptions,
  ): Records<schema.TopGrowthRecord> {
    return this.walk('/creator/v1/rank/topGrowth', WINDOWS.topGrowth, request, options);
  }

  /** All creators by growth in a period as they are at one moment, however many. */
  exportTopGrowthCreators<Request extends RecordExport<schema.TopGrowthExportRequest>>(
    request: Request,
    options?: ExportOptions,
  ): Records<Exported<schema.TopGrowthRecord, Request>> {
    return exportRecords(this.transport, '/creator/v1/rank/topGrowth/export', request, options);
  }

  /** A page of products by their sales in a day, week or month, with what moved since the period before. */
  rankTopSellingProducts(
    request: schema.ProductTopSellingRequest,
    options?: CallOptions,
  ): Promise<schema.ProductTopSellingData> {
    return this.ask('/product/v1/rank/topSelling', request, options);
  }

  /** All products by sales in a period, as long as the pages reach them: 1,000. */
  allTopSellingProducts(
    request: Unpaged<schema.ProductTopSellingRequest>,
    options?: WalkOptions,
  ): Records<schema.ProductTopSellingRecord> {
    return this.walk('/product/v1/rank/topSelling', WINDOWS.topSelling, request, options);
  }

  /** All products by sales in a period as they are at one moment, however many. */
  exportTopSellingProducts<Request extends RecordExport<schema.ProductTopSellingExportRequest>>(
    request: Request,
    options?: ExportOptions,
  ): Records<Exported<schema.ProductTopSellingRecord, Request>> {
    return exportRecords(this.transport, '/product/v1/rank/topSelling/export', request, options);
  }

  /** A page of shops by their sales in a day, week or month, with what moved since the period before. */
  rankTopSellingShops(
    request: schema.ShopTopSellingRequest,
    options?: CallOptions,
  ): Promise<schema.ShopTopSellingData> {
    return this.ask('/shop/v1/rank/topSelling', request, options);
  }

  /** All shops by sales in a period, as long as the pages reach them: 1,000. */
  allTopSellingShops(
    request: Unpaged<schema.ShopTopSellingRequest>,
    options?: WalkOptions,
  ): Records<schema.ShopTopSellingRecord> {
    return this.walk('/shop/v1/rank/topSelling', WINDOWS.topSelling, request, options);
  }

  /** All shops by sales in a period as they are at one moment, however many. */
  exportTopSellingShops<Request extends RecordExport<schema.ShopTopSellingExportRequest>>(
    request: Request,
    options?: ExportOptions,
  ): Records<Exported<schema.ShopTopSellingRecord, Request>> {
    return exportRecords(this.transport, '/shop/v1/rank/topSelling/export', request, options);
  }

  /** A page of categories by their sales in a day, week or month, with what moved since the period before. */
  rankTopSellingCategories(
    request: schema.CategoryTopSellingRequest,
    options?: CallOptions,
  ): Promise<schema.CategoryTopSellingData> {
    return this.ask('/category/v1/rank/topSelling', request, options);
  }

  /** All categories by sales in a period, as long as the pages reach them: 1,000. */
  allTopSellingCategories(
    request: Unpaged<schema.CategoryTopSellingRequest>,
    options?: WalkOptions,
  ): Records<schema.CategoryTopSellingRecord> {
    return this.walk('/category/v1/rank/topSelling', WINDOWS.topSelling, request, options);
  }

  /** All categories by sales in a period as they are at one moment, however many. */
  exportTopSellingCategories<Request extends RecordExport<schema.CategoryTopSellingExportRequest>>(
    request: Request,
    options?: ExportOptions,
  ): Records<Exported<schema.CategoryTopSellingRecord, Request>> {
    return exportRecords(this.transport, '/category/v1/rank/topSelling/export', request, options);
  }

  /** The periods that have rankings, which of them are complete, and how new the data is. */
  listRankingPeriods(request: schema.PeriodsRequest = {}, options?: CallOptions): Promise<schema.PeriodsData> {
    return this.ask('/creator/v1/rank/periods', request, options);
  }

  /** The newest complete period of a type that a ranking has; undefined when none is complete. */
  async lastCompletePeriod(
    ranking: schema.PeriodRecord['ranking'],
    type: PeriodType,
    options?: CallOptions,
  ): Promise<DateInfo | undefined> {
    const { list } = await this.listRankingPeriods({ filter: { ranking, date_type: type } }, options);
    const last = list.find(({ complete }) => complete);
    return last && { type, value: last.date_value };
  }

  /** A creator's followers and sales, period by period. */
  listCreatorHistory(request: schema.HistoryRequest, options?: CallOptions): Promise<schema.HistoryData> {
    return this.ask('/creator/v1/history', request, options);
  }

  /** A product’s sales, period by period. */
  listProductHistory(request: schema.ProductHistoryRequest, options?: CallOptions): Promise<schema.ProductHistoryData> {
    return this.ask('/product/v1/history', request, options);
  }

  /** A shop’s sales, period by period. */
  listShopHistory(request: schema.ShopHistoryRequest, options?: CallOptions): Promise<schema.SellingHistoryData> {
    return this.ask('/shop/v1/history', request, options);
  }

  /** A category’s sales, period by period. */
  listCategoryHistory(
    request: schema.CategoryHistoryRequest,
    options?: CallOptions,
  ): Promise<schema.SellingHistoryData> {
    return this.ask('/category/v1/history', request, options);
  }

  /** A page of the sales between two days, by creator, product, shop, category, video, live stream, channel or day. */
  breakDownSales(request: schema.BreakdownRequest, options?: CallOptions): Promise<schema.BreakdownData> {
    return this.ask('/sales/v1/breakdown', request, options);
  }

  /** All rows of a breakdown, as long as the pages reach them: 1,000. */
  allSales(request: Unpaged<schema.BreakdownRequest>, options?: WalkOptions): Records<schema.BreakdownRecord> {
    return this.walk('/sales/v1/breakdown', WINDOWS.breakdown, request, options);
  }

  /** All rows of a breakdown as they are at one moment, however many. */
  exportSalesBreakdown<Request extends RecordExport<schema.BreakdownExportRequest>>(
    request: Request,
    options?: ExportOptions,
  ): Records<Exported<schema.BreakdownRecord, Request>> {
    return exportRecords(this.transport, '/sales/v1/breakdown/export', request, options);
  }

  /** Creators and creator categories while somebody types, as filters. */
  suggestCreators(request: schema.SuggestRequest, options?: CallOptions): Promise<schema.SuggestData> {
    return this.ask('/creator/v1/suggest', request, options);
  }

  /** The tree of product categories. */
  listProductCategories(
    request: schema.CategoryListRequest = {},
    options?: CallOptions,
  ): Promise<schema.CategoryListData> {
    return this.ask('/product/v1/category', request, options);
  }

  /** The tree of creator categories. */
  listCreatorCategories(
    request: schema.CategoryListRequest = {},
    options?: CallOptions,
  ): Promise<schema.CategoryListData> {
    return this.ask('/creator/v1/category', request, options);
  }

  private async ask<Data extends object>(path: string, request: object, options?: CallOptions): Promise<Data> {
    const { envelope, response } = await this.transport.send<Data>(path, request, options);
    responses.set(envelope.data, response);
    return envelope.data;
  }

  private walk<Row>(
    path: string,
    window: number,
    request: object,
    { limit, onDataChanged, ...options }: WalkOptions = {},
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
      return answer;
    });
  }
}
