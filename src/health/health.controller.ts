import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ClusterReads } from '../elastic/client/cluster-reads.js';
import { CategoryTrees } from '../search/state/category-trees.js';
import { stateOrTrouble } from '../freshness/cluster-state.js';
import { DataVersionWatch } from '../freshness/data-watch.js';
import { NewestData } from '../search/state/newest-data.js';
import { GracefulShutdown } from '../http/server/graceful-shutdown.js';
import { PublicRoutes } from '../common/route-metadata.js';

/** Health checks: live while the process runs, ready while it can answer. */
@PublicRoutes()
@Controller('health')
export class HealthController {
  constructor(
    private readonly reads: ClusterReads,
    private readonly watch: DataVersionWatch,
    private readonly newest: NewestData,
    private readonly trees: CategoryTrees,
    private readonly end: GracefulShutdown,
  ) {}

  @Get('live')
  live(): object {
    return { status: 'live' };
  }

  /**
   * 200 when cluster, aliases and mapping versions are right; otherwise, and during a shutdown, 503 with the troubles.
   * The cluster state is the one read last.
   */
  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<object> {
    if (this.end.hasBegun) return notReady(response, { troubles: ['The service is ending.'] });
    const { troubles, cluster, due } = await stateOrTrouble(this.watch.latest());
    const { missingRights } = this.reads;
    const details = {
      ...(cluster && { elasticsearch: cluster }),
      circuit_breaker: this.reads.breakerState,
      ...(missingRights.length > 0 && { missing_rights: missingRights }),
      ...(due !== undefined && { dimensions: due }),
      ...(!this.watch.isUp && { pages_kept: false }),
    };
    if (troubles.length > 0) return notReady(response, { troubles: troubles.map(({ text }) => text), ...details });
    const [newest, leftOut] = await Promise.all([this.newest.moments(), this.trees.leftOut()]);
    return { status: 'ready', ...details, ...(leftOut.length > 0 && { left_out: leftOut }), newest };
  }
}

function notReady(response: Response, details: object): object {
  response.status(503).setHeader('Retry-After', '1');
  return { status: 'not ready', ...details };
}
