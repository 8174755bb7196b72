import type { Type } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Ranking } from '../../documents/board.document.js';
import type { SearchCaller } from '../../search/gateway/search-caller.js';
import type { EncodedData } from '../../records/encoded-data.js';
import type { RequestContext, Scope } from '../../http/request/request-context.js';
import { PageSizeField } from '../../http/validation/fields.js';
import type { Period, PeriodType } from '../../period/period.js';
import type { Paging } from '../../query/request.js';
import { BreakdownRecord } from '../../records/breakdown.record.js';
import { CreatorRecord } from '../../records/creator.record.js';
import { HistoryRecord, ProductHistoryRecord, SellingHistoryRecord } from '../../records/rankings/history.record.js';
import { LiveRecord } from '../../records/live.record.js';
import { ProductRecord } from '../../records/product.record.js';
import { TopEcommerceRecord } from '../../records/rankings/top-ecommerce.record.js';
import { TopGrowthRecord } from '../../records/rankings/top-growth.record.js';
import {
  CategoryTopSellingRecord,
  ProductTopSellingRecord,
  ShopTopSellingRecord,
} from '../../records/rankings/top-selling.record.js';
import { VideoRecord } from '../../records/video.record.js';
import { CreatorFacetsRequest, CreatorSearchRequest } from '../creator/creator.dto.js';
import { CreatorService } from '../creator/creator.service.js';
import type { FacetsData } from '../facets/facets.dto.js';
import { LiveFacetsRequest, LiveSearchRequest } from '../live/live.dto.js';
import { LiveService } from '../live/live.service.js';
import { ProductFacetsRequest, ProductSearchRequest } from '../product/product.dto.js';
import { ProductService } from '../product/product.service.js';
import { TopEcommerceRequest, TopGrowthRequest } from '../rankings/creators/creator-rankings.dto.js';
import { CREATOR_SUGGEST_PLAN } from '../rankings/creators/creator-suggest.controller.js';
import type { HistorySpan } from '../rankings/history/history.dto.js';
import {
  CategoryHistoryRequest,
  HistoryRequest,
  ProductHistoryRequest,
  ShopHistoryRequest,
} from '../rankings/history/history.dto.js';
import { HistoryService } from '../rankings/history/history.service.js';
import { PeriodsService } from '../rankings/periods/periods.service.js';
import { TOP_ECOMMERCE, TOP_GROWTH } from '../rankings/ranking.definition.js';
import { RankingReader } from '../rankings/ranking.reader.js';
import {
  CATEGORY_TOP_SELLING,
  PRODUCT_TOP_SELLING,
  SHOP_TOP_SELLING,
} from '../rankings/top-selling/top-selling.definition.js';
import {
  CategoryTopSellingRequest,
  ProductTopSellingRequest,
  ShopTopSellingRequest,
} from '../rankings/top-selling/top-selling.dto.js';
import { BreakdownRequest } from '../sales/sales.dto.js';
import { SalesService } from '../sales/sales.service.js';
import { Suggestions } from '../../search/suggestions.js';
import type { SuggestData } from '../suggest/suggest.dto.js';
import { SuggestRequest } from '../suggest/suggest.dto.js';
import { VideoFacetsRequest, VideoSearchRequest } from '../video/video.dto.js';
import { VideoService } from '../video/video.service.js';
import type { KnownPeriods, PageData } from './tool-answers.js';
import { facetsAnswer, historyAnswer, pageAnswer, periodAnswer, suggestAnswer } from './tool-answers.js';
import type { Question, ShortAnswer, Tool } from './tool.js';
import { choiceTool, question, simpleTool } from './tool.js';

/** Most records of an answer. */
export const MOST_RECORDS = 20;

/** A request class whose pages are small enough for an assistant. */
function withSmallPages<Request extends Paging>(request: Type<Request>): Type<Request> {
  class SmallPages extends (request as Type<Paging>) {
    @PageSizeField(MOST_RECORDS)
    override pagesize: number;
  }
  return SmallPages as Type<Request>;
}

/** A page of a ranking. */
type BoardRequest = Paging & { readonly filter: { readonly date_info: Period } };

/** The fields that assistants see of each record, by their paths. */
const FIELDS = {
  video: [
    ...['video_id', 'desc', 'region', 'publish_time', 'play_count', 'digg_count', 'interact_rate_info'],
    ...['units_sold', 'gmv', 'creator.uid', 'creator.unique_id', 'creator.nickname', 'creator.follower_count'],
  ],
  product: [
    ...['product_id', 'title', 'region', 'category.l1', 'price', 'commission_rate', 'day7_units_sold', 'day7_gmv'],
    ...['total_units_sold', 'total_gmv', 'creator_count', 'shop.seller_id', 'shop.name'],
  ],
  live: [
    ...['room_id', 'title', 'uid', 'unique_id', 'nickname', 'follower_count', 'creator_region', 'start_time'],
    ...['duration', 'product_count', 'total_viewer_count', 'total_units_sold', 'total_gmv', 'currency'],
  ],
  topEcommerce: [
    ...['rank', 'uid', 'creator.unique_id', 'creator.nickname', 'creator.region', 'follower_count'],
    ...['creator_usd_gmv', 'video_usd_gmv', 'live_usd_gmv', 'product_count', 'video_count', 'live_count'],
  ],
  topGrowth: [
    ...['rank', 'uid', 'creator.unique_id', 'creator.nickname', 'creator.region'],
    ...['follower_inc_count', 'follower_inc_rate', 'follower_count_at_period_end'],
  ],
  creator: [...['uid', 'unique_id', 'nickname', 'region', 'category', 'follower_count', 'video_count', 'account_type']],
  topSelling: [
    ...['rank', 'previous_rank', 'is_new', 'units_sold', 'usd_gmv', 'usd_gmv_growth_rate_info', 'usd_gmv_change'],
    ...['video_usd_gmv', 'live_usd_gmv', 'creator_count', 'video_count', 'live_count'],
  ],
  history: [
    ...['date_value', 'follower_count', 'follower_inc_count', 'creator_usd_gmv', 'video_usd_gmv', 'live_usd_gmv'],
    ...['units_sold', 'product_count', 'video_count', 'live_count'],
  ],
  sellingHistory: [
    ...['date_value', 'units_sold', 'usd_gmv', 'video_usd_gmv', 'live_usd_gmv', 'creator_count', 'video_count'],
    ...['live_count'],
  ],
  breakdown: [
    ...['uid', 'creator.unique_id', 'creator.nickname', 'creator.region', 'product_id', 'product.title'],
    ...['product.seller_id', 'seller_id', 'shop.name', 'category', 'video_id', 'video.desc', 'video.uid', 'room_id'],
    ...['live.title', 'live.uid', 'channel', 'date', 'units_sold', 'usd_gmv', 'share', 'sales'],
  ],
};

type Kind = 'videos' | 'products' | 'lives' | 'creators';
const SCOPE_OF = { videos: 'video', products: 'product', lives: 'live', creators: 'ranking' } as const;
const FRESH_AS = { videos: ['videos'], products: ['products'], lives: ['lives'], creators: ['creator_days'] } as const;

/** A search over records of a kind: a page of them, with a few fields. */
function search<Request extends Paging, Data extends PageData>(
  kind: Kind,
  about: string,
  request: Type<Request>,
  shorten: (data: PageData, request: Paging) => ShortAnswer,
  ask: (request: NoInfer<Request>, caller: RequestContext) => Promise<EncodedData<Data>>,
): Question {
  return question({
    about,
    request: withSmallPages(request),
    scope: SCOPE_OF[kind],
    freshAs: FRESH_AS[kind],
    ask,
    shorten,
  });
}

/** Counts of records of a kind. */
const facets = <Request extends object>(
  kind: Kind,
  request: Type<Request>,
  ask: (request: NoInfer<Request>, caller: RequestContext) => Promise<EncodedData<FacetsData>>,
): Question =>
  question({
    about: `Counts ${kind === 'lives' ? 'live streams' : kind}.`,
    request,
    scope: SCOPE_OF[kind],
    freshAs: FRESH_AS[kind],
    ask,
    shorten: facetsAnswer,
  });

/** Ids by the beginning of a name. */
const suggestions = (
  about: string,
  scope: Scope,
  ask: (request: SuggestRequest, caller: RequestContext) => Promise<EncodedData<SuggestData>>,
): Question => question({ about, request: SuggestRequest, scope, freshAs: [], ask, shorten: suggestAnswer });

/** The tools of assistants: each asks the services of the operations, with their request classes. */
@Injectable()
export class Tools {
  readonly list: readonly Tool[];

  constructor(
    videos: VideoService,
    products: ProductService,
    lives: LiveService,
    creators: CreatorService,
    sales: SalesService,
    rankings: RankingReader,
    private readonly periods: PeriodsService,
    histories: HistoryService,
    suggest: Suggestions,
  ) {
    this.list = [
      simpleTool(
        { name: 'search_videos', title: 'Search videos' },
        search(
          'videos',
          'Videos by keywords and filters, sorted. filter.create_time_range (Unix seconds) is required.',
          VideoSearchRequest,
          pageAnswer(VideoRecord, FIELDS.video),
          (request, caller) => videos.search(request, caller),
        ),
      ),
      simpleTool(
        { name: 'search_products', title: 'Search products' },
        search(
          'products',
          'Products by keywords and filters, sorted.',
          ProductSearchRequest,
          pageAnswer(ProductRecord, FIELDS.product),
          (request, caller) => products.search(request, caller),
        ),
      ),
      simpleTool(
        { name: 'search_lives', title: 'Search live streams' },
        search(
          'lives',
          'Live streams by creator or title, with filters, sorted.',
          LiveSearchRequest,
          pageAnswer(LiveRecord, FIELDS.live),
          (request, caller) => lives.search(request, caller),
        ),
      ),
      simpleTool(
        { name: 'search_creators', title: 'Search creators' },
        search(
          'creators',
          'Creators by handle or nickname, with filters, sorted.',
          CreatorSearchRequest,
          pageAnswer(CreatorRecord, FIELDS.creator),
          (request, caller) => creators.search(request, caller),
        ),
      ),
      choiceTool(
        {
          name: 'rank',
          title: 'Rankings',
          about:
            'Creators by sales or follower growth, and products, shops and level 1 categories by sales, in a day, an ISO ' +
            '8601 week or a month, with what moved since the period before.',
        },
        {
          topEcommerce: this.ranking(
            'topEcommerce',
            'Creators by sales in the period.',
            TopEcommerceRequest,
            pageAnswer(TopEcommerceRecord, FIELDS.topEcommerce),
            (request, caller) => rankings.page(TOP_ECOMMERCE, request, caller),
          ),
          topGrowth: this.ranking(
            'topGrowth',
            'Creators by follower growth in the period.',
            TopGrowthRequest,
            pageAnswer(TopGrowthRecord, FIELDS.topGrowth),
            (request, caller) => rankings.page(TOP_GROWTH, request, caller),
          ),
          productTopSelling: this.ranking(
            'productTopSelling',
            'Products by sales in the period.',
            ProductTopSellingRequest,
            pageAnswer(ProductTopSellingRecord, [...FIELDS.topSelling, 'product_id', 'product']),
            (request, caller) => rankings.page(PRODUCT_TOP_SELLING, request, caller),
          ),
          shopTopSelling: this.ranking(
            'shopTopSelling',
            'Shops by sales in the period.',
            ShopTopSellingRequest,
            pageAnswer(ShopTopSellingRecord, [...FIELDS.topSelling, 'product_count', 'seller_id', 'shop']),
            (request, caller) => rankings.page(SHOP_TOP_SELLING, request, caller),
          ),
          categoryTopSelling: this.ranking(
            'categoryTopSelling',
            'Level 1 product categories by sales in the period.',
            CategoryTopSellingRequest,
            pageAnswer(CategoryTopSellingRecord, [...FIELDS.topSelling, 'product_count', 'category']),
            (request, caller) => rankings.page(CATEGORY_TOP_SELLING, request, caller),
          ),
        },
      ),
      choiceTool(
        {
          name: 'history',
          title: 'History',
          about: 'Sales, and of a creator followers too, period by period.',
        },
        {
          creator: this.history(
            'topEcommerce',
            'Of a creator; uid is one that find_ids or a ranking gives.',
            HistoryRequest,
            historyAnswer(HistoryRecord, FIELDS.history),
            (request, caller) => histories.list(request, caller),
          ),
          product: this.history(
            'productTopSelling',
            'Of a product.',
            ProductHistoryRequest,
            historyAnswer(ProductHistoryRecord, FIELDS.sellingHistory),
            ({ product_id: id, ...span }, caller) => histories.listSales('product', { id, span }, caller),
          ),
          shop: this.history(
            'shopTopSelling',
            'Of a shop.',
            ShopHistoryRequest,
            historyAnswer(SellingHistoryRecord, [...FIELDS.sellingHistory, 'product_count']),
            ({ seller_id: id, ...span }, caller) => histories.listSales('shop', { id, span }, caller),
          ),
          category: this.history(
            'categoryTopSelling',
            'Of a level 1 product category.',
            CategoryHistoryRequest,
            historyAnswer(SellingHistoryRecord, [...FIELDS.sellingHistory, 'product_count']),
            ({ l1_category_id, region: part, ...span }, caller) =>
              histories.listSales('category', { id: String(l1_category_id), part, span }, caller),
          ),
        },
      ),
      simpleTool(
        { name: 'break_down_sales', title: 'Break down sales' },
        question({
          about:
            'What sells with whom, through what: the sales of creators, products, shops, videos or live streams between ' +
            'two days, added up by creator, product, shop, category, video, live stream, channel or day.',
          request: withSmallPages(BreakdownRequest),
          scope: 'ranking',
          freshAs: ['sales'],
          ask: (request, caller) => sales.breakdown(request, caller),
          shorten: pageAnswer(BreakdownRecord, FIELDS.breakdown),
        }),
      ),
      choiceTool(
        {
          name: 'count_by_facet',
          title: 'Count by facet',
          about:
            'How many records of a search have each value of a filter, exactly: regions, categories, shops, times.',
        },
        {
          videos: facets('videos', VideoFacetsRequest, (request, caller) => videos.facets(request, caller)),
          products: facets('products', ProductFacetsRequest, (request, caller) => products.facets(request, caller)),
          lives: facets('lives', LiveFacetsRequest, (request, caller) => lives.facets(request, caller)),
          creators: facets('creators', CreatorFacetsRequest, (request, caller) => creators.facets(request, caller)),
        },
      ),
      choiceTool(
        {
          name: 'find_ids',
          title: 'Find ids',
          about:
            'Ids of categories, shops and creators by the beginning of a name, for the filters of the other tools.',
        },
        {
          products: suggestions('Product categories and shops.', 'product', (request, caller) =>
            products.suggest(request, caller),
          ),
          creators: suggestions('Creators and creator categories.', 'ranking', (request, caller) =>
            suggest.page(CREATOR_SUGGEST_PLAN, request, caller),
          ),
        },
      ),
    ];
  }

  /** A ranking: a page of its rows, and whether the period is complete. */
  private ranking<Request extends BoardRequest, Data extends PageData>(
    ranking: Ranking,
    about: string,
    request: Type<Request>,
    page: (data: PageData, request: Paging) => ShortAnswer,
    ask: (request: NoInfer<Request>, caller: RequestContext) => Promise<EncodedData<Data>>,
  ): Question {
    return question({
      about,
      request: withSmallPages(request),
      scope: 'ranking',
      freshAs: [ranking === 'topGrowth' ? 'creator_days' : 'sales'],
      ask,
      shorten: async (data, asked, caller) => {
        const { type, value } = asked.filter.date_info;
        const { completeness, ...answer } = page(data, asked);
        const period = periodAnswer(await this.periodsOf(ranking, type, caller), value);
        return { ...answer, completeness: `${completeness} ${period}` };
      },
    });
  }

  /** A history: its periods, and which of them are not complete. */
  private history<Request extends HistorySpan, Data extends object>(
    ranking: Ranking,
    about: string,
    request: Type<Request>,
    shorten: (data: Data, known: KnownPeriods) => ShortAnswer,
    ask: (request: NoInfer<Request>, caller: RequestContext) => Promise<EncodedData<Data>>,
  ): Question {
    return question({
      about,
      request,
      scope: 'ranking',
      freshAs: ranking === 'topEcommerce' ? ['sales', 'creator_days'] : ['sales'],
      ask,
      shorten: async (data, { date_type }, caller) => shorten(data, await this.periodsOf(ranking, date_type, caller)),
    });
  }

  private async periodsOf(ranking: Ranking, date_type: PeriodType, caller: SearchCaller): Promise<KnownPeriods> {
    return (await this.periods.list({ filter: { ranking, date_type } }, caller)).decode();
  }
}
