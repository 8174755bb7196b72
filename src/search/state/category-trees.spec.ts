import { setImmediate } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { ClusterReads } from '../../elastic/client/cluster-reads.js';
import { IndexNames } from '../../elastic/indices/index-names.js';
import { CategoryTrees } from './category-trees.js';

/** A cluster whose answers come when the test says so, in whatever order. */
class SlowCluster {
  private readonly answers: ((name: string) => void)[] = [];

  readonly client = {
    connectionPool: { size: 1 },
    search: () =>
      new Promise((resolve) => {
        this.answers.push((name) => {
          const node = { id: 1, level: 1, parent_id: null, name: { EN_US: name } };
          resolve({ hits: { hits: [{ _source: node }] } });
        });
      }),
  } as unknown as Client;

  get asked(): number {
    return this.answers.length;
  }

  /** Answers the read of that number, counted from 0, with a tree of one category. */
  async answer(read: number, name: string): Promise<void> {
    this.answers[read]?.(name);
    await setImmediate();
  }
}

describe('CategoryTrees', () => {
  let cluster: SlowCluster;
  let trees: CategoryTrees;
  beforeEach(() => {
    const names = new IndexNames('test-');
    cluster = new SlowCluster();
    trees = new CategoryTrees(cluster.client, new ClusterReads(cluster.client), names, { requestTimeoutMs: 60_000 });
  });

  const nameNow = async (): Promise<string | undefined> => (await trees.get('product-categories')).name(1, 'EN_US');

  const refresh = async (): Promise<void> => {
    const use = await trees.refresh();
    use();
  };

  it('keeps the tree of a refresh though the first read, which began before it, ends after it', async () => {
    const first = nameNow();
    const refreshed = refresh();
    await cluster.answer(1, 'new');
    await cluster.answer(0, 'old');
    await refreshed;
    expect(await first).toBe('old');
    expect(await nameNow()).toBe('new');
    expect(cluster.asked).toBe(2);
  });

  it('keeps the tree until what a refresh has read is put in use', async () => {
    const first = nameNow();
    await cluster.answer(0, 'old');
    await first;
    const refreshed = trees.refresh();
    await cluster.answer(1, 'new');
    const use = await refreshed;
    expect(await nameNow()).toBe('old');
    use();
    expect(await nameNow()).toBe('new');
  });

  it('reads once for all who ask at once, and not again right after', async () => {
    const names = Promise.all([nameNow(), nameNow()]);
    await cluster.answer(0, 'one');
    expect(await names).toEqual(['one', 'one']);
    expect(await nameNow()).toBe('one');
    expect(cluster.asked).toBe(1);
  });
});
