import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { VIDEO_PLAN } from '../../../../src/video/video.service.js';
import type { Region } from '../../../../src/common/regions.js';
import {
  OptionalFlag,
  OptionalId,
  OptionalRange,
  OptionalRegion,
  RangeDto,
  RangeType,
  SearchDto,
  SortDtoOf,
} from '../search.dto.js';

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
