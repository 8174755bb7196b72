import { elasticsearchUrl } from '../support/app.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { KillScene } from './kill-rounds.js';
import { LoadSuite } from './load-suite.js';

/** Two in flight, of 2,000 records each: at least one is stored when the third is sent, and two are yet to come. */
const RECORDS = 10_000;
const BATCHES = 2;

/** The short form of `npm run proof -- kill`. */
describe('a load that is killed', () => {
  let suite: LoadSuite;
  let proxy: FaultProxy;
  let scene: KillScene;
  beforeAll(async () => {
    suite = await LoadSuite.start('load-kill');
    proxy = await FaultProxy.start(elasticsearchUrl());
    scene = new KillScene(suite, proxy, RECORDS);
  });
  afterAll(async () => {
    await proxy.down();
    await suite.close();
  });

  /** To a loader a killed node is one that cuts its connections and is back some time later. */
  const killNode = async (): Promise<void> => {
    await proxy.down();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await proxy.up();
  };

  it.each([
    ['replace', 'loader'],
    ['merge', 'loader'],
    ['update', 'loader'],
    ['replace', 'node'],
    ['merge', 'node'],
  ] as const)(
    'leaves whole records of one generation, and ends with exactly the expected ones when run again: %s, %s',
    async (mode, victim) => {
      const { rerun } = await scene.play({ mode, victim, batches: BATCHES }, killNode);
      if (victim === 'loader') expect(rerun).toMatch(/was interrupted/);
    },
    300_000,
  );
});
