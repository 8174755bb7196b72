import { elasticsearchUrl } from '../support/app.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { KillScene } from './kill-rounds.js';
import { LoadSuite } from './load-suite.js';

/** The short form of `npm run proof -- kill`. */
describe('a load that is killed', () => {
  let suite: LoadSuite;
  let proxy: FaultProxy;
  let scene: KillScene;
  let durationMs: number;
  beforeAll(async () => {
    suite = await LoadSuite.start('load-kill');
    proxy = await FaultProxy.start(elasticsearchUrl());
    scene = new KillScene(suite, () => proxy.url, 10_000);
    durationMs = await scene.measure('replace');
  }, 90_000);
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
    ['replace', 'node'],
    ['merge', 'node'],
  ] as const)(
    'leaves whole records of one generation, and ends with exactly the expected ones when run again: %s, %s',
    async (mode, victim) => {
      const outcome = await scene.play({ mode, victim, at: 0.5 }, durationMs, killNode);
      expect(outcome.hit).toBe(true);
      if (victim === 'loader') expect(outcome.rerun).toMatch(/was broken off/);
    },
    90_000,
  );
});
