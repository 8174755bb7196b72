import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterNode } from '../../tools/local-cluster/cluster-nodes.js';
import { ClusterNodes } from '../../tools/local-cluster/cluster-nodes.js';
import { nodeFolder } from '../../tools/embedded-node/data-directory.js';
import { createSeed } from '../../src/seed/seed.js';
import type { TestApp } from '../support/app.js';
import { startTestApp } from '../support/app.js';
import { loadRecords } from '../support/load-records.js';
import { loadSeed } from '../support/load-seed.js';
import type { Question } from '../support/same-answers.js';
import { answersTo, questionsAbout } from '../support/same-answers.js';

const SCALE = 0.1;
const TITLES = 12;
const ROUNDS = 40;
const CHANGED_EACH_ROUND = 150;
const WALKS_WITH_A_LOSS = 6;
const GREEN_TIMEOUT_MS = 180_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const questions = questionsAbout(SCALE, TITLES);
const isByRelevance = ({ body }: Question): boolean => body['keywords'] !== undefined && body['orderby'] === undefined;
const keywordWalks = questions.filter((asked) => asked.path === '/product/v1/search' && isByRelevance(asked));

interface Row {
  readonly product_id: string;
}

/** What is wrong with a walk: records that came twice, and those that never came. */
function faultsOf(pages: readonly { list?: readonly unknown[]; total?: number }[]): { twice: number; missed: number } {
  const ids = pages.flatMap(({ list = [] }) => (list as Row[]).map(({ product_id }) => product_id));
  const distinct = new Set(ids).size;
  return { twice: ids.length - distinct, missed: Math.min(pages[0]?.total ?? 0, 5000) - distinct };
}

describe('many shards', () => {
  let expected: readonly (readonly object[])[];

  it('answer as one does', async () => {
    print('| Shards | Questions | Pages | Records | Different answers |\n|---|---|---|---|---|');
    for (const indexShards of [1, 3, 5, 8]) {
      const app = await startTestApp({
        name: `shards-${indexShards}`,
        load: loadSeed(SCALE, indexShards),
        config: { indexShards, pageCacheBytes: 0 },
      });
      try {
        const found: Awaited<ReturnType<typeof answersTo>>[] = [];
        for (const question of questions) found.push(await answersTo(app.api, question));
        expected ??= found;
        const different = questions.filter((_, at) => JSON.stringify(found[at]) !== JSON.stringify(expected[at]));
        const pages = found.flat();
        const records = pages.reduce((sum, { list = [] }) => sum + list.length, 0);
        print(`| ${indexShards} | ${found.length} | ${pages.length} | ${records} | ${different.length} |`);
        expect(different).toEqual([]);
      } finally {
        await app.close();
      }
    }
  });

  describe('on three nodes', () => {
    let nodes: ClusterNodes;
    let app: TestApp;
    const ofTheTests = process.env.TEST_ELASTICSEARCH_URL;
    beforeAll(async () => {
      const dataDir = await nodeFolder(join('.cache', 'shards-proof'));
      await rm(dataDir, { recursive: true, force: true });
      nodes = await ClusterNodes.start({
        dataDir,
        firstPort: 0,
        environment: process.env,
        onProgress: () => undefined,
      });
      process.env.TEST_ELASTICSEARCH_URL = nodes.url;
      app = await startTestApp({
        name: 'three-nodes',
        load: loadSeed(SCALE, 5),
        config: { indexShards: 5, pageCacheBytes: 0, requestTimeoutMs: 15_000 },
      });
      await green();
    });
    afterAll(async () => {
      await app?.close();
      await nodes?.stop();
      process.env.TEST_ELASTICSEARCH_URL = ofTheTests;
    });

    async function green(): Promise<void> {
      for (const giveUpAt = Date.now() + GREEN_TIMEOUT_MS; Date.now() < giveUpAt; await sleep(500)) {
        const health = await app.elasticsearch.cluster.health().catch(() => undefined);
        if (health?.status === 'green' && health.number_of_nodes === 3) return;
      }
      throw new Error('The cluster did not become green.');
    }

    async function kill({ dataDir }: ClusterNode): Promise<void> {
      const { node } = JSON.parse(await readFile(join(dataDir, 'node.json'), 'utf8')) as { node: string };
      process.kill(-Number(node.split('@')[0]), 'SIGKILL');
    }

    /** A walk with a node killed after its second page, or a third of its pages where they are few. */
    async function walkWithLoss(question: Question, node: ClusterNode | undefined, pagesize: number) {
      const pages = [];
      for (let page = 1; page * pagesize <= 5000; page += 1) {
        const { status, body } = await app.api.post<{ list: Row[]; total: number }>(question.path, {
          ...question.body,
          page,
          pagesize,
        });
        if (status !== 200) throw new Error(`Page ${page} was answered ${status}: ${JSON.stringify(body)}`);
        pages.push(body.data);
        if (page === 2 && node !== undefined) await kill(node);
        if (body.data.list.length < pagesize) break;
      }
      return pages;
    }

    const longest = (): Question[] =>
      keywordWalks
        .map((question) => ({
          question,
          total: (expected[questions.indexOf(question)]?.[0] as { total: number }).total,
        }))
        .sort((one, other) => other.total - one.total)
        .slice(0, WALKS_WITH_A_LOSS)
        .map(({ question }) => question);

    it('give whole walks, equal to those of one node and one shard, while nodes are killed in the middle of them', async () => {
      print('| Walk | Pages | Node killed | Equal to one shard |\n|---|---|---|---|');
      for (const [at, question] of longest().entries()) {
        const whole = expected[questions.indexOf(question)]?.flatMap((page) => (page as { list: Row[] }).list) ?? [];
        const pagesize = Math.max(1, Math.min(100, Math.floor(whole.length / 6)));
        const node = nodes.all[at % 3] as ClusterNode;
        const pages = await walkWithLoss(question, node, pagesize);
        const found = pages.flatMap(({ list }) => list);
        const isEqual = JSON.stringify(found) === JSON.stringify(whole.slice(0, found.length));
        print(
          `| ${JSON.stringify(question.body['keywords'])} | ${pages.length} | ${node.name} | ${isEqual ? 'yes' : 'no'} |`,
        );
        expect([isEqual, found.length]).toEqual([true, whole.length]);
        await green();
      }
    });

    it('give whole walks by relevance after merges that leave deleted documents', async () => {
      const products = [...createSeed({ scale: SCALE, until: '2026-06-30' }).products()];
      for (let round = 0; round < ROUNDS; round += 1) {
        const changed = products
          .filter((_, index) => (index * 7919 + round * 104_729) % products.length < CHANGED_EACH_ROUND)
          .map((product) => ({ ...product, creator_count: round }));
        await loadRecords({ products: changed })(app.elasticsearch, app.names);
      }
      const index = app.names.alias('products');
      const copies = async () => {
        const stats = await app.elasticsearch.indices.stats({ index, level: 'shards', metric: ['docs'] });
        const shards = Object.values(Object.values(stats.indices ?? {})[0]?.shards ?? {});
        return shards.map((shard) => shard.map(({ docs }) => docs?.deleted ?? 0));
      };
      const differing = async (): Promise<string> => {
        const deleted = await copies();
        const unlike = deleted.filter((shard) => new Set(shard).size > 1).length;
        const sum = deleted.flat().reduce((all, count) => all + count, 0);
        return `${sum.toLocaleString('en-US')} deleted documents kept, copies differ in ${unlike} of ${deleted.length} shards`;
      };
      /** Walks by relevance with pages of 20, each from copies that `preferenceOf` names for a page. */
      const rawWalks = async (preferenceOf: (page: number, walk: number) => string) => {
        let [twice, walks] = [0, 0];
        for (const [number, question] of keywordWalks.entries()) {
          const ids: string[] = [];
          for (let page = 1; page <= 25; page += 1) {
            const { hits } = await app.elasticsearch.search<Row>({
              index,
              search_type: 'dfs_query_then_fetch',
              preference: preferenceOf(page, number),
              query: { match: { text: String(question.body['keywords']) } },
              sort: [{ _score: { order: 'desc' } }, { id_rank: { order: 'asc' } }],
              from: (page - 1) * 20,
              size: 20,
              _source: false,
            });
            ids.push(...hits.hits.map(({ _id }) => String(_id)));
            if (hits.hits.length < 20) break;
          }
          walks += 1;
          if (new Set(ids).size < ids.length) twice += 1;
        }
        return `${twice} of ${walks}`;
      };
      const served = async (node?: ClusterNode) => {
        let [broken, walks] = [0, 0];
        for (const question of node === undefined ? keywordWalks : longest()) {
          const { twice, missed } = faultsOf(await walkWithLoss(question, node, 20));
          walks += 1;
          if (twice > 0 || missed > 0) broken += 1;
          if (node !== undefined) await green();
        }
        return { broken, walks };
      };
      print(`After ${ROUNDS} merges of ${CHANGED_EACH_ROUND} records: ${await differing()}.`);
      print(`| Walks by relevance | That repeat or miss records |\n|---|---|`);
      print(`| every page from other copies | ${await rawWalks((page, walk) => `p${page}w${walk}`)} |`);
      const kept = await served();
      print(`| as the service sends them | ${kept.broken} of ${kept.walks} |`);
      expect(kept).toEqual({ broken: 0, walks: keywordWalks.length });
      const lost = await served(nodes.all[0]);
      print(`| the same, a node killed after the second page | ${lost.broken} of ${lost.walks} |`);
      await app.elasticsearch.indices.putSettings({
        index,
        settings: { 'index.merge.policy.expunge_deletes_allowed': '0' },
      });
      await app.elasticsearch.indices.forcemerge({ index, only_expunge_deletes: true });
      print(`After only_expunge_deletes: ${await differing()}.`);
      print(`| every page from other copies | ${await rawWalks((page, walk) => `p${page}w${walk}`)} |`);
      const alike = await served(nodes.all[1]);
      print(`| as the service sends them, a node killed after the second page | ${alike.broken} of ${alike.walks} |`);
      expect(alike.broken).toBe(0);
    });
  });
});
