import { Body, Controller, Post, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { describeSubject, type HistorySubject } from '../../subjects/subjects.js';
import { Operation } from '../../http/open-api/operation.decorator.js';
import {
  CategoryHistoryRequest,
  HistoryRequest,
  HistoryResponse,
  ProductHistoryRequest,
  ProductHistoryResponse,
  SellingHistoryResponse,
  ShopHistoryRequest,
} from './histories.requests.js';
import { HistoryService } from './histories.service.js';
import EXAMPLES from '../rankings.examples.json' with { type: 'json' };

const SalesHistory = (subject: 'product' | 'shop' | 'category', response: Type) =>
  Operation({
    scope: 'ranking',
    summary: `History of a ${subject}`,
    description:
      `The sales of a ${subject}, period by period, as the ranking counts them. ` +
      'A period without sales has 0 when facts cover all of it, else null.',
    subject: describeSubject(subject),
    response,
    examples: EXAMPLES.histories[subject],
  });

type HistoryMethods = Readonly<Record<`list${Capitalize<HistorySubject>}History`, unknown>>;

/** The figures of a subject, period by period. */
@ApiTags('Rankings')
@Controller()
export class HistoriesController implements HistoryMethods {
  constructor(private readonly histories: HistoryService) {}

  @Post('creator/v1/history')
  @Operation({
    scope: 'ranking',
    summary: 'History of a creator',
    description:
      'A creator’s followers and sales, period by period, as the rankings count them. A period without facts of the ' +
      'creator has null. One with a creator-day and no sales has 0.',
    subject: describeSubject('creator'),
    response: HistoryResponse,
    examples: EXAMPLES.histories.creator,
  })
  listCreatorHistory(@Body() request: HistoryRequest) {
    return this.histories.list('creator', request);
  }

  @Post('product/v1/history')
  @SalesHistory('product', ProductHistoryResponse)
  listProductHistory(@Body() request: ProductHistoryRequest) {
    return this.histories.list('product', request);
  }

  @Post('shop/v1/history')
  @SalesHistory('shop', SellingHistoryResponse)
  listShopHistory(@Body() request: ShopHistoryRequest) {
    return this.histories.list('shop', request);
  }

  @Post('category/v1/history')
  @SalesHistory('category', SellingHistoryResponse)
  listCategoryHistory(@Body() request: CategoryHistoryRequest) {
    return this.histories.list('category', request);
  }
}
