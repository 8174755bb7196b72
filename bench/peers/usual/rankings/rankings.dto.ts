import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import type { EcommerceType } from '../../../../src/operations/rankings/top-ecommerce/top-ecommerce.fields.js';
import type { PeriodType } from '../../../../src/period/period.js';
import type { Region } from '../../../../src/reference/regions.js';
import { REGION_CODES } from '../../../../src/reference/regions.js';
import { PagingDto } from '../search.dto.js';

class DateInfoDto {
  @IsIn(['day', 'week', 'month'])
  type: PeriodType;

  @IsString()
  value: string;
}

class RankingFilterDto {
  @IsOptional()
  @IsIn(REGION_CODES)
  region?: Region;

  @ValidateNested()
  @Type(() => DateInfoDto)
  date_info: DateInfoDto;
}

class TopEcommerceFilterDto extends RankingFilterDto {
  @IsOptional()
  @IsInt()
  creator_category_id?: number;

  @IsOptional()
  @IsInt()
  product_category_id?: number;

  @IsOptional()
  @IsIn([1, 2])
  account_type?: number;

  @IsOptional()
  @IsIn([1, 2])
  ecommerce_type?: EcommerceType;
}

class TopGrowthFilterDto extends RankingFilterDto {
  @IsOptional()
  @IsInt()
  category_id?: number;
}

export class TopEcommerceDto extends PagingDto {
  @ValidateNested()
  @Type(() => TopEcommerceFilterDto)
  filter: TopEcommerceFilterDto;
}

export class TopGrowthDto extends PagingDto {
  @ValidateNested()
  @Type(() => TopGrowthFilterDto)
  filter: TopGrowthFilterDto;
}
