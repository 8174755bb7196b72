import { withLocks } from '../../src/elastic/state/cluster-lock.js';
import { rollBack } from '../../src/loading/index-builds/index-history.js';
import { LoadSuite } from '../loading/load-suite.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { FaultProxy } from '../support/fault-proxy.js';

const VIDEOS = 20;
const ROUNDS = 2;

interface Page {
  readonly total: number;
  readonly list: readonly { readonly play_count: number }[];
}

/** Two services over the same indices; the first one reads the state of the data through a proxy. */
describe('pages of two services while all videos are replaced and rolled back', () => {
  /** The plays of all videos after each change, appended before the change is made. */
  const history: number[] = [];
  const proxy = new FaultProxy();
  const services: TestApp[] = [];
  let suite: LoadSuite;
  let isChanging = true;
  beforeAll(async () => {
    await proxy.up();
    suite = await LoadSuite.start('replaced-data');
    await replace(1);
    const options = { name: 'replaced-data', indices: suite.prefix };
    for (const serviceElasticsearchUrl of [proxy.url, undefined])
      services.push(await startTestApp({ ...options, serviceElasticsearchUrl }));
  });
  afterAll(async () => {
    for (const service of services) await service.close();
    await proxy.down();
    await suite?.close();
  });

  const replace = async (plays: number): Promise<void> => {
    const videos = Array.from({ length: VIDEOS }, (_, at) => ({
      video_id: `v${at}`,
      publish_time: at,
      play_count: plays,
    }));
    history.push(plays);
    await suite.load('videos', [suite.records('videos.ndjson', videos)], { mode: 'replace' });
  };

  /** Each index but the live one and the one before it is deleted, the second time while the first service can't see it. */
  const change = async (): Promise<void> => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      await replace(2 * round);
      proxy.fault = { kind: 'answer', status: 503 };
      proxy.only = (path) => path.includes('/_cluster/state') || path.includes('_mget');
      await replace(2 * round + 1);
      const target = { client: suite.client, names: suite.names, retryOptions: { giveUpAfterMs: 20_000 } };
      await withLocks(target, ['videos'], 'rollback', async (locked) => {
        history.push(2 * round);
        await rollBack(locked, 'videos');
      });
      proxy.heal();
    }
    isChanging = false;
  };

  /** Asks the services in turn until both show the last change; returns the answers that no state of the data explains. */
  const ask = async (sendsVersion: boolean): Promise<unknown[]> => {
    const faults: unknown[] = [];
    let [version, state, shown] = ['', 0, 0];
    for (let turn = 0; faults.length < 3 && (isChanging || shown < services.length); turn += 1) {
      const pagesize = 1 + (turn % 7);
      const text = JSON.stringify({ filter: { create_time_range: { min: 0 } }, pagesize });
      const sentVersion: Record<string, string> = sendsVersion ? { 'X-Data-Version': version } : {};
      const { api } = services[turn % services.length] as TestApp;
      const { status, headers, body } = await api.send<Page>('/video/v1/search', { text, headers: sentVersion });
      const isRefused = status === 503 && headers.has('Retry-After');
      const { total, list } = status === 200 ? body.data : { total: 0, list: [] };
      const [plays = 0, ...others] = new Set(list.map(({ play_count }) => play_count));
      shown = plays === history.at(-1) ? shown + 1 : 0;
      if (isRefused) continue;
      const at = history.indexOf(plays, sendsVersion ? state : 0);
      const isWhole = total === VIDEOS && list.length === pagesize && others.length === 0;
      if (!isWhole || at < 0) faults.push({ status, body, after: history[state] });
      version = headers.get('X-Data-Version') ?? '';
      state = Math.max(at, 0);
    }
    return faults;
  };

  it('are each of one state, and none is older than one before for a client that sends the version', async () => {
    const [faults, faultsOfVersions] = await Promise.all([ask(false), ask(true), change()]);
    expect([faults, faultsOfVersions]).toEqual([[], []]);
  });
});
