import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { LIVE_PLAN } from '../../../../src/live/live.service.js';
import type { Region } from '../../../../src/common/regions.js';
import {
  OptionalChoice,
  OptionalId,
  OptionalRange,
  OptionalRegion,
  RangeDto,
  SearchDto,
  SortDtoOf,
} from '../search.dto.js';

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
