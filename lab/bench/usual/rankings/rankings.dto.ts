import { Type } from 'class-transformer';
import { IsIn, IsString, ValidateNested } from 'class-validator';
import type { EcommerceType } from '../../../../src/rankings/rankings.filters.js';
import type { PeriodType } from '../../../../src/common/period.js';
import type { Region } from '../../../../src/common/regions.js';
import { OptionalChoice, OptionalId, OptionalRegion, PagingDto } from '../search.dto.js';

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
