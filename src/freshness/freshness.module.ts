import { Module } from '@nestjs/common';
import { ClusterStateReader } from './cluster-state.js';
import { DataVersionWatch } from './data-watch.js';
import { ListCache, PageCache } from './page-cache.js';

const PROVIDERS = [ClusterStateReader, DataVersionWatch, ListCache, PageCache];

/** The version of the data, and what is kept for one version. */
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class FreshnessModule {}
