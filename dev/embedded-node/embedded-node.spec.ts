import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedNode, type EmbeddedNodeOptions } from './embedded-node.js';
import { readState } from './data-directory.js';

describe('an embedded node that is starting', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'embedded-node-'));
    await chmod(folder, 0o755);
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  /** A node whose server runs a shell script. */
  async function serverThat(script: string): Promise<EmbeddedNodeOptions> {
    const serverDir = join(folder, 'server');
    await mkdir(join(serverDir, 'bin'), { recursive: true });
    await mkdir(join(serverDir, 'config'));
    await writeFile(join(serverDir, 'bin', 'elasticsearch'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const onProgress = (): void => undefined;
    return { dataDir: join(folder, 'data'), serverDir, javaHome: folder, port: 0, heap: '256m', onProgress };
  }

  it('is waited for as long as its log goes on, but not for one that only warns', async () => {
    const log = join(folder, 'data', 'logs', 'commerce-analytics-embedded.log');
    const server = await serverThat(
      `for i in 1 2 3 4 5 6; do echo "[INFO ] $i" >> ${log}; sleep 0.5; done
       for i in $(seq 300); do echo "[WARN ] $i" >> ${log}; sleep 0.2; done`,
    );
    const begun = Date.now();
    await expect(EmbeddedNode.start({ ...server, patience: 2 })).rejects.toThrow(/^Elasticsearch did not start\./);
    const tookMs = Date.now() - begun;
    expect(tookMs).toBeGreaterThan(4_500);
    expect(tookMs).toBeLessThan(15_000);
  }, 30_000);

  it('has its data folder from its first moment, while a shell prepares the Java process', async () => {
    const dataDir = join(folder, 'data');
    const ending = new AbortController();
    const options = { ...(await serverThat('sleep 300')), signal: ending.signal };
    const first = EmbeddedNode.start(options);
    while ((await readState(dataDir))?.pid === undefined) await sleep(5);
    await expect(EmbeddedNode.start(options)).rejects.toThrow(
      `The data folder ${dataDir} is in use by a running service (process ${process.pid})`,
    );
    ending.abort();
    await expect(first).rejects.toThrow('aborted');
    expect(await readState(dataDir)).toBeUndefined();
  }, 30_000);
});
