import { startTestApp } from '../support/app.js';
import { loadRecords } from '../support/load-records.js';
import { grow } from './corpus/grow.js';
import { BaselineEngine, baselineIndex, loadBaselines } from './engines/baseline.js';
import { ServiceEngine } from './engines/service.js';
import { median } from './metrics.js';
import type { Kind } from './queries/kinds.js';
import type { JudgedQuery } from './queries/queries.js';
import type { RelevanceSet } from './relevance-set.js';

const PRODUCTS = 100_000;
const ROUNDS = 6;
const PER_KIND = 20;
const KINDS: readonly Kind[] = ['name', 'name-and-attribute', 'long', 'typo', 'no-marks', 'shop'];

/** Milliseconds of one page, and what it was asked for. */
interface Timing {
  readonly query: JudgedQuery;
  readonly ours: number;
  readonly plain: number;
}

/** Medians in milliseconds of a keyword page of ours over HTTP and of the plain fuzzy query over one field. */
export interface Cost {
  readonly name: string;
  readonly ours: number;
  readonly plain: number;
  readonly ratio: number;
}

/**
 * What a product page costs among 100,000 products beside the plain fuzzy query over the same texts in one field, asked
 * in turn: by kind of query and in all. No page is asked for twice, so that no cache answers.
 */
export async function measureCost(set: RelevanceSet): Promise<Cost[]> {
  const products = grow(set.corpus.products, PRODUCTS);
  const app = await startTestApp({ name: 'relevance-cost', load: loadRecords({ products }) });
  try {
    const { elasticsearch, names, config } = app;
    const { indexPrefix } = config;
    await loadBaselines(elasticsearch, indexPrefix, { ...set.corpus, products, videos: [], lives: [] }, () => []);
    const indices = [names.alias('products'), baselineIndex(indexPrefix, 'product')];
    await elasticsearch.indices.forcemerge({ index: indices, max_num_segments: 1 }, { requestTimeout: 300_000 });
    const timings = await timePages(
      KINDS.flatMap((kind) => set.queries.filter(asksForProducts(kind)).slice(0, PER_KIND)),
      new ServiceEngine(app.url, app.token),
      new BaselineEngine(elasticsearch, indexPrefix, 'fuzzy'),
    );
    const ofKind = (kind: Kind): Timing[] => timings.filter(({ query }) => query.kind === kind);
    return [...KINDS.map((kind) => costOf(kind, ofKind(kind))), costOf('all', timings)];
  } finally {
    await app.close();
  }
}

const asksForProducts =
  (wanted: Kind) =>
  ({ kind, operation }: JudgedQuery): boolean =>
    kind === wanted && operation === 'product';

/** The first round only warms up. Which of the two is asked first changes from query to query. */
async function timePages(
  queries: readonly JudgedQuery[],
  service: ServiceEngine,
  plain: BaselineEngine,
): Promise<Timing[]> {
  const timings: Timing[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, query] of queries.entries()) {
      const size = 10 + round;
      const ask = { ours: () => service.search([query], 'relevance', size), plain: () => plain.page(query, size) };
      const order = (index + round) % 2 === 0 ? (['ours', 'plain'] as const) : (['plain', 'ours'] as const);
      const took = { ours: 0, plain: 0 };
      for (const way of order) {
        const startedAt = performance.now();
        await ask[way]();
        took[way] = performance.now() - startedAt;
      }
      if (round > 0) timings.push({ query, ...took });
    }
  }
  return timings;
}

function costOf(name: string, timings: readonly Timing[]): Cost {
  const ours = median(timings.map((one) => one.ours));
  const plain = median(timings.map((one) => one.plain));
  return { name, ours, plain, ratio: ours / plain };
}
