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

  it('has its data folder from its first moment, while a shell prepares the Java process', async () => {
    const serverDir = join(folder, 'server');
    await mkdir(join(serverDir, 'bin'), { recursive: true });
    await mkdir(join(serverDir, 'config'));
    await writeFile(join(serverDir, 'bin', 'elasticsearch'), '#!/bin/sh\nsleep 300\n', { mode: 0o755 });
    const dataDir = join(folder, 'data');
    const ending = new AbortController();
    const options: EmbeddedNodeOptions = {
      dataDir,
      serverDir,
      javaHome: folder,
      port: 0,
      heap: '256m',
      signal: ending.signal,
      onProgress: () => undefined,
    };
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
