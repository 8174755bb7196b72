import { Module } from '@nestjs/common';
import { SearchModule } from '../search/search.module.js';
import { FactDays } from './fact-days.js';
import { FactGroups } from './fact-groups.js';
import { FirstGroupsReader } from './first-groups.js';
import { Followers } from './followers.js';
import { RowBudget } from './row-budget.js';
import { RowFigures } from './row-figures.js';
import { SeriesReader } from './series.js';

const PROVIDERS = [FactDays, FactGroups, FirstGroupsReader, Followers, RowBudget, RowFigures, SeriesReader];

/** Adds up facts: the only place that makes figures of sales and followers. */
@Module({ imports: [SearchModule], providers: PROVIDERS, exports: PROVIDERS })
export class FiguresModule {}
