import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { INDEX_KINDS } from '../documents/index-kind.js';
import { readLastChange } from '../elastic/state/data-version.js';
import { ELASTIC_CLIENT } from '../elastic/client/elastic-client.token.js';
import type { ElasticClient } from '../elastic/client/elastic-client.js';
import { IndexNames } from '../elastic/indices/index-names.js';
import { Metrics } from './metrics.js';

const TIMEOUT_MS = 1000;
const BOOKKEEPING = ['tokens', 'state'];

/** What the loads have left in Elasticsearch, read when the metrics are; absent while it can't be read. */
@Injectable()
export class DataMetrics {
  private readonly version: Gauge;
  private readonly changedAt: Gauge;
  private readonly documents: Gauge<'index'>;

  constructor(
    @Inject(ELASTIC_CLIENT) private readonly client: ElasticClient,
    @Inject(IndexNames) private readonly names: IndexNames,
    @Inject(Metrics) { registry }: Metrics,
  ) {
    const registers = [registry];
    this.version = new Gauge({
      name: 'commerce_data_generation',
      help: 'Grows with every load or build of boards.',
      registers,
    });
    this.changedAt = new Gauge({
      name: 'commerce_data_last_change_timestamp_seconds',
      help: 'When a load or a build of boards changed the data last, Unix seconds.',
      registers,
    });
    this.documents = new Gauge({
      name: 'commerce_data_documents',
      help: 'Records loaded, by index.',
      labelNames: ['index'],
      registers,
    });
  }

  async refresh(): Promise<void> {
    this.version.reset();
    this.changedAt.reset();
    this.documents.reset();
    this.version.remove();
    this.changedAt.remove();
    await Promise.allSettled([this.readLastChange(), ...this.kinds.map((kind) => this.countDocuments(kind))]);
  }

  private get kinds() {
    return INDEX_KINDS.filter((kind) => !BOOKKEEPING.includes(kind));
  }

  private async readLastChange(): Promise<void> {
    const change = await readLastChange(this.client, this.names, TIMEOUT_MS);
    if (change === undefined) return;
    this.version.set(change.version);
    this.changedAt.set(change.changedAt);
  }

  private async countDocuments(kind: (typeof INDEX_KINDS)[number]): Promise<void> {
    const { count } = await this.client.count({ index: this.names.alias(kind) }, { requestTimeout: TIMEOUT_MS });
    this.documents.set({ index: kind }, count);
  }
}
