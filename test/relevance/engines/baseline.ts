import type { Client } from '@elastic/elasticsearch';
import type { Corpus } from '../corpus/corpus.js';
import type { Operation } from '../corpus/facts.js';
import type { JudgedQuery } from '../queries/queries.js';
import type { Engine, Order } from './engine.js';
import { OPERATIONS } from './engine.js';

const PER_REQUEST = 200;
const PER_BULK = 2000;

/** What a plain search does with the keywords: any word, every word, any word with slips. */
export const BASELINES = {
  or: {},
  and: { operator: 'and' },
  fuzzy: { fuzziness: 'AUTO' },
} as const;
export type BaselineName = keyof typeof BASELINES;

interface BaselineDocument {
  readonly id: string;
  /** All texts that the service searches, one after the other. */
  readonly text: readonly (string | null | undefined)[];
  readonly figure: number | null | undefined;
  /** Given back, not searched. */
  readonly record: object;
}

/** The texts of the corpus in indices of their own, analysed by `standard` and asked with one `match`. */
export class BaselineEngine implements Engine {
  constructor(
    private readonly client: Client,
    private readonly prefix: string,
    readonly name: BaselineName,
  ) {}

  async search(queries: readonly JudgedQuery[], order: Order, size: number): Promise<string[][]> {
    const found: string[][] = [];
    for (let start = 0; start < queries.length; start += PER_REQUEST) {
      const { responses } = await this.client.msearch({
        searches: queries
          .slice(start, start + PER_REQUEST)
          .flatMap((query) => [{ index: baselineIndex(this.prefix, query.operation) }, this.body(query, order, size)]),
      });
      for (const response of responses) {
        if (!('hits' in response)) throw new Error(JSON.stringify(response.error));
        found.push(response.hits.hits.map(({ _id }) => _id ?? ''));
      }
    }
    return found;
  }

  /** One page with whole records and an exact total, as the service gives it. */
  async page(query: JudgedQuery, size: number): Promise<void> {
    await this.client.search({
      index: baselineIndex(this.prefix, query.operation),
      ...this.body(query, 'relevance', size),
      _source: true,
      track_total_hits: true,
    });
  }

  private body({ text }: JudgedQuery, order: Order, size: number): object {
    const byFigure = { figure: { order: 'desc', missing: '_last' } };
    return {
      query: { match: { text: { query: text, ...BASELINES[this.name] } } },
      sort: [...(order === 'relevance' ? [{ _score: { order: 'desc' } }] : []), byFigure, { id: 'asc' }],
      size,
      _source: false,
    };
  }
}

export const baselineIndex = (prefix: string, operation: Operation): string => `${prefix}baseline-${operation}s`;

/** Creates the indices of the baselines and fills them, searchable at once. */
export async function loadBaselines(
  client: Client,
  prefix: string,
  corpus: Corpus,
  categoriesOf: (productId: string) => readonly string[],
): Promise<void> {
  const documents: Record<Operation, BaselineDocument[]> = {
    product: corpus.products.map((record) => {
      const { product_id: id, title, shop, day7_units_sold: figure } = record;
      return { id, figure, record, text: [title, shop?.name, ...categoriesOf(id), id, shop?.seller_id] };
    }),
    video: corpus.videos.map((record) => {
      const { video_id: id, desc, creator, play_count: figure } = record;
      return { id, figure, record, text: [desc, creator?.nickname, creator?.unique_id] };
    }),
    live: corpus.lives.map((record) => {
      const { room_id: id, title, nickname, unique_id, total_viewer_count: figure } = record;
      return { id, figure, record, text: [title, nickname, unique_id] };
    }),
  };
  for (const operation of Object.keys(OPERATIONS) as Operation[]) {
    const index = baselineIndex(prefix, operation);
    await client.indices.create({
      index,
      settings: { number_of_shards: 1, number_of_replicas: 0 },
      mappings: {
        dynamic: 'strict',
        properties: {
          id: { type: 'keyword' },
          text: { type: 'text', analyzer: 'standard' },
          figure: { type: 'long' },
          record: { type: 'object', enabled: false },
        },
      },
    });
    for (let start = 0; start < documents[operation].length; start += PER_BULK) {
      const part = documents[operation].slice(start, start + PER_BULK);
      const answer = await client.bulk({
        index,
        operations: part.flatMap((document) => [{ index: { _id: document.id } }, document]),
      });
      if (answer.errors) throw new Error(`Some ${operation}s were refused: ${JSON.stringify(answer.items[0])}`);
    }
    await client.indices.refresh({ index });
  }
}
