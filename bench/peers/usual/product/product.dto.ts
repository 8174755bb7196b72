import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsBoolean, IsIn, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { PRODUCT_SORT_NAMES } from '../../../../src/operations/product/product.fields.js';
import type { Region } from '../../../../src/reference/regions.js';
import { REGION_CODES } from '../../../../src/reference/regions.js';
import { RangeDto, RangeType, SearchDto, SortDtoOf } from '../search.dto.js';
import { Flag } from '../flag.js';

class ProductFilterDto {
  @IsOptional()
  @IsInt()
  l1_category_id?: number;

  @IsOptional()
  @IsInt()
  l2_category_id?: number;

  @IsOptional()
  @IsInt()
  l3_category_id?: number;

  @IsOptional()
  @IsIn(REGION_CODES)
  region?: Region;

  @IsOptional()
  @IsString()
  seller_id?: string;

  @IsOptional()
  @Transform(({ value }) => [value as unknown].flat())
  @IsString({ each: true })
  @ArrayMaxSize(100)
  product_id?: string[];

  @IsOptional()
  @ValidateNested()
  @RangeType()
  commission_rate_range?: RangeDto;

  @IsOptional()
  @ValidateNested()
  @RangeType()
  price_range?: RangeDto;

  @IsOptional()
  @ValidateNested()
  @RangeType()
  creator_count_range?: RangeDto;

  @IsOptional()
  @ValidateNested()
  @RangeType()
  units_sold_range?: RangeDto;

  @IsOptional()
  @Flag()
  @IsBoolean()
  is_sshop?: boolean;

  @IsOptional()
  @IsIn([1, 2])
  shop_type?: number;

  @IsOptional()
  @Flag()
  @IsBoolean()
  is_cross_border?: boolean;

  @IsOptional()
  @Flag()
  @IsBoolean()
  is_fully_managed?: boolean;

  @IsOptional()
  @Flag()
  @IsBoolean()
  is_new_listed?: boolean;

  @IsOptional()
  @Flag()
  @IsBoolean()
  is_free_shipping?: boolean;

  @IsOptional()
  @Flag()
  @IsBoolean()
  is_local_warehouse?: boolean;

  @IsOptional()
  @Flag()
  @IsBoolean()
  is_top_selling?: boolean;

  @IsOptional()
  @IsIn([0, 1])
  off_shelves?: number;

  @IsOptional()
  @IsIn([1, 2, 3])
  promotion_channel?: number;

  @IsOptional()
  @ValidateNested()
  @RangeType()
  launch_time_range?: RangeDto;

  @IsOptional()
  @ValidateNested()
  @RangeType()
  creator_order_rate_range?: RangeDto;

  @IsOptional()
  @ValidateNested()
  @RangeType()
  total_gmv_range?: RangeDto;

  @IsOptional()
  @ValidateNested()
  @RangeType()
  day7_units_sold_range?: RangeDto;

  @IsOptional()
  @ValidateNested()
  @RangeType()
  day7_gmv_range?: RangeDto;
}

class ProductSortDto extends SortDtoOf(PRODUCT_SORT_NAMES) {}

export class ProductSearchDto extends SearchDto {
  @ValidateNested()
  @Type(() => ProductFilterDto)
  filter = new ProductFilterDto();

  @ValidateNested({ each: true })
  @Type(() => ProductSortDto)
  orderby: ProductSortDto[] = [];
}
