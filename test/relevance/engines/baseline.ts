import type { Client } from '@elastic/elasticsearch';
import type { Corpus } from '../corpus/corpus.js';
import type { Operation } from '../corpus/facts.js';
import type { JudgedQuery } from '../queries/queries.js';
import type { Engine, Order } from './engine.js';
import { OPERATIONS } from './operations.js';

const PER_REQUEST = 200;

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

const baselineIndex = (prefix: string, operation: Operation): string => `${prefix}baseline-${operation}s`;

/** Creates the indices of the baselines and fills them, searchable at once. */
export async function loadBaselines(
  client: Client,
  prefix: string,
  corpus: Corpus,
  categoriesOf: (productId: string) => readonly string[],
): Promise<void> {
  const documents: Record<Operation, BaselineDocument[]> = {
    product: corpus.products.map(({ product_id: id, title, shop, day7_units_sold: figure }) => ({
      ...{ id, figure },
      text: [title, shop?.name, ...categoriesOf(id), id, shop?.seller_id],
    })),
    video: corpus.videos.map(({ video_id: id, desc, creator, play_count: figure }) => ({
      ...{ id, figure },
      text: [desc, creator?.nickname, creator?.unique_id],
    })),
    live: corpus.lives.map(({ room_id: id, title, nickname, unique_id, total_viewer_count: figure }) => ({
      ...{ id, figure },
      text: [title, nickname, unique_id],
    })),
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
        },
      },
    });
    const answer = await client.bulk({
      index,
      refresh: true,
      operations: documents[operation].flatMap((document) => [{ index: { _id: document.id } }, document]),
    });
    if (answer.errors) throw new Error(`Some ${operation}s were refused: ${JSON.stringify(answer.items[0])}`);
  }
}
