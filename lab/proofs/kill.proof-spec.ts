import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunningNode, startNode } from '../../dev/embedded-node/start-node.js';
import { nodeFolder } from '../../dev/embedded-node/data-directory.js';
import type { LoadMode } from '../../src/loading/load-item.js';
import { LoadSuite } from '../../test/loading/load-suite.js';
import { FaultProxy } from '../../test/support/fault-proxy.js';
import { type KillOutcome, KillScene, type Victim } from './kill-rounds.js';

const RECORDS = 200_000;
const ROUNDS = 25;

/** How many batches of 2,000 a load is of. */
const BATCHES = 100;

/** Batches between 2 and 98, the same in every run. */
function drawPlaces(count: number): number[] {
  let state = 20260630;
  return Array.from({ length: count }, () => {
    state = (state * 48271) % 2147483647;
    return 2 + Math.floor(97 * (state / 2147483647));
  });
}

/** A node that is started again when it dies: ended by SIGKILL here, as the kernel does when memory runs out. */
describe(`a load of ${RECORDS} records, killed at ${ROUNDS} places`, () => {
  let connection: RunningNode;
  let suite: LoadSuite;
  let proxy: FaultProxy;
  let scene: KillScene;
  const outcomes: KillOutcome[] = [];

  beforeAll(async () => {
    const dataDir = await nodeFolder(join('.cache', 'kill-proof'));
    await rm(dataDir, { recursive: true, force: true });
    connection = await startNode(
      { port: 0, heap: '1g', dataDir },
      { environment: process.env, onProgress: () => undefined },
    );
    suite = await LoadSuite.start('kill-proof', connection.url, connection.url);
    proxy = await FaultProxy.start(connection.url);
    scene = new KillScene(suite, proxy, RECORDS);
  });

  afterAll(async () => {
    console.log(report(outcomes));
    await suite.close();
    await proxy.down();
    await connection.close();
  });

  const killNode = async (): Promise<void> => {
    const { nodes } = await suite.client.nodes.info({ metric: 'process' });
    for (const { process: server } of Object.values(nodes)) process.kill(server?.id ?? 0, 'SIGKILL');
    await proxy.down();
    await proxy.up();
  };

  const rounds = drawPlaces(ROUNDS).map((batches, index) => {
    const mode: LoadMode = index % 2 === 0 ? 'replace' : 'merge';
    const victim: Victim = index % 4 < 2 ? 'loader' : 'node';
    return { number: index + 1, mode, victim, batches };
  });

  it.each(rounds)('round $number: $mode, the $victim after $batches batches', async ({ mode, victim, batches }) => {
    outcomes.push(await scene.play({ mode, victim, batches }, killNode));
  });
});

function report(outcomes: readonly KillOutcome[]): string {
  const rows = outcomes.map(
    ({ mode, victim, batches, newRecords, interrupted }) =>
      `| ${mode} | ${victim} | ${batches} of ${BATCHES} | ${newRecords.toLocaleString('en-US')} | ${interrupted ? 'it started over' : 'nothing was interrupted'} |`,
  );
  return [
    '| Mode | Killed | After batches | New records visible afterwards | The next run |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
