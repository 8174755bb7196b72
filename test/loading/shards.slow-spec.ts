import { INDEX_KINDS, type IndexKind } from '../../src/common/index-kind.js';
import { ensureIndices } from '../../src/elastic/indices/ensure-indices.js';
import { IndexNames } from '../../src/elastic/indices/index-names.js';
import { deleteIndices, elasticsearchUrl } from '../support/app.js';
import { type Ended, startCommand } from './load-process.js';
import { LoadSuite } from './load-suite.js';

const CREATORS = Array.from({ length: 40 }, (_, index) => ({ uid: `${index}` }));

describe('the shards of indices', () => {
  let suite: LoadSuite;
  let creators: string;
  beforeAll(async () => {
    suite = await LoadSuite.start('load-shards');
    creators = suite.records('creators.ndjson', CREATORS);
  });
  afterAll(() => suite.close());

  const run = (name: 'load' | 'indices', parameters: readonly string[], shards?: string): Promise<Ended> =>
    startCommand(name, parameters, {
      url: elasticsearchUrl(),
      prefix: suite.prefix,
      cwd: suite.folder,
      ...(shards !== undefined && { environment: { INDEX_SHARDS: shards } }),
    }).ended;

  const settingsOf = async (kind: IndexKind, prefix = suite.prefix) => {
    const found = await suite.client.indices.getSettings({ index: new IndexNames(prefix).alias(kind) });
    return Object.values(found)[0]?.settings?.index;
  };
  const shardsOf = async (kind: IndexKind, prefix?: string): Promise<number> =>
    Number((await settingsOf(kind, prefix))?.number_of_shards);
  const ids = async (): Promise<string[]> =>
    [...(await suite.contents('creators')).keys()].sort((one, other) => Number(one) - Number(other));
  const ALL = CREATORS.map(({ uid }) => uid);

  it('are as many as INDEX_SHARDS says from the first index on, but for tokens and state; one unless it is set', async () => {
    const prefix = `${suite.prefix}two-`;
    try {
      await ensureIndices(suite.client, new IndexNames(prefix), 2);
      const found = await Promise.all(INDEX_KINDS.map(async (kind) => [kind, await shardsOf(kind, prefix)]));
      expect(found).toEqual(INDEX_KINDS.map((kind) => [kind, kind === 'tokens' || kind === 'state' ? 1 : 2]));
      expect(await Promise.all(INDEX_KINDS.map((kind) => shardsOf(kind)))).toEqual(INDEX_KINDS.map(() => 1));
    } finally {
      await deleteIndices(suite.client, prefix);
    }
  });

  it('are chosen when an index build begins: --shards, else INDEX_SHARDS, else as many as there were', async () => {
    await run('load', ['creators', creators, '--replace', '--shards', '3'], '2');
    expect([await shardsOf('creators'), await ids()]).toEqual([3, ALL]);
    await run('load', ['creators', creators, '--replace']);
    expect(await shardsOf('creators')).toBe(3);
    await run('load', ['creators', creators, '--replace'], '2');
    expect([await shardsOf('creators'), await ids()]).toEqual([2, ALL]);
  });

  it('are listed with replicas, and what does not fit INDEX_SHARDS is said', async () => {
    await suite.load('creators', [creators], { mode: 'replace', shards: 2 });
    const live = await suite.live('creators');
    const { stdout } = await run('indices', ['list'], '4');
    expect(stdout).toMatch(new RegExp(`^creators +live +${live} +2 +0 +40 `, 'm'));
    expect(stdout).toContain(
      `creators: ${live} has 2 shards, but INDEX_SHARDS is 4: the next load with --replace changes it\n`,
    );
    expect((await run('indices', ['list'])).stdout).not.toContain('INDEX_SHARDS');
  });

  it('keep what an operator has set on the live index when it is replaced', async () => {
    const live = await suite.live('creators');
    const own = {
      'index.refresh_interval': '9s',
      'index.max_result_window': '20000',
      'index.search.slowlog.threshold.query.warn': '2s',
      'index.routing.allocation.total_shards_per_node': '100',
      'index.auto_expand_replicas': 'false',
      'index.number_of_replicas': '0',
    };
    await suite.client.indices.putSettings({ index: live, settings: own });
    await suite.load('creators', [creators], { mode: 'replace' });
    const replaced = await suite.live('creators');
    expect(replaced).not.toBe(live);
    const found = await suite.client.indices.getSettings({ index: replaced, flat_settings: true });
    expect(found[replaced]?.settings).toMatchObject(own);
  });

  it.each([
    [['load', 'creators', '-', '--replace', '--shards', '0'], 'It must be a whole number from 1 to 1024, or auto.'],
    [['load', 'creators', '-', '--replace', '--shards', 'few'], 'It must be a whole number from 1 to 1024, or auto.'],
    [['load', 'creators', '-', '--shards', '2'], '--shards needs --replace: other loads write to the existing index.'],
    [
      ['load', 'creators', 'creators.ndjson', '--replace', '--shards', '1000'],
      'maximum normal shards open. Choose fewer shards (--shards, INDEX_SHARDS) or replicas, or add nodes.',
    ],
  ])('%j is refused in one sentence, and nothing has changed', async ([name, ...parameters], sentence) => {
    if ((await shardsOf('creators')) !== 3) await suite.load('creators', [creators], { mode: 'replace', shards: 3 });
    const live = await suite.live('creators');
    const physical = await suite.physical('creators');
    const { status, stderr } = await run(name as 'load', parameters);
    expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)]);
    expect(await suite.live('creators')).toBe(live);
    expect(await suite.physical('creators')).toEqual(physical);
  });
});
