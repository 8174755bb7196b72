import type { TestApp } from '../support/app.js';
import { startTestApp } from '../support/app.js';
import { loadRecords } from '../support/load-records.js';
import type { BaselineName } from './engines/baseline.js';
import { BaselineEngine, BASELINES, loadBaselines } from './engines/baseline.js';
import type { Engine } from './engines/engine.js';
import { ServiceEngine } from './engines/service.js';
import type { RelevanceSet } from './relevance-set.js';

export interface RelevanceApp {
  /** Ours first, then the baselines. */
  readonly engines: readonly Engine[];
  readonly app: TestApp;
  close(): Promise<void>;
}

/** The service and the baselines, each over the corpus in indices of its own on the node of the tests. */
export async function startRelevanceApp({ corpus }: RelevanceSet): Promise<RelevanceApp> {
  const app = await startTestApp({ name: 'relevance', load: loadRecords(corpus) });
  const { elasticsearch, config } = app;
  const categories = new Map(corpus.facts.map((facts) => [facts.id, facts.categories]));
  await loadBaselines(elasticsearch, config.indexPrefix, corpus, (id) => categories.get(id) ?? []);
  const names = Object.keys(BASELINES) as BaselineName[];
  const baselines = names.map((name) => new BaselineEngine(elasticsearch, config.indexPrefix, name));
  return { app, engines: [new ServiceEngine(app.url, app.token), ...baselines], close: () => app.close() };
}
