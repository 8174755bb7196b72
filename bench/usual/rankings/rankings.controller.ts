import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { buildOf } from '../../../src/boards/board.js';
import type { BoardKind } from '../../../src/boards/board.document.js';
import { TOP_ECOMMERCE, TOP_GROWTH } from '../../../src/rankings/rankings.table.js';
import { compileRows } from '../../../src/rankings/ranking.query.js';
import type { Period } from '../../../src/common/period/period.js';
import type { RankingPlan } from '../../../src/rankings/ranking.definition.js';
import { rankedRecord, type RowNames } from '../../../src/rankings/records/ranked.js';
import { RecordEntity } from '../record.entity.js';
import { SearchService } from '../search.service.js';
import { TopEcommerceDto, TopGrowthDto } from './rankings.dto.js';

/** As bench/ladder/boards.mjs builds its boards. */
const BUILD = 'bench';

/** The yardstick does not compare periods. */
const UNMOVED = { previous_rank: null, is_new: null, growthRate: null, isComparable: false };

/** Nor does it name categories. */
const UNNAMED: RowNames = {
  categories: { name: () => undefined },
  lang: 'EN_US',
  records: new Map(),
  creators: new Map(),
};

interface RankingPage {
  readonly total: number;
  readonly list: RecordEntity[];
  readonly date_type: string;
  readonly date_value: string;
}

interface Asked {
  readonly page: number;
  readonly pagesize: number;
  readonly filter: { readonly date_info: Period };
}

@Controller('creator/v1/rank')
export class RankingsController {
  constructor(private readonly searches: SearchService) {}

  @Post('topEcommerce')
  @HttpCode(200)
  topEcommerce(@Body() request: TopEcommerceDto): Promise<RankingPage> {
    return this.page(request, TOP_ECOMMERCE);
  }

  @Post('topGrowth')
  @HttpCode(200)
  topGrowth(@Body() request: TopGrowthDto): Promise<RankingPage> {
    return this.page(request, TOP_GROWTH);
  }

  private async page(request: Asked, plan: RankingPlan): Promise<RankingPage> {
    const { page, pagesize } = request;
    const period = request.filter.date_info;
    const compiled = compileRows(plan, { ...request, orderby: [] }, boardOf(plan.board, request));
    const { total, sources } = await this.searches.find<object>(compiled);
    const before = (page - 1) * pagesize;
    const list = sources.map(
      (row, at) => new RecordEntity(rankedRecord(plan, row, { ...UNMOVED, rank: before + at + 1 }, UNNAMED)),
    );
    return { total, list, date_type: period.type, date_value: period.value };
  }
}

const boardOf = (ranking: BoardKind, { filter: { date_info: period } }: Asked): string =>
  buildOf({ ranking, period }, BUILD);
