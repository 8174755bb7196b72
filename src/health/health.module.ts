import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { SearchModule } from '../search/search.module.js';
import { stateOrTrouble } from '../freshness/cluster-state.js';
import { DataVersionWatch } from '../freshness/data-watch.js';
import { DataMetrics } from './data-metrics.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';

/** Health and metrics, for those who operate the service. */
@Module({
  imports: [HttpModule, SearchModule],
  controllers: [HealthController, MetricsController],
  providers: [DataMetrics],
})
export class HealthModule {
  constructor(private readonly watch: DataVersionWatch) {}

  /** Why the service is not ready, and what to do. */
  async troubles(): Promise<string[]> {
    return (await stateOrTrouble(this.watch.latest())).troubles.map(({ text }) => text);
  }
}
