import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { type Config, CONFIG, LOGGER } from './config/config.js';
import { ClusterReads } from './elastic/client/cluster-reads.js';
import { ElasticClient } from './elastic/client/elastic-client.js';
import { IndexNames } from './elastic/indices/index-names.js';
import { HttpModule } from './http/http.module.js';
import { UsageModule } from './usage/usage.module.js';
import { CategoriesModule } from './categories/categories.module.js';
import { CreatorModule } from './creator/creator.module.js';
import { ExplorerModule } from './explorer/explorer.module.js';
import { LinksModule } from './links/links.module.js';
import { LiveModule } from './live/live.module.js';
import { McpModule, McpOffModule } from './mcp/mcp.module.js';
import { ProductModule } from './product/product.module.js';
import { RankingsModule } from './rankings/rankings.module.js';
import { SalesModule } from './sales/sales.module.js';
import { ShopModule } from './shop/shop.module.js';
import { VideoModule } from './video/video.module.js';
import { Metrics, TRACES } from './telemetry/metrics.js';
import { HealthModule } from './health/health.module.js';
import { SearchModule } from './search/search.module.js';

/** The application: one module per operation, and the modules that they share. */
@Global()
@Module({})
export class AppModule {
  static async forRoot(config: Config, client: ElasticClient, logger: Logger): Promise<DynamicModule> {
    const metrics = new Metrics();
    // Without a configured collector OpenTelemetry is not even loaded.
    const traces = config.tracing && new (await import('./telemetry/traces.js')).Traces(config.tracing, logger);
    const shared = [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: Metrics, useValue: metrics },
      { provide: TRACES, useValue: traces },
      { provide: ElasticClient, useValue: client },
      { provide: ClusterReads, useValue: new ClusterReads(client) },
      { provide: IndexNames, useValue: new IndexNames(config.indexPrefix) },
    ];
    return {
      module: AppModule,
      imports: [
        HttpModule,
        UsageModule,
        SearchModule,
        VideoModule,
        ProductModule,
        LiveModule,
        CreatorModule,
        ShopModule,
        RankingsModule,
        CategoriesModule,
        SalesModule,
        LinksModule,
        ...(config.explorer ? [ExplorerModule] : []),
        config.mcp ? McpModule : McpOffModule,
        HealthModule,
      ],
      providers: shared,
      exports: shared,
    };
  }
}
