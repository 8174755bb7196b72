import type { estypes } from '@elastic/elasticsearch';
import { table } from '../../src/cli/terminal/output.js';
import { testApp } from '../../test/support/app.js';
import { loadRecords } from '../../test/support/load-records.js';
import { type JudgedSet, margin, mean, ndcg, readJudgedSet, recall } from './judged-set.js';

const HITS = 100;
const PLACES = 10;
/** Grades that are worth finding at all. */
const GOOD = 2;
const PER_BULK = 2000;

/** What Elasticsearch does with keywords of itself, over titles that `standard` analyses. */
const PLAIN: Readonly<Record<string, (query: string) => estypes.QueryDslQueryContainer>> = {
  or: (query) => ({ match: { title: { query } } }),
  and: (query) => ({ match: { title: { query, operator: 'and' } } }),
  fuzzy: (query) => ({ match: { title: { query, fuzziness: 'AUTO' } } }),
  'exact^3 + fuzzy': (query) => ({
    bool: {
      should: [{ match: { title: { query, boost: 3 } } }, { match: { title: { query, fuzziness: 'AUTO' } } }],
    },
  }),
};

/** The ids found for a text, best first. */
type Find = (text: string) => Promise<string[]>;

interface Outcome {
  readonly ndcg: number;
  readonly recall: number;
  readonly isEmpty: boolean;
}

describe('a set that others judged', () => {
  const set = readJudgedSet(process.env.JUDGED_SET ?? '');
  let plain: string;
  let ways: Readonly<Record<string, Find>>;

  const test = testApp(() => {
    const products = set.products.map(({ id, title }) => ({ product_id: id, title }));
    return { name: 'judged', load: loadRecords({ products }) };
  });
  beforeAll(async () => {
    plain = `${test.config.indexPrefix}plain`;
    await loadPlain(set.products);
    const asPlain = Object.entries(PLAIN).map(([way, query]): [string, Find] => [
      way,
      (text) => findPlain(query(text)),
    ]);
    ways = { service: findByService, ...Object.fromEntries(asPlain) };
  });

  it.each([
    ['clean', set.clean],
    ['one word misspelt', set.misspelt],
  ])('is measured through the service and through plain Elasticsearch: %s', async (name, queries) => {
    if (queries.size === 0) return;
    const outcomes = new Map<string, Outcome[]>();
    for (const [way, find] of Object.entries(ways)) {
      const found: Outcome[] = [];
      for (const [qid, text] of queries) found.push(outcomeOf(set, qid, await find(text)));
      outcomes.set(way, found);
    }
    const ours = outcomes.get('service') ?? [];
    const rows = [...outcomes].map(([way, found]) => {
      const gains = ours.map((own, at) => own.ndcg - (found[at]?.ndcg ?? 0));
      return [
        way,
        mean(found.map((one) => one.ndcg)).toFixed(3),
        way === 'service' ? '' : `${mean(gains).toFixed(3)} ± ${margin(gains).toFixed(3)}`,
        mean(found.map((one) => one.recall).filter((share) => !Number.isNaN(share))).toFixed(3),
        String(found.filter(({ isEmpty }) => isEmpty).length),
      ];
    });
    const head = [`${name}, ${queries.size} queries`, `nDCG@${PLACES}`, 'service better by', `recall@${HITS}`, 'empty'];
    process.stdout.write(`${table(head, rows)}\n\n`);
    expect(ours).toHaveLength(queries.size);
  });

  async function loadPlain(products: JudgedSet['products']): Promise<void> {
    const mappings = { properties: { title: { type: 'text', analyzer: 'standard' } } } as const;
    await test.elasticsearch.indices.create({ index: plain, settings: { number_of_shards: 1 }, mappings });
    for (let start = 0; start < products.length; start += PER_BULK) {
      const operations = products
        .slice(start, start + PER_BULK)
        .flatMap(({ id, title }) => [{ index: { _id: id } }, { title }]);
      const { errors } = await test.elasticsearch.bulk({ index: plain, operations });
      expect(errors).toBe(false);
    }
    await test.elasticsearch.indices.refresh({ index: plain });
  }

  async function findPlain(query: estypes.QueryDslQueryContainer): Promise<string[]> {
    const { hits } = await test.elasticsearch.search({ index: plain, query, size: HITS, _source: false });
    return hits.hits.map(({ _id }) => _id ?? '');
  }

  async function findByService(keywords: string): Promise<string[]> {
    const body = { keywords, pagesize: HITS };
    const answer = await test.api.post<{ list: { product_id: string }[] }>('/product/v1/search', body);
    expect(answer.status).toBe(200);
    return answer.body.data.list.map(({ product_id }) => product_id);
  }
});

function outcomeOf({ grades }: JudgedSet, qid: string, found: readonly string[]): Outcome {
  const judged = grades.get(qid) ?? new Map<string, number>();
  const ranked = found.map((id) => judged.get(id) ?? 0);
  return {
    ndcg: ndcg(ranked, [...judged.values()], PLACES),
    recall: recall(ranked, [...judged.values()], HITS, GOOD),
    isEmpty: found.length === 0,
  };
}
