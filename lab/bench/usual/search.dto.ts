import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { type Region, REGION_CODES } from '../../../src/common/regions.js';
import { VIDEO_PLAN } from '../../../src/video/video.service.js';
import { PRODUCT_PLAN } from '../../../src/product/product.service.js';
import { LIVE_PLAN } from '../../../src/live/live.service.js';
import type { EcommerceType } from '../../../src/rankings/rankings.filters.js';
import type { PeriodType } from '../../../src/common/period/period.js';

/** Both ends inclusive. */
export class RangeDto {
  @IsOptional() @IsNumber() min?: number;
  @IsOptional() @IsNumber() max?: number;
}

export class PagingDto {
  @IsInt() @Min(1) @Max(5000) page = 1;
  @IsInt() @Min(1) @Max(100) pagesize = 10;
}

export class SearchDto extends PagingDto {
  @IsString() @MaxLength(120) keywords = '';
  @IsOptional() @IsIn(['EN_US', 'ZH_CN']) lang?: string;
}

/** The `orderby` item of an operation that sorts by these fields. */
export function SortDtoOf<Field extends string>(fields: readonly Field[]) {
  class SortDto {
    @IsIn(fields) field: Field;
    @IsIn(['desc']) order = 'desc' as const;
  }
  return SortDto;
}

/** A flag is given as true and false, or as 1 and 0. */
const AsBoolean = () =>
  Transform(({ value }: { value: unknown }) => (value === 1 || value === 0 ? value === 1 : value));

/** Decorators that fields of several operations have in common. */
export const RangeType = () => Type(() => RangeDto);
export const OptionalRange = () => applyDecorators(IsOptional(), ValidateNested(), RangeType());
export const OptionalRegion = () => applyDecorators(IsOptional(), IsIn(REGION_CODES));
export const OptionalFlag = () => applyDecorators(IsOptional(), AsBoolean(), IsBoolean());
export const OptionalId = () => applyDecorators(IsOptional(), IsInt());
export const OptionalChoice = (choices: readonly number[]) => applyDecorators(IsOptional(), IsIn(choices));

class VideoFilterDto {
  @OptionalRegion() region?: Region;
  @OptionalFlag() is_ecommerce?: boolean;
  @OptionalId() creator_category_id?: number;
  @OptionalId() product_category_id?: number;
  @ValidateNested() @RangeType() create_time_range: RangeDto;
  @OptionalRange() follower_count_range?: RangeDto;
  @OptionalRange() play_count_range?: RangeDto;
  @OptionalRange() digg_count_range?: RangeDto;
  @OptionalRange() interact_rate_range?: RangeDto;
}

class VideoSortDto extends SortDtoOf(Object.keys(VIDEO_PLAN.sorts)) {}

export class VideoSearchDto extends SearchDto {
  @ValidateNested() @Type(() => VideoFilterDto) filter: VideoFilterDto;
  @ValidateNested({ each: true }) @Type(() => VideoSortDto) orderby: VideoSortDto[] = [];
}

class ProductFilterDto {
  @OptionalId() l1_category_id?: number;
  @OptionalId() l2_category_id?: number;
  @OptionalId() l3_category_id?: number;
  @OptionalRegion() region?: Region;
  @IsOptional()
  @Transform(({ value }) => [value as unknown].flat())
  @IsString({ each: true })
  @ArrayMaxSize(100)
  seller_id?: string[];
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

class LiveFilterDto {
  @OptionalRegion() region?: Region;
  @OptionalId() creator_category?: number;
  @OptionalId() product_category?: number;
  @OptionalChoice([1, 2]) live_type?: number;
  @OptionalRange() follower_range?: RangeDto;
  @OptionalRange() viewer_range?: RangeDto;
  @OptionalRange() sold_range?: RangeDto;
  @OptionalRange() start_time?: RangeDto;
}

class LiveSortDto extends SortDtoOf(Object.keys(LIVE_PLAN.sorts)) {}

export class LiveSearchDto extends SearchDto {
  @ValidateNested() @Type(() => LiveFilterDto) filter = new LiveFilterDto();
  @ValidateNested({ each: true }) @Type(() => LiveSortDto) orderby: LiveSortDto[] = [];
}

class DateInfoDto {
  @IsIn(['day', 'week', 'month']) type: PeriodType;
  @IsString() value: string;
}

class RankingFilterDto {
  @OptionalRegion() region?: Region;
  @ValidateNested() @Type(() => DateInfoDto) date_info: DateInfoDto;
}

class TopEcommerceFilterDto extends RankingFilterDto {
  @OptionalId() creator_category_id?: number;
  @OptionalId() product_category_id?: number;
  @OptionalChoice([1, 2]) account_type?: number;
  @OptionalChoice([1, 2]) ecommerce_type?: EcommerceType;
}

class TopGrowthFilterDto extends RankingFilterDto {
  @OptionalId() category_id?: number;
}

export class TopEcommerceDto extends PagingDto {
  @ValidateNested() @Type(() => TopEcommerceFilterDto) filter: TopEcommerceFilterDto;
}

export class TopGrowthDto extends PagingDto {
  @ValidateNested() @Type(() => TopGrowthFilterDto) filter: TopGrowthFilterDto;
}
