import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EncodedData } from '../common/records/encoded-data.js';
import { ExportSender } from '../http/export/export-sender.js';
import { Operation } from '../http/open-api/operation.decorator.js';
import type { SuggestData } from '../http/requests/suggest.requests.js';
import { suggestDocs, SuggestRequest, SuggestResponse } from '../http/requests/suggest.requests.js';
import { PRODUCT_OPERATIONS } from './product.requests.js';
import { ProductService } from './product.service.js';

/** POST /product/v1/search, /export and /facets. */
@ApiTags('Search')
@Controller()
export class ProductController extends PRODUCT_OPERATIONS.RecordController {
  constructor(records: ProductService, exports: ExportSender) {
    super(records, exports);
  }
}

/** POST /product/v1/suggest. */
@ApiTags('Search')
@Controller()
export class ProductSuggestController {
  constructor(private readonly products: ProductService) {}

  @Operation({
    path: '/product/v1/suggest',
    scope: 'product',
    summary: 'Suggest shops and categories',
    description: 'Shops and product categories by name, while somebody types.',
    request: SuggestRequest,
    response: SuggestResponse,
    docs: suggestDocs('b'),
  })
  suggestProductFilters(@Body() request: SuggestRequest): Promise<EncodedData<SuggestData>> {
    return this.products.suggest(request);
  }
}
