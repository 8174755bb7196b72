import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import type { Config } from './config/config.js';
import type { ElasticClient } from './elastic/client/elastic-client.js';
import { GenerationWatch } from './elastic/state/data-watch.js';
import { ElasticModule } from './elastic/elastic.module.js';
import { DataGeneration } from './http/answer/page-cache.js';
import { CategoriesModule } from './operations/categories/categories.module.js';
import { LiveModule } from './operations/live/live.module.js';
import { ProductModule } from './operations/product/product.module.js';
import { RankingsModule } from './operations/rankings/rankings.module.js';
import { VideoModule } from './operations/video/video.module.js';
import { Metrics } from './ops/metrics.js';
import { OpsModule } from './ops/ops.module.js';
import { Tracing } from './ops/tracing.js';

/** The monolith: one module per operation over the shared ones. */
@Module({})
export class AppModule {
  static forRoot(config: Config, client: ElasticClient, tracing = new Tracing()): DynamicModule {
    const metrics = new Metrics();
    return {
      module: AppModule,
      imports: [
        ElasticModule.forRoot(config, client, metrics, tracing.traces),
        AccessModule.forRoot(config),
        VideoModule,
        ProductModule,
        LiveModule,
        RankingsModule,
        CategoriesModule,
        OpsModule.forRoot(metrics, tracing),
      ],
      providers: [{ provide: DataGeneration, useExisting: GenerationWatch }],
    };
  }
}
