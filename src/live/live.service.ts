import { Injectable } from '@nestjs/common';
import { RecordService } from '../search/record.service.js';
import type { LiveDocument } from './live.record.js';
import { LIVE_PLAN, type LiveFilter } from './live.requests.js';

/** Searches, exports and counts live streams. A page tells whether more follow instead of a total. */
@Injectable()
export class LiveService extends RecordService<LiveFilter, LiveDocument> {
  protected override readonly plan = LIVE_PLAN;
}
