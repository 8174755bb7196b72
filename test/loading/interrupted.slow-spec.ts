import { ensureIndices } from '../../src/elastic/indices/ensure-indices.js';
import { publishIndexBuild } from '../../src/loading/index-builds/index-build.js';
import { replaceAll } from '../../dev/seed/seed-cluster.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { loadSuite } from './load-suite.js';

const CREATORS = Array.from({ length: 40 }, (_, index) => ({ uid: `${index}` }));
const ALL = CREATORS.map(({ uid }) => uid).sort();

describe('interrupted work', () => {
  const proxy = new FaultProxy();
  const suite = loadSuite('interrupted', proxy);
  let creators: string;
  beforeAll(() => {
    creators = suite.records('creators.ndjson', CREATORS);
  });
  beforeEach(async () => {
    await ensureIndices(suite.client, suite.names);
    await suite.load('creators', [creators], { mode: 'replace', keep: 0, shards: 1 });
    proxy.met = 0;
  });
  afterEach(() => proxy.heal());

  const ids = async (): Promise<string[]> => [...(await suite.contents('creators')).keys()].sort();

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
        return /[?&]filter_path=[^&]*aliases/.test(path);
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
        onceFilled: {},
      } as const;
      const { signal } = new AbortController();
      const locks = { work: 'test', signal, takenOverFrom: [], confirm: () => Promise.resolve() };
      const target = { client: suite.client, names: suite.names, retryOptions: { giveUpAfterMs: 0 }, locks };
      const late = await publishIndexBuild(target, build).catch(String);
      proxy.heal();
      await proxy.down();
      await proxy.up();
      expect(await ended).toBe('Stopped by a test.');
      expect(late).toMatch('aliases_not_found_exception');
      expect(await suite.live('creators')).toBe(before);
    });
  });
});
