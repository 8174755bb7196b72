import { Module } from '@nestjs/common';
import { SearchModule } from '../search/search.module.js';
import { ConversionReader } from './conversion.js';
import { FactDays } from './fact-days.js';
import { FactGroups } from './fact-groups.js';
import { FirstGroupsReader } from './first-groups.js';
import { Followers } from './followers.js';
import { PageFigures } from './page-figures.js';
import { RankingLists } from './ranked-lists.js';
import { RankingWindows } from './ranked-list.js';
import { RowBudget } from './row-budget.js';
import { RowFigures } from './row-figures.js';
import { SeriesReader } from './series.js';

const PROVIDERS = [
  ...[FactDays, FactGroups, FirstGroupsReader, Followers, RankingLists, RankingWindows, RowBudget, RowFigures],
  ...[SeriesReader, ConversionReader, PageFigures],
];

/** Adds up facts by groups, rows and days. Facets and records have figures that are not from facts. */
@Module({ imports: [SearchModule], providers: PROVIDERS, exports: PROVIDERS })
export class FiguresModule {}
