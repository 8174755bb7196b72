import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsOptional, IsString, ValidateNested } from 'class-validator';
import { PRODUCT_PLAN } from '../../../../src/product/product.service.js';
import type { Region } from '../../../../src/common/regions.js';
import {
  OptionalChoice,
  OptionalFlag,
  OptionalId,
  OptionalRange,
  OptionalRegion,
  RangeDto,
  SearchDto,
  SortDtoOf,
} from '../search.dto.js';

class ProductFilterDto {
  @OptionalId() l1_category_id?: number;
  @OptionalId() l2_category_id?: number;
  @OptionalId() l3_category_id?: number;
  @OptionalRegion() region?: Region;
  @IsOptional() @IsString() seller_id?: string;
  @IsOptional()
  @Transform(({ value }) => [value as unknown].flat())
  @IsString({ each: true })
  @ArrayMaxSize(100)
  product_id?: string[];
  @OptionalRange() commission_rate_range?: RangeDto;
  @OptionalRange() price_range?: RangeDto;
  @OptionalRange() creator_count_range?: RangeDto;
  @OptionalRange() units_sold_range?: RangeDto;
  @OptionalFlag() is_sshop?: boolean;
  @OptionalChoice([1, 2]) shop_type?: number;
  @OptionalFlag() is_cross_border?: boolean;
  @OptionalFlag() is_fully_managed?: boolean;
  @OptionalFlag() is_new_listed?: boolean;
  @OptionalFlag() is_free_shipping?: boolean;
  @OptionalFlag() is_local_warehouse?: boolean;
  @OptionalFlag() is_top_selling?: boolean;
  @OptionalChoice([0, 1]) off_shelves?: number;
  @OptionalChoice([1, 2, 3]) promotion_channel?: number;
  @OptionalRange() launch_time_range?: RangeDto;
  @OptionalRange() creator_order_rate_range?: RangeDto;
  @OptionalRange() total_gmv_range?: RangeDto;
  @OptionalRange() day7_units_sold_range?: RangeDto;
  @OptionalRange() day7_gmv_range?: RangeDto;
}

class ProductSortDto extends SortDtoOf(Object.keys(PRODUCT_PLAN.sorts)) {}

export class ProductSearchDto extends SearchDto {
  @ValidateNested() @Type(() => ProductFilterDto) filter = new ProductFilterDto();
  @ValidateNested({ each: true }) @Type(() => ProductSortDto) orderby: ProductSortDto[] = [];
}
