import { Injectable } from '@nestjs/common';
import { RecordService } from '../search/record.service.js';
import type { ProductDocument } from './product.record.js';
import { PRODUCT_PLAN, type ProductFilter } from './product.requests.js';

/** Searches, exports and counts products. */
@Injectable()
export class ProductService extends RecordService<ProductFilter, ProductDocument> {
  protected override readonly plan = PRODUCT_PLAN;
}
