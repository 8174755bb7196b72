import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, ValidateNested } from 'class-validator';
import { VIDEO_SORT_NAMES } from '../../../../src/operations/video/video.fields.js';
import type { Region } from '../../../../src/reference/regions.js';
import { REGION_CODES } from '../../../../src/reference/regions.js';
import { RangeDto, RangeType, SearchDto, SortDtoOf } from '../search.dto.js';
import { Flag } from '../flag.js';

class VideoFilterDto {
  @IsOptional()
  @IsIn(REGION_CODES)
  region?: Region;

  @IsOptional()
  @Flag()
  @IsBoolean()
  is_ecommerce?: boolean;

  @IsOptional()
  @IsInt()
  creator_category_id?: number;

  @IsOptional()
  @IsInt()
  product_category_id?: number;

  @ValidateNested()
  @RangeType()
  create_time_range: RangeDto;

  @IsOptional()
  @ValidateNested()
  @RangeType()
  follower_count_range?: RangeDto;

  @IsOptional()
  @ValidateNested()
  @RangeType()
  play_count_range?: RangeDto;

  @IsOptional()
  @ValidateNested()
  @RangeType()
  digg_count_range?: RangeDto;

  @IsOptional()
  @ValidateNested()
  @RangeType()
  interact_rate_range?: RangeDto;
}

class VideoSortDto extends SortDtoOf(VIDEO_SORT_NAMES) {}

export class VideoSearchDto extends SearchDto {
  @ValidateNested()
  @Type(() => VideoFilterDto)
  filter: VideoFilterDto;

  @ValidateNested({ each: true })
  @Type(() => VideoSortDto)
  orderby: VideoSortDto[] = [];
}
