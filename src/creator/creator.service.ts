import { Injectable } from '@nestjs/common';
import { RecordService } from '../search/record.service.js';
import type { WrittenCreatorDocument } from './creator.document.js';
import { CREATOR_PLAN, type CreatorFilter } from './creator.requests.js';

/** Searches, exports and counts creators. */
@Injectable()
export class CreatorService extends RecordService<CreatorFilter, WrittenCreatorDocument> {
  protected override readonly plan = CREATOR_PLAN;
}
