import { INDEX_KINDS, type IndexKind } from '../../src/common/record-kind.js';
import { ensureIndices } from '../../src/elastic/indices/ensure-indices.js';
import { IndexNames } from '../../src/elastic/indices/index-names.js';
import { deleteIndices, elasticsearchUrl } from '../support/app.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { type Ended, loadSuite, startCommand } from './load-suite.js';

describe('index builds', () => {
  const suite = loadSuite('index-builds');
  const proxy = new FaultProxy();
  beforeAll(() => proxy.up());
  afterAll(() => proxy.down());
  beforeEach(() => {
    proxy.met = 0;
  });
  afterEach(() => proxy.heal());

  const indices = (...parameters: string[]): Promise<Ended> =>
    startCommand('indices', parameters, { url: proxy.url, prefix: suite.prefix, cwd: suite.folder }).ended;

  const build = async (id: string, keep = 1): Promise<string> => {
    await suite.load('lives', [suite.records(`${id}.ndjson`, [{ room_id: id }])], { mode: 'replace', keep });
    return suite.live('lives');
  };
  const start = (): Promise<string> => build('a', 0);
  /** Role and index of every build of lives, as `list` has them. */
  const list = async (): Promise<(string | undefined)[][]> =>
    [...(await indices('list')).stdout.matchAll(/^lives {2,}(.+?) {2,}(\S+) /gm)].map(([, role, index]) => [
      role,
      index,
    ]);

  it('that were rolled back from are marked, and the next load keeps the one that served last in their place', async () => {
    const a = await start();
    const bad = await build('b');
    await indices('rollback', 'lives');
    expect(await list()).toEqual([
      ['rolled back', bad],
      ['live', a],
    ]);
    const c = await build('c');
    expect(await list()).toEqual([
      ['live', c],
      ['previous', a],
    ]);
    expect((await indices('rollback', 'lives')).stdout).toBe(`${a} is the live index of lives now.\n`);
    expect([...(await suite.contents('lives')).keys()]).toEqual(['a']);
  });

  it('that were rolled back from are pruned however many are to be kept', async () => {
    const a = await start();
    const bad = await build('b');
    await indices('rollback', 'lives');
    expect((await indices('prune', 'lives', '--keep', '5', '--yes')).stdout).toBe(`Deleted ${bad}.\n`);
    expect(await list()).toEqual([['live', a]]);
  });

  it('are kept in the order in which they served last, not in that in which they were made', async () => {
    const a = await start();
    const b = await build('b', 2);
    await build('c', 2);
    await indices('rollback', 'lives', '--to', a);
    const d = await build('d', 2);
    expect(await list()).toEqual([
      ['live', d],
      ['previous', a],
      ['previous', b],
    ]);
    await indices('rollback', 'lives', '--to', b);
    await indices('rollback', 'lives', '--to', a);
    await indices('rollback', 'lives', '--to', b);
    const e = await build('e', 2);
    expect(await list()).toEqual([
      ['live', e],
      ['previous', b],
      ['previous', a],
    ]);
    await indices('prune', 'lives', '--yes');
    expect((await indices('rollback', 'lives')).stdout).toBe(`${b} is the live index of lives now.\n`);
  });

  it('that serve again by --to are rolled back from no more', async () => {
    const a = await start();
    const b = await build('b');
    await indices('rollback', 'lives');
    await indices('rollback', 'lives', '--to', b);
    expect(await list()).toEqual([
      ['live', b],
      ['previous', a],
    ]);
    expect((await indices('rollback', 'lives')).stdout).toBe(`${a} is the live index of lives now.\n`);
  });

  it.each([
    ['503', { kind: 'answer', status: 503 }],
    ['an answer that is lost', { kind: 'lost' }],
  ] as const)('serve again after %s, and a rollback goes back by one', async (_, fault) => {
    await start();
    const b = await build('b', 2);
    await build('c', 2);
    proxy.only = (path) => path.startsWith('/_aliases') && proxy.met === 0;
    proxy.fault = fault;
    const { status, stdout } = await indices('rollback', 'lives');
    expect([proxy.met, status, stdout]).toEqual([1, 0, `${b} is the live index of lives now.\n`]);
    expect(await suite.live('lives')).toBe(b);
  });

  it('of another mapping version are not previous ones, are kept like these, and are never rolled back to', async () => {
    const a = await start();
    const b = await build('b');
    const { mappings } = (await suite.client.indices.getMapping({ index: a }))[a] ?? {};
    const version = Number(mappings?._meta?.version);
    await suite.client.indices.putMapping({ index: a, _meta: { version: version - 1 } });
    expect(await list()).toEqual([
      ['live', b],
      ['other version', a],
    ]);
    const refusal = `${a} has mapping version ${version - 1}, not ${version}: only the release that made it can roll back to it.\n`;
    for (const to of [[], ['--to', a]])
      expect(await indices('rollback', 'lives', ...to)).toMatchObject({ status: 1, stderr: refusal });
    expect(await suite.live('lives')).toBe(b);
    const kept = `lives: nothing to delete. ${b} is live; ${a} is kept by --keep 1.\n`;
    expect((await indices('prune', 'lives', '--yes')).stdout).toBe(kept);
    expect((await indices('prune', 'lives', '--keep', '0', '--yes')).stdout).toBe(`Deleted ${a}.\n`);
  });

  it('of rankings, which an earlier release wrote, are deleted by a prune of all kinds, and those of other prefixes stay', async () => {
    await start();
    const [old, other] = [`${suite.prefix}top-selling-boards-v2-first`, `${suite.prefix}x-periods-v2-first`];
    for (const index of [old, other]) await suite.client.indices.create({ index });
    await indices('prune', 'lives', '--yes');
    expect(await suite.client.indices.exists({ index: old })).toBe(true);
    expect((await indices('prune', '--yes')).stdout).toContain(`Deleted ${old}, which an earlier release wrote.\n`);
    expect(await suite.client.indices.exists({ index: old })).toBe(false);
    expect(await suite.client.indices.exists({ index: other })).toBe(true);
    await suite.client.indices.delete({ index: other });
  });

  it('are named, with the reason why each is kept, when prune deletes nothing', async () => {
    const a = await start();
    const b = await build('b');
    const { status, stdout } = await indices('prune', 'lives', '--yes');
    expect([status, stdout]).toEqual([0, `lives: nothing to delete. ${b} is live; ${a} is kept by --keep 1.\n`]);
    expect(await list()).toEqual([
      ['live', b],
      ['previous', a],
    ]);
  });
});

const CREATORS = Array.from({ length: 40 }, (_, index) => ({ uid: `${index}` }));

describe('the shards of indices', () => {
  const suite = loadSuite('load-shards');
  let creators: string;
  beforeAll(async () => {
    creators = suite.records('creators.ndjson', CREATORS);
  });

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
      `creators: ${live} has 2 shards, but INDEX_SHARDS is 4: npm run indices -- upgrade changes it\n`,
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
      'index.number_of_replicas': '2',
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
