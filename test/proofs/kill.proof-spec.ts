import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElasticConnection } from '../../src/bin/process/elastic-connection.js';
import { connectElasticsearch } from '../../src/bin/process/connect-elasticsearch.js';
import { nodeFolder } from '../../tools/embedded-node/data-directory.js';
import type { LoadMode } from '../../src/loading/load-records.js';
import type { KillOutcome, Victim } from '../loading/kill-rounds.js';
import { KillScene } from '../loading/kill-rounds.js';
import { LoadSuite } from '../loading/load-suite.js';

const RECORDS = 200_000;
const ROUNDS = 25;

/** Shares of a load between 2 % and 98 %, the same in every run. */
function drawMoments(count: number): number[] {
  let state = 20260630;
  return Array.from({ length: count }, () => {
    state = (state * 48271) % 2147483647;
    return 0.02 + 0.96 * (state / 2147483647);
  });
}

/** A node that is started again when it dies: ended by SIGKILL here, as the kernel does when memory runs out. */
describe(`a load of ${RECORDS} records, killed at ${ROUNDS} moments`, () => {
  let connection: ElasticConnection;
  let suite: LoadSuite;
  let scene: KillScene;
  const durations = new Map<LoadMode, number>();
  const outcomes: KillOutcome[] = [];

  beforeAll(async () => {
    const dataDir = await nodeFolder(join('.cache', 'kill-proof'));
    await rm(dataDir, { recursive: true, force: true });
    connection = await connectElasticsearch(
      { kind: 'embedded', port: 0, heap: '1g', dataDir },
      { node: 'own', environment: process.env, onProgress: () => undefined },
    );
    suite = await LoadSuite.start('kill-proof', connection.url, connection.url);
    scene = new KillScene(suite, () => connection.url, RECORDS);
    for (const mode of ['replace', 'merge'] as const) durations.set(mode, await scene.measure(mode));
  });

  afterAll(async () => {
    console.log(report(outcomes, durations));
    await suite.close();
    await connection.close();
  });

  const killNode = async (): Promise<void> => {
    const { nodes } = await suite.client.nodes.info({ metric: 'process' });
    for (const { process: server } of Object.values(nodes)) process.kill(server?.id ?? 0, 'SIGKILL');
  };

  const rounds = drawMoments(ROUNDS).map((at, index) => {
    const mode: LoadMode = index % 2 === 0 ? 'replace' : 'merge';
    const victim: Victim = index % 4 < 2 ? 'loader' : 'node';
    return { number: index + 1, mode, victim, at };
  });

  it.each(rounds)('round $number: $mode, the $victim at $at of it', async ({ mode, victim, at }) => {
    outcomes.push(await scene.play({ mode, victim, at }, durations.get(mode) ?? 0, killNode));
  });
});

function report(outcomes: readonly KillOutcome[], durations: ReadonlyMap<LoadMode, number>): string {
  const seconds = [...durations].map(([mode, ms]) => `${mode} ${(ms / 1000).toFixed(1)} s`).join(', ');
  const rows = outcomes.map(
    ({ mode, victim, at, hit, newRecords, brokenOff }) =>
      `| ${mode} | ${victim} | ${(at * 100).toFixed(0)} % | ${hit ? 'yes' : 'no, it had ended'} | ${newRecords.toLocaleString('en-US')} | ${brokenOff ? 'it started over' : 'nothing was left broken off'} |`,
  );
  return [
    `Undisturbed: ${seconds}.`,
    '| Mode | Killed | At | Under way | New records visible afterwards | The next run |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
