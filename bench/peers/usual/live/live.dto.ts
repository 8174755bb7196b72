import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, ValidateNested } from 'class-validator';
import { LIVE_SORT_NAMES } from '../../../../src/operations/live/live.fields.js';
import type { Region } from '../../../../src/reference/regions.js';
import { REGION_CODES } from '../../../../src/reference/regions.js';
import { RangeDto, RangeType, SearchDto, SortDtoOf } from '../search.dto.js';

class LiveFilterDto {
  @IsOptional()
  @IsIn(REGION_CODES)
  region?: Region;

  @IsOptional()
  @IsInt()
  creator_category?: number;

  @IsOptional()
  @IsInt()
  product_category?: number;

  @IsOptional()
  @IsIn([1, 2])
  live_type?: number;

  @IsOptional()
  @ValidateNested()
  @RangeType()
  follower_range?: RangeDto;

  @IsOptional()
  @ValidateNested()
  @RangeType()
  viewer_range?: RangeDto;

  @IsOptional()
  @ValidateNested()
  @RangeType()
  sold_range?: RangeDto;

  @IsOptional()
  @ValidateNested()
  @RangeType()
  start_time?: RangeDto;
}

class LiveSortDto extends SortDtoOf(LIVE_SORT_NAMES) {}

export class LiveSearchDto extends SearchDto {
  @ValidateNested()
  @Type(() => LiveFilterDto)
  filter = new LiveFilterDto();

  @ValidateNested({ each: true })
  @Type(() => LiveSortDto)
  orderby: LiveSortDto[] = [];
}
