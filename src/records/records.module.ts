import { Module } from '@nestjs/common';
import { FiguresModule } from '../figures/figures.module.js';
import { HttpModule } from '../http/http.module.js';
import { SearchModule } from '../search/search.module.js';
import { RequestReader } from './request-reader.js';
import { ShortRecords } from './short-records.js';
import { Suggestions } from './suggestions.js';

const PROVIDERS = [RequestReader, ShortRecords, Suggestions];

/** What the operations on records share: pages, exports, facets and suggestions, at the edge and in searches. */
@Module({
  imports: [FiguresModule, HttpModule, SearchModule],
  providers: PROVIDERS,
  exports: [...PROVIDERS, HttpModule, SearchModule],
})
export class RecordsModule {}
