import { diagnose, lineOf } from '../../src/cli/doctor/diagnose.js';
import { ensureIndices } from '../../src/elastic/indices/ensure-indices.js';
import { switchUnderLocks } from '../../src/loading/index-builds/alias-switch.js';
import { publishIndexBuilds } from '../../src/loading/index-builds/index-build.js';
import { replaceAll } from '../../src/loading/writing/replace-all.js';
import { splitIndex } from '../../src/loading/index-builds/split-index.js';
import { elasticsearchUrl } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { type Ended, type RunningCommand, startCommand } from './load-process.js';
import { LoadSuite } from './load-suite.js';

const CREATORS = Array.from({ length: 40 }, (_, index) => ({ uid: `${index}` }));
const ALL = CREATORS.map(({ uid }) => uid).sort();

describe('interrupted work', () => {
  let suite: LoadSuite;
  let proxy: FaultProxy;
  let creators: string;
  beforeAll(async () => {
    proxy = await FaultProxy.start(elasticsearchUrl());
    suite = await LoadSuite.start('interrupted', proxy.url);
    creators = suite.records('creators.ndjson', CREATORS);
  });
  afterAll(async () => {
    proxy.heal();
    await suite.close();
    await proxy.down();
  });
  beforeEach(async () => {
    await ensureIndices(suite.client, suite.names);
    await suite.load('creators', [creators], { mode: 'replace', keep: 0, shards: 1 });
    proxy.met = 0;
  });
  afterEach(() => proxy.heal());

  const ids = async (): Promise<string[]> => [...(await suite.contents('creators')).keys()].sort();
  const settingsOf = async (index: string) =>
    (await suite.client.indices.getSettings({ index }))[index]?.settings?.index;

  describe('at the switch to the new index build', () => {
    interface Bounds {
      readonly giveUpAfterMs: number;
      readonly signal?: AbortSignal;
    }
    const WORK = {
      'load --replace': async (bounds: Bounds): Promise<unknown> =>
        suite.load('creators', [creators], { mode: 'replace', ...bounds }),
      seed: (bounds: Bounds): Promise<unknown> =>
        replaceAll(
          { client: suite.loadClient, names: suite.names, retryOptions: bounds },
          [{ kind: 'creators', records: CREATORS }],
          'seed of a test',
        ),
      'indices split': (bounds: Bounds): Promise<unknown> =>
        switchUnderLocks(
          { client: suite.loadClient, names: suite.names, retryOptions: bounds },
          ['creators'],
          'split of a test',
          (locked) => splitIndex(locked, 'creators', 2),
        ),
    };
    const EVERY = Object.keys(WORK) as (keyof typeof WORK)[];

    /** Loses the answer to the switch; what comes of the questions after it is given. */
    const loseAnswer = (afterwards: (path: string) => boolean): void => {
      let isMade = false;
      proxy.only = (path, method) => {
        if (isMade) return afterwards(path);
        if (method !== 'POST' || !path.startsWith('/_aliases')) return false;
        isMade = true;
        proxy.fault = { kind: 'lost' };
        return true;
      };
    };

    it.each(EVERY)('leaves the index that serves, when Elasticsearch does not say what serves: %s', async (work) => {
      const before = await suite.live('creators');
      loseAnswer((path) => {
        proxy.fault = { kind: 'answer', status: 503 };
        return path.startsWith('/_alias/');
      });
      await expect(WORK[work]({ giveUpAfterMs: 300 })).rejects.toThrow('Gave up');
      expect(await ids()).toEqual(ALL);
      expect(await suite.live('creators')).not.toBe(before);
    });

    it.each(EVERY)('leaves the index that serves, when it is stopped: %s', async (work) => {
      const before = await suite.live('creators');
      const stop = new AbortController();
      loseAnswer(() => false);
      const lose = proxy.only;
      proxy.only = (path, method) => {
        const isLost = lose(path, method);
        if (isLost) stop.abort(new Error('Stopped by a test.'));
        return isLost;
      };
      // Once the switch is made, what is left to do may be left to the next.
      await WORK[work]({ giveUpAfterMs: 20_000, signal: stop.signal }).catch((error: unknown) => {
        expect(error).toEqual(new Error('Stopped by a test.'));
      });
      expect(stop.signal.aborted).toBe(true);
      expect(await ids()).toEqual(ALL);
      expect(await suite.live('creators')).not.toBe(before);
    });

    it('lets no switch that Elasticsearch makes late lead to an index that is being deleted', async () => {
      const before = await suite.live('creators');
      const stop = new AbortController();
      proxy.fault = { kind: 'hang' };
      proxy.only = (path, method) => method === 'POST' && path.startsWith('/_aliases');
      const ended = WORK['load --replace']({ giveUpAfterMs: 20_000, signal: stop.signal }).catch(String);
      await eventually('the switch', () => proxy.met > 0);
      const found = Object.entries(await suite.physical('creators')).filter(([index]) => index !== before);
      const [[index, [writeAlias]] = ['', []]] = found;
      proxy.met = 0;
      proxy.only = (_path, method) => method === 'DELETE' && stop.signal.aborted;
      stop.abort('Stopped by a test.');
      await proxy.down();
      await proxy.up();
      await eventually('the deletion', () => proxy.met > 0);
      const build = {
        kind: 'creators',
        index,
        writeAlias: String(writeAlias),
        kept: { shards: 1, settings: {} },
      } as const;
      const locks = { work: 'test', confirm: () => Promise.resolve() };
      const target = { client: suite.client, names: suite.names, retryOptions: { giveUpAfterMs: 0 }, locks };
      const late = await publishIndexBuilds(target, [build]).catch(String);
      proxy.heal();
      await proxy.down();
      await proxy.up();
      expect(await ended).toBe('Stopped by a test.');
      expect(late).toMatch('aliases_not_found_exception');
      expect(await suite.live('creators')).toBe(before);
    });
  });

  describe('in the middle of a split', () => {
    const start = (name: 'indices' | 'load', ...parameters: string[]): RunningCommand =>
      startCommand(name, parameters, { url: proxy.url, prefix: suite.prefix, cwd: suite.folder });
    const run = (name: 'indices' | 'load', ...parameters: string[]): Promise<Ended> => start(name, ...parameters).ended;

    /** Starts a split that gets no further than its merge to one segment. */
    const splitUntilMerge = async (): Promise<RunningCommand> => {
      proxy.fault = { kind: 'answer', status: 503 };
      proxy.only = (path) => path.includes('_forcemerge');
      const split = start('indices', 'split', 'creators', '--shards', '2');
      await eventually('the merge', () => proxy.met > 0);
      return split;
    };
    const blocked = (index: string): string =>
      `creators: ${index} accepts no writes (index.blocks.write). Unless a split is in progress, one was interrupted: run it again, ` +
      `or remove the block: curl -X PUT "$ES/${index}/_settings" -H 'Content-Type: application/json' -d '{"index.blocks.write":null}'`;

    it('is named by list, doctor and the next load, with what to do, when it was killed; a second split ends it', async () => {
      const live = await suite.live('creators');
      const { child, ended } = await splitUntilMerge();
      child.kill('SIGKILL');
      await ended;
      proxy.heal();
      expect((await run('indices', 'list')).stdout).toContain(`${blocked(live)}\n`);
      const findings = await diagnose({ PORT: '0', ELASTICSEARCH_URL: proxy.url, INDEX_PREFIX: suite.prefix });
      expect(findings.map(lineOf)).toContain(`warning  shards         ${blocked(live)}.`);
      const merge = await run('load', 'creators', creators);
      expect([merge.status, merge.stderr]).toEqual([1, expect.stringContaining(`${blocked(live)}\n`)]);
      expect((await run('indices', 'list')).stdout).not.toContain('merge of');
      const again = await run('indices', 'split', 'creators', '--shards', '2');
      expect([again.status, again.stdout]).toEqual([0, 'creators have 2 shards now.\n']);
      const now = await suite.live('creators');
      expect(await suite.physical('creators')).toEqual({ [now]: [suite.names.alias('creators')] });
      expect([await ids(), (await settingsOf(now))?.blocks?.write ?? null]).toEqual([ALL, null]);
      expect((await run('indices', 'list')).stdout).not.toContain('accepts no writes');
    });

    it('is named by a load with --replace, which needs nothing else', async () => {
      const live = await suite.live('creators');
      await suite.client.indices.putSettings({ index: live, settings: { 'index.blocks.write': true } });
      const { status, stderr } = await run('load', 'creators', creators, '--replace');
      expect([status, stderr]).toEqual([0, expect.stringContaining(`${blocked(live)}\n`)]);
      expect(await suite.load('creators', [creators])).toMatchObject({ summary: { rejected: 0 }, notes: [] });
    });

    it('leaves no block and no half index when it is stopped', async () => {
      const live = await suite.live('creators');
      const { child, ended } = await splitUntilMerge();
      child.kill('SIGTERM');
      expect((await ended).status).toBe(143);
      expect(await suite.physical('creators')).toEqual({ [live]: [suite.names.alias('creators')] });
      expect((await settingsOf(live))?.blocks?.write).toBeUndefined();
    });
  });
});
