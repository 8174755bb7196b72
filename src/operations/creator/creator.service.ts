import { Injectable } from '@nestjs/common';
import type { WrittenCreatorDocument } from '../../documents/creator.document.js';
import { CreatorRecord } from '../../records/creator.record.js';
import type { RecordPlan } from '../../search/record-search.js';
import { RecordService } from '../../search/record-search.js';
import type { CreatorSort } from './creator.definition.js';
import { CREATOR_FACETS, CREATOR_FILTERS, CREATOR_SORTS } from './creator.definition.js';
import type { CreatorFilter, CreatorSearchData } from './creator.dto.js';

/** Search, export and facets of creators as data. */
export const CREATOR_PLAN: RecordPlan<CreatorFilter, CreatorSort, WrittenCreatorDocument> = {
  index: 'creators',
  filters: CREATOR_FILTERS,
  facets: CREATOR_FACETS,
  sorts: CREATOR_SORTS,
  mainMetric: 'follower_count',
  popularity: 'follower_count',
  record: CreatorRecord,
  named: ['creator'],
};

/** Searches, exports and counts creators. */
@Injectable()
export class CreatorService extends RecordService<
  CreatorFilter,
  CreatorSort,
  WrittenCreatorDocument,
  CreatorSearchData
> {
  protected override readonly plan = CREATOR_PLAN;
}
