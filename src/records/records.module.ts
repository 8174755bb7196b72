import { Module } from '@nestjs/common';
import { FiguresModule } from '../figures/figures.module.js';
import { HttpModule } from '../http/http.module.js';
import { SearchModule } from '../search/search.module.js';
import { Facets } from './facets.js';
import { Handles } from './handles.js';
import { RecordsService } from './records.service.js';
import { RecordRequestReader } from './request-reader.js';
import { ShortRecords } from './short-records.js';
import { Suggestions } from './suggestions.js';
import { TimeRanges } from './time-ranges.js';

/** What the operations on records share: pages, exports, facets and suggestions, at the edge and in searches. */
@Module({
  imports: [FiguresModule, HttpModule, SearchModule],
  providers: [Facets, Handles, RecordRequestReader, RecordsService, ShortRecords, Suggestions, TimeRanges],
  exports: [Handles, HttpModule, RecordsService, SearchModule, ShortRecords, Suggestions, TimeRanges],
})
export class RecordsModule {}
