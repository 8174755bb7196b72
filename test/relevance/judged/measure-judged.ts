import { startTestApp } from '../../support/app.js';
import { loadRecords } from '../../support/load-records.js';
import { ServiceEngine } from '../engines/service.js';
import type { Judged } from './compare.js';
import { HITS, judge } from './compare.js';
import type { Outcomes } from './judged-report.js';
import { readJudgedSet } from './judged-set.js';
import type { PlainWay } from './plain-engine.js';
import { PLAIN_WAYS, PlainEngine } from './plain-engine.js';

const WAYS = Object.keys(PLAIN_WAYS) as PlainWay[];

/**
 * What a set judged by others says of the service and of plain Elasticsearch, the clean and the misspelt queries each,
 * on the ids that both have. The indices have a prefix of their own and are removed afterwards.
 */
export async function measureJudged(folder: string): Promise<Readonly<Record<'clean' | 'misspelt', Outcomes>>> {
  const set = readJudgedSet(folder);
  const products = set.products.map(({ id, title }) => ({ product_id: id, title }));
  const app = await startTestApp({ name: 'judged', load: loadRecords({ products }) });
  try {
    const service = new ServiceEngine(app.url, app.token);
    const plain = new PlainEngine(app.elasticsearch, `${app.config.indexPrefix}plain`);
    await plain.load(set.products);
    const ids = [...set.clean.keys()].filter((qid) => set.misspelt.size === 0 || set.misspelt.has(qid));
    const outcomesOf = async (texts: ReadonlyMap<string, string>): Promise<Outcomes> => {
      const asked = ids.filter((qid) => texts.has(qid));
      const each = async (find: (text: string) => Promise<string[]>): Promise<Judged[]> => {
        const judged: Judged[] = [];
        for (const qid of asked) judged.push(judge(set, qid, await find(texts.get(qid) ?? '')));
        return judged;
      };
      const outcomes: Record<string, readonly Judged[]> = { service: await each((text) => service.find(text, HITS)) };
      for (const way of WAYS) outcomes[way] = await each((text) => plain.search(way, text, HITS));
      return outcomes;
    };
    return { clean: await outcomesOf(set.clean), misspelt: await outcomesOf(set.misspelt) };
  } finally {
    await app.close();
  }
}
