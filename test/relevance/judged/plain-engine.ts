import type { Client, estypes } from '@elastic/elasticsearch';
import type { JudgedProduct } from './judged-set.js';

const PER_BULK = 2000;

/** What Elasticsearch does with keywords of itself, over titles that `standard` analyses. */
export const PLAIN_WAYS = {
  or: (query) => ({ match: { title: { query } } }),
  and: (query) => ({ match: { title: { query, operator: 'and' } } }),
  fuzzy: (query) => ({ match: { title: { query, fuzziness: 'AUTO' } } }),
  'exact^3 + fuzzy': (query) => ({
    bool: {
      should: [{ match: { title: { query, boost: 3 } } }, { match: { title: { query, fuzziness: 'AUTO' } } }],
    },
  }),
} as const satisfies Record<string, (query: string) => estypes.QueryDslQueryContainer>;
export type PlainWay = keyof typeof PLAIN_WAYS;

/** The titles in an index of their own. */
export class PlainEngine {
  constructor(
    private readonly client: Client,
    private readonly index: string,
  ) {}

  async load(products: readonly JudgedProduct[]): Promise<void> {
    const { client, index } = this;
    await client.indices.create({
      index,
      settings: { number_of_shards: 1, number_of_replicas: 0 },
      mappings: { dynamic: 'strict', properties: { title: { type: 'text', analyzer: 'standard' } } },
    });
    for (let start = 0; start < products.length; start += PER_BULK) {
      const operations = products
        .slice(start, start + PER_BULK)
        .flatMap(({ id, title }) => [{ index: { _id: id } }, { title }]);
      const answer = await client.bulk({ index, operations });
      if (answer.errors) throw new Error(`Some products were refused: ${JSON.stringify(answer.items[0])}`);
    }
    await client.indices.refresh({ index });
  }

  /** Ids of the first `size` products. */
  async search(way: PlainWay, text: string, size: number): Promise<string[]> {
    const query = PLAIN_WAYS[way](text);
    const { hits } = await this.client.search({ index: this.index, query, size, _source: false });
    return hits.hits.map(({ _id }) => _id ?? '');
  }
}
