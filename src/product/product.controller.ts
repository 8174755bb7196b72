import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ExportSender } from '../http/export/export-sender.js';
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
