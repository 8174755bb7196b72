import type { Type } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Ranking } from '../../documents/board.document.js';
import type { SearchCaller } from '../../search/gateway/search-caller.js';
import type { EncodedData } from '../../records/encoded-data.js';
import type { RequestContext, Scope } from '../../http/request/request-context.js';
import { PageSizeField } from '../../http/validation/fields.js';
import type { Period, PeriodType } from '../../period/period.js';
import type { Paging } from '../../query/request.js';
import { LiveRecord } from '../../records/live.record.js';
import { ProductRecord } from '../../records/product.record.js';
import { TopEcommerceRecord } from '../../records/top-ecommerce.record.js';
import { TopGrowthRecord } from '../../records/top-growth.record.js';
import { VideoRecord } from '../../records/video.record.js';
import type { FacetsData } from '../facets/facets.dto.js';
import { LiveFacetsRequest, LiveSearchRequest } from '../live/live.dto.js';
import { LiveService } from '../live/live.service.js';
import { ProductFacetsRequest, ProductSearchRequest } from '../product/product.dto.js';
import { ProductService } from '../product/product.service.js';
import { TopEcommerceRequest, TopGrowthRequest } from '../rankings/creator-rankings.dto.js';
import { CREATOR_SUGGEST_PLAN } from '../rankings/creator-suggest.controller.js';
import { HistoryRequest } from '../rankings/history/history.dto.js';
import { HistoryService } from '../rankings/history/history.service.js';
import { PeriodsService } from '../rankings/periods/periods.service.js';
import { TOP_ECOMMERCE, TOP_GROWTH } from '../rankings/ranking.definition.js';
import { RankingReader } from '../rankings/ranking.reader.js';
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
  history: [
    ...['date_value', 'follower_count', 'follower_inc_count', 'creator_usd_gmv', 'video_usd_gmv', 'live_usd_gmv'],
    ...['units_sold', 'product_count', 'video_count', 'live_count'],
  ],
};

type Kind = 'videos' | 'products' | 'lives';
const SCOPE_OF = { videos: 'video', products: 'product', lives: 'live' } as const;

/** A search over records of a kind: a page of them, with a few fields. */
function search<Request extends Paging, Data extends PageData>(
  kind: Kind,
  about: string,
  request: Type<Request>,
  shorten: (data: PageData, request: Paging) => ShortAnswer,
  ask: (request: NoInfer<Request>, caller: RequestContext) => Promise<EncodedData<Data>>,
): Question {
  return question({ about, request: withSmallPages(request), scope: SCOPE_OF[kind], freshAs: [kind], ask, shorten });
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
    freshAs: [kind],
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
      choiceTool(
        {
          name: 'rank_creators',
          title: 'Rank creators',
          about: 'Creators by sales or by follower growth, in a day, an ISO 8601 week or a month.',
        },
        {
          topEcommerce: this.ranking(
            'topEcommerce',
            'By sales in the period.',
            TopEcommerceRequest,
            pageAnswer(TopEcommerceRecord, FIELDS.topEcommerce),
            (request, caller) => rankings.page(TOP_ECOMMERCE, request, caller),
          ),
          topGrowth: this.ranking(
            'topGrowth',
            'By follower growth in the period.',
            TopGrowthRequest,
            pageAnswer(TopGrowthRecord, FIELDS.topGrowth),
            (request, caller) => rankings.page(TOP_GROWTH, request, caller),
          ),
        },
      ),
      simpleTool(
        { name: 'creator_history', title: 'History of a creator' },
        question({
          about: 'A creator’s followers and sales, period by period; uid is one that find_ids or a ranking gives.',
          request: HistoryRequest,
          scope: 'ranking',
          freshAs: ['sales', 'creator_days'],
          ask: (request, caller) => histories.list(request, caller),
          shorten: async (data, { date_type }, caller) =>
            historyAnswer(data, FIELDS.history, await this.periodsOf('topEcommerce', date_type, caller)),
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
      freshAs: [ranking === 'topEcommerce' ? 'sales' : 'creator_days'],
      ask,
      shorten: async (data, asked, caller) => {
        const { type, value } = asked.filter.date_info;
        const { completeness, ...answer } = page(data, asked);
        const period = periodAnswer(await this.periodsOf(ranking, type, caller), value);
        return { ...answer, completeness: `${completeness} ${period}` };
      },
    });
  }

  private async periodsOf(ranking: Ranking, date_type: PeriodType, caller: SearchCaller): Promise<KnownPeriods> {
    return (await this.periods.list({ filter: { ranking, date_type } }, caller)).decode();
  }
}
