import { elasticsearchUrl } from '../support/app.js';
import { FaultProxy } from '../support/fault-proxy.js';
import type { KillOutcome } from './kill-rounds.js';
import { KillScene } from './kill-rounds.js';
import { LoadSuite } from './load-suite.js';

/** How far into a load it is struck: the next share is tried when the load, on a busy machine, was not under way there. */
const SHARES = [0.5, 0.35, 0.65, 0.2, 0.8];

/** Whether the load was in the middle of its work, as the run after it has noticed when it was the loader that ended. */
const struck = ({ hit, victim, rerun }: KillOutcome): boolean =>
  hit && (victim === 'node' || /was broken off/.test(rerun));

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
    ['replace', 'node'],
    ['merge', 'node'],
  ] as const)(
    'leaves whole records of one generation, and ends with exactly the expected ones when run again: %s, %s',
    async (mode, victim) => {
      const outcomes: KillOutcome[] = [];
      for (const at of SHARES) {
        outcomes.push(await scene.play({ mode, victim, at }, durationMs, killNode));
        if (outcomes.some(struck)) break;
      }
      expect(outcomes.filter(struck)).toHaveLength(1);
    },
    300_000,
  );
});
