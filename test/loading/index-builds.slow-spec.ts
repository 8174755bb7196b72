import { elasticsearchUrl } from '../support/app.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { type Ended, startCommand } from './load-process.js';
import { LoadSuite } from './load-suite.js';

describe('index builds', () => {
  let suite: LoadSuite;
  let proxy: FaultProxy;
  beforeAll(async () => {
    suite = await LoadSuite.start('index-builds');
    proxy = await FaultProxy.start(elasticsearchUrl());
  });
  afterAll(async () => {
    await proxy.down();
    await suite.close();
  });
  beforeEach(() => {
    proxy.met = 0;
  });
  afterEach(() => proxy.heal());

  const indices = (...parameters: string[]): Promise<Ended> =>
    startCommand('indices', parameters, { url: proxy.url, prefix: suite.prefix, cwd: suite.folder }).ended;

  /** Replaces all lives by one of that id. */
  const build = async (id: string, keep = 1): Promise<string> => {
    await suite.load('lives', [suite.records(`${id}.ndjson`, [{ room_id: id }])], { mode: 'replace', keep });
    return suite.live('lives');
  };
  /** Leaves one build. */
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
