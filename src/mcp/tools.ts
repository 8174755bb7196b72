import type { Type } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Ranking } from '../boards/board.document.js';
import { boardKindOf } from '../boards/board.document.js';
import type { SearchCaller } from '../search/gateway/search-caller.js';
import type { EncodedData } from '../common/records/encoded-data.js';
import type { RequestContext } from '../http/request/request-context.js';
import type { Scope } from '../common/access-token.js';
import type { SearchedKind } from '../common/record-kind.js';
import { RECORD_KINDS } from '../common/record-kind.js';
import { CategoryIdField, PageSizeField } from '../http/validation/fields.js';
import { PageOf } from '../http/export/export-request.js';
import { OrderbyField } from '../http/validation/orderby.field.js';
import { NestedField } from '../http/validation/request-field.js';
import type { Period, PeriodType } from '../common/period/period.js';
import { TopGrowthRecord } from '../rankings/records/creator-rankings.record.js';
import { SEARCH_WINDOW } from '../search/compiler/paging.js';
import type { Paging, SortItem } from '../search/compiler/request.js';
import { CreatorFacetsRequest, CreatorSearchData, CreatorSearchRequest } from '../creator/creator.requests.js';
import { CreatorService } from '../creator/creator.service.js';
import { FacetsData } from '../http/requests/facets.requests.js';
import { LiveFacetsRequest, LiveSearchData, LiveSearchRequest } from '../live/live.requests.js';
import { LiveService } from '../live/live.service.js';
import { ProductFacetsRequest, ProductSearchData, ProductSearchRequest } from '../product/product.requests.js';
import { ProductService } from '../product/product.service.js';
import type { RankingRequest } from '../rankings/ranking.definition.js';
import type { RankingData } from '../rankings/rankings.requests.js';
import { TopGrowthFilter } from '../rankings/rankings.requests.js';
import {
  CATEGORY_TOP_SELLING,
  PRODUCT_TOP_SELLING,
  SHOP_TOP_SELLING,
  TOP_ECOMMERCE,
  TOP_GROWTH,
} from '../rankings/rankings.table.js';
import type { HistorySpan } from '../rankings/histories.table.js';
import {
  CategoryHistoryRequest,
  HistoryData,
  HistoryRequest,
  ProductHistoryData,
  ProductHistoryRequest,
  SellingHistoryData,
  ShopHistoryRequest,
} from '../rankings/histories.table.js';
import { BoardCatalogue } from '../rankings/board-catalogue.js';
import type { HistoryList } from '../rankings/history.service.js';
import { HistoryService, periodsOf } from '../rankings/history.service.js';
import { PeriodsService } from '../rankings/periods.service.js';
import { RankingReader } from '../rankings/ranking.reader.js';
import { BREAKDOWN_WINDOW } from '../sales/sales.definition.js';
import { BreakdownData, BreakdownRequest } from '../sales/sales.requests.js';
import { SalesService } from '../sales/sales.service.js';
import { SuggestData, SuggestRequest } from '../http/requests/suggest.requests.js';
import { VideoFacetsRequest, VideoSearchData, VideoSearchRequest } from '../video/video.requests.js';
import { VideoService } from '../video/video.service.js';
import type { AnswerData, KnownPeriods } from './tool-answers.js';
import { historyCompleteness, pageCompleteness, periodCompleteness } from './tool-answers.js';
import type { Question, Tool } from './tool.js';
import { question } from './tool.js';

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

/** Takes the creator category under the name that find_ids and the other tools have for it. */
class GrowthFilter extends TopGrowthFilter {
  @CategoryIdField('Creator category ID.')
  creator_category_id?: number;
}

class GrowthSelection {
  @NestedField(() => GrowthFilter, '')
  filter: GrowthFilter;

  @OrderbyField(TOP_GROWTH.orderby.fields, '')
  orderby: SortItem[];
}

class GrowthRequest extends PageOf(GrowthSelection, TOP_GROWTH.window, TopGrowthRecord) {}

function toGrowthRequest({ filter, ...request }: GrowthRequest): RankingRequest<TopGrowthFilter> {
  const { creator_category_id, ...others } = filter;
  return {
    ...request,
    filter: creator_category_id === undefined ? others : { ...others, category_id: creator_category_id },
  };
}

const CREATOR = ['uid', 'creator.unique_id', 'creator.nickname', 'creator.region'];
const MOVED = ['rank', 'previous_rank'];
const SELLING = [...MOVED, 'is_new', 'units_sold', 'usd_gmv', 'usd_gmv_growth_rate_info.rate', 'usd_gmv_change'];
const SOLD_IN_PERIOD = ['date_value', 'units_sold', 'usd_gmv', 'video_usd_gmv', 'live_usd_gmv', 'creator_count'];

/** The fields of rows that assistants get unless they choose some, by their paths. */
const FIELDS = {
  video: [
    ...['video_id', 'desc', 'region', 'publish_time', 'play_count', 'interact_rate_info.rate', 'units_sold', 'gmv'],
    ...['uid', 'creator.unique_id', 'creator.follower_count'],
  ],
  product: [
    ...['product_id', 'title', 'region', 'category.l1.name', 'price', 'commission_rate', 'day7_units_sold', 'day7_gmv'],
    ...['total_units_sold', 'total_gmv', 'creator_count', 'shop.seller_id', 'shop.name'],
  ],
  live: [
    ...['room_id', 'title', 'uid', 'unique_id', 'creator_region', 'start_time', 'duration', 'total_viewer_count'],
    ...['total_units_sold', 'total_gmv'],
  ],
  creator: ['uid', 'unique_id', 'nickname', 'region', 'category.name', 'follower_count', 'account_type'],
  topEcommerce: [
    ...[...MOVED, ...CREATOR, 'follower_count', 'creator_usd_gmv', 'creator_usd_gmv_growth_rate_info.rate'],
    ...['video_usd_gmv', 'live_usd_gmv'],
  ],
  topGrowth: [...MOVED, ...CREATOR, 'follower_inc_count', 'follower_inc_rate', 'follower_count_at_period_end'],
  productTopSelling: [...SELLING, 'product_id', 'product.title', 'product.region', 'product.seller_id'],
  shopTopSelling: [...SELLING, 'product_count', 'seller_id', 'shop.name'],
  categoryTopSelling: [...SELLING, 'product_count', 'category.name'],
  history: [
    ...['date_value', 'follower_count', 'follower_inc_count', 'creator_usd_gmv', 'video_usd_gmv', 'live_usd_gmv'],
    'units_sold',
  ],
  breakdown: [
    ...['uid', 'creator.unique_id', 'creator.region', 'product_id', 'product.title', 'seller_id', 'shop.name'],
    ...['category.name', 'video_id', 'video.desc', 'room_id', 'live.title', 'channel', 'date'],
    ...['units_sold', 'usd_gmv', 'share'],
  ],
};

/** Calls that go on from the rows of an answer. */
const NEXT = {
  creators: 'history of creator with a uid; break_down_sales by product with the uids for what they sell.',
  products: 'history of product with a product_id; break_down_sales by creator, video or live for who sells it.',
  shops: 'history of shop with a seller_id; break_down_sales by product or creator with it.',
  categories: 'history of category with an l1_category_id; rank of productTopSelling in it.',
};

/** The newest data of each kind: a creator's followers are told by its days. */
const freshAs = (kind: SearchedKind): Question['freshAs'] => [kind === 'creators' ? 'creator_days' : kind];

type Asks<Request extends object, Data extends object> = Pick<
  Question<Request, Data>,
  'about' | 'request' | 'data' | 'fields' | 'ids' | 'next' | 'ask'
>;

/** A tool of one question. */
const tool = (name: string, asked: Question): Tool => ({
  name,
  about: asked.about,
  questions: { '': { ...asked, about: '' } },
});

/** A search over records of a kind. */
const search = <Request extends Paging, Data extends AnswerData>(
  kind: SearchedKind,
  asked: Asks<Request, Data>,
): Tool =>
  tool(
    `search_${kind}`,
    question({
      ...asked,
      request: withSmallPages(asked.request),
      scope: RECORD_KINDS[kind].scope,
      freshAs: freshAs(kind),
      completeness: (data, request) => pageCompleteness(data, request, SEARCH_WINDOW),
    }),
  );

/** Counts of records of a kind. */
const facets = <Request extends object>(
  kind: SearchedKind,
  request: Type<Request>,
  ask: (request: NoInfer<Request>, caller: RequestContext) => Promise<EncodedData<FacetsData>>,
): Question =>
  question({
    about: '',
    filterAs: 'As the search of these records takes it.',
    request,
    data: FacetsData,
    scope: RECORD_KINDS[kind].scope,
    freshAs: freshAs(kind),
    next: `search_${kind} with a value in the filter of its name.`,
    ask,
    completeness: () =>
      'Counts are exact. other_count counts the records of values that are not listed; size lists more.',
  });

/** Ids by the beginning of a name. */
const suggestions = (
  about: string,
  scope: Scope,
  ask: (request: SuggestRequest, caller: RequestContext) => Promise<EncodedData<SuggestData>>,
): Question =>
  question({
    about,
    request: SuggestRequest,
    data: SuggestData,
    scope,
    freshAs: [],
    next: 'Put the ids of filter into the filter or the arguments of another tool.',
    ask,
    completeness: () => 'At most 10, the best known first; more letters find others.',
  });

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
    private readonly boards: BoardCatalogue,
    histories: HistoryService,
  ) {
    this.list = [
      search('videos', {
        about: 'Videos by keywords and filters.',
        request: VideoSearchRequest,
        data: VideoSearchData,
        fields: FIELDS.video,
        next: 'break_down_sales by product with a video_id for what it sells; history of creator with its uid.',
        ask: (request, caller) => videos.search(request, caller),
      }),
      search('products', {
        about: 'Products by keywords and filters.',
        request: ProductSearchRequest,
        data: ProductSearchData,
        fields: FIELDS.product,
        ids: { l1_category_id: 'category.l1.id' },
        next: NEXT.products,
        ask: (request, caller) => products.search(request, caller),
      }),
      search('lives', {
        about: 'Live streams by creator or title, and filters.',
        request: LiveSearchRequest,
        data: LiveSearchData,
        fields: FIELDS.live,
        next: 'break_down_sales by product with a room_id for what it sells; history of creator with its uid.',
        ask: (request, caller) => lives.search(request, caller),
      }),
      search('creators', {
        about: 'Creators by handle or nickname, and filters.',
        request: CreatorSearchRequest,
        data: CreatorSearchData,
        fields: FIELDS.creator,
        ids: { creator_category_id: 'category.id' },
        next: NEXT.creators,
        ask: (request, caller) => creators.search(request, caller),
      }),
      {
        name: 'rank',
        about:
          'Rankings of a period, and what moved since the one before. A row’s own id in the filter: only its row, ranked among all that the other filters keep.',
        questions: {
          topEcommerce: this.ranking('topEcommerce', {
            about: 'creators by sales.',
            window: TOP_ECOMMERCE.window,
            request: TOP_ECOMMERCE.request,
            data: TOP_ECOMMERCE.data,
            next: NEXT.creators,
            ask: (request, caller) => rankings.page(TOP_ECOMMERCE, request, caller),
          }),
          topGrowth: this.ranking('topGrowth', {
            about: 'creators by new followers.',
            window: TOP_GROWTH.window,
            request: GrowthRequest,
            data: TOP_GROWTH.data,
            next: NEXT.creators,
            ask: (request, caller) => rankings.page(TOP_GROWTH, toGrowthRequest(request), caller),
          }),
          productTopSelling: this.ranking('productTopSelling', {
            about: 'products by sales.',
            window: PRODUCT_TOP_SELLING.window,
            request: PRODUCT_TOP_SELLING.request,
            data: PRODUCT_TOP_SELLING.data,
            next: NEXT.products,
            ask: (request, caller) => rankings.page(PRODUCT_TOP_SELLING, request, caller),
          }),
          shopTopSelling: this.ranking('shopTopSelling', {
            about: 'shops by sales.',
            window: SHOP_TOP_SELLING.window,
            request: SHOP_TOP_SELLING.request,
            data: SHOP_TOP_SELLING.data,
            next: NEXT.shops,
            ask: (request, caller) => rankings.page(SHOP_TOP_SELLING, request, caller),
          }),
          categoryTopSelling: this.ranking('categoryTopSelling', {
            about: 'level 1 product categories by sales.',
            window: CATEGORY_TOP_SELLING.window,
            request: CATEGORY_TOP_SELLING.request,
            data: CATEGORY_TOP_SELLING.data,
            ids: { l1_category_id: 'category.id' },
            next: NEXT.categories,
            ask: (request, caller) => rankings.page(CATEGORY_TOP_SELLING, request, caller),
          }),
        },
      },
      {
        name: 'history',
        about: 'Sales period by period, of a creator followers too.',
        questions: {
          creator: this.history<HistoryRequest, HistoryList>('topEcommerce', {
            about: '',
            request: HistoryRequest,
            data: HistoryData,
            fields: FIELDS.history,
            ask: (request, caller) => histories.list('creator', request, caller),
          }),
          product: this.history<ProductHistoryRequest, HistoryList>('productTopSelling', {
            about: '',
            request: ProductHistoryRequest,
            data: ProductHistoryData,
            fields: SOLD_IN_PERIOD,
            ask: (request, caller) => histories.list('product', request, caller),
          }),
          shop: this.history<ShopHistoryRequest, HistoryList>('shopTopSelling', {
            about: '',
            request: ShopHistoryRequest,
            data: SellingHistoryData,
            fields: [...SOLD_IN_PERIOD, 'product_count'],
            ask: (request, caller) => histories.list('shop', request, caller),
          }),
          category: this.history<CategoryHistoryRequest, HistoryList>('categoryTopSelling', {
            about: '',
            request: CategoryHistoryRequest,
            data: SellingHistoryData,
            fields: [...SOLD_IN_PERIOD, 'product_count'],
            ask: (request, caller) => histories.list('category', request, caller),
          }),
        },
      },
      tool(
        'break_down_sales',
        question({
          about: 'What sells with whom, through what: the sales behind ids between two days, added up.',
          request: withSmallPages(BreakdownRequest),
          data: BreakdownData,
          fields: FIELDS.breakdown,
          ids: { l1_category_id: 'category.id' },
          scope: 'ranking',
          freshAs: ['sales'],
          next: 'history with the id of a row; break_down_sales by something else with it.',
          ask: (request, caller) => sales.breakdown(request, caller),
          completeness: (data, request) => pageCompleteness(data, request, BREAKDOWN_WINDOW),
        }),
      ),
      {
        name: 'count_by_facet',
        about: 'How many records of a search have each value of a filter, exactly.',
        questions: {
          videos: facets('videos', VideoFacetsRequest, (request, caller) => videos.facets(request, caller)),
          products: facets('products', ProductFacetsRequest, (request, caller) => products.facets(request, caller)),
          lives: facets('lives', LiveFacetsRequest, (request, caller) => lives.facets(request, caller)),
          creators: facets('creators', CreatorFacetsRequest, (request, caller) => creators.facets(request, caller)),
        },
      },
      {
        name: 'find_ids',
        about: 'Ids for filters and arguments, by the beginning of a name.',
        questions: {
          products: suggestions('product categories and shops.', 'product', (request, caller) =>
            products.suggest(request, caller),
          ),
          creators: suggestions('creators and creator categories.', 'ranking', (request, caller) =>
            creators.suggest(request, caller),
          ),
        },
      },
    ];
  }

  /** A ranking: a page of its rows, and whether the period is complete. */
  private ranking<Request extends BoardRequest, Data extends AnswerData & Pick<RankingData, 'complete'>>(
    ranking: Ranking,
    { window, ...asked }: Asks<Request, Data> & { readonly window: number },
  ): Question {
    return question({
      ...asked,
      request: withSmallPages(asked.request),
      fields: FIELDS[ranking],
      scope: 'ranking',
      freshAs: [ranking === 'topGrowth' ? 'creator_days' : 'sales'],
      completeness: async (data, request, caller) => {
        const { type, value } = request.filter.date_info;
        const known = await this.periodsOf(ranking, type, caller);
        const period = periodCompleteness(known, value, data.complete);
        return `${pageCompleteness(data, request, window)} ${period}`;
      },
    });
  }

  /** A history: its periods, and which of them are not complete. */
  private history<Request extends HistorySpan, Data extends HistoryList>(
    ranking: Ranking,
    asked: Omit<Asks<Request, Data>, 'next'>,
  ): Question {
    return question({
      ...asked,
      scope: 'ranking',
      freshAs: ranking === 'topEcommerce' ? ['sales', 'creator_days'] : ['sales'],
      next: 'break_down_sales with the id and the days of a period for what made it.',
      completeness: async ({ list }, request, caller) =>
        historyCompleteness(list, await this.boards.find(boardKindOf(ranking), periodsOf(request), caller)),
    });
  }

  private async periodsOf(ranking: Ranking, date_type: PeriodType, caller: SearchCaller): Promise<KnownPeriods> {
    return (await this.periods.list({ filter: { ranking, date_type } }, caller)).decode();
  }
}

/** A page of a ranking. */
type BoardRequest = Paging & { readonly filter: { readonly date_info: Period } };
