import { writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedNode, type EmbeddedNodeOptions, waitForEnd, waitForNode } from './embedded-node.js';
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
    await expect(EmbeddedNode.start({ ...server, patience: 4 })).rejects.toThrow(/^Elasticsearch did not start\./);
    const tookMs = Date.now() - begun;
    expect(tookMs).toBeGreaterThan(6_500);
    expect(tookMs).toBeLessThan(40_000);
  });

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
  });

  it('that is ending is waited for until it has ended', async () => {
    const told = join(folder, 'told');
    const answering = `const [, port] = /http.port: (\\d+)/.exec(require("fs").readFileSync(process.env.ES_PATH_CONF + "/elasticsearch.yml", "utf8"));
      require("http").createServer((_, answer) => answer.end("{}")).listen(port, "127.0.0.1");
      process.on("SIGTERM", () => setInterval(() => require("fs").existsSync("${told}") && process.exit(), 20));`;
    const ending = new AbortController();
    const server = await serverThat(`exec "${process.execPath}" -e '${answering}' -- "$@"`);
    const node = await EmbeddedNode.start({ ...server, signal: ending.signal });
    const texts: string[] = [];
    const onProgress = (text: string): void => {
      texts.push(text);
      writeFileSync(told, text);
    };
    const waiting = { dataDir: server.dataDir, onProgress };
    await waitForEnd(waiting);
    expect(texts).toEqual([]);
    ending.abort();
    while ((await readState(server.dataDir))?.isEnding !== true) await sleep(5);
    const stopped = node.stop();
    await waitForEnd(waiting);
    expect(texts[0]).toBe(`waiting for the node that process ${process.pid} stops`);
    await stopped;
    const second = await EmbeddedNode.start(server);
    await second.stop();
  });

  it('is waited for by other processes until it answers; they are told for whom they wait', async () => {
    const told = join(folder, 'told');
    const answering = `const [, port] = /http.port: (\\d+)/.exec(require("fs").readFileSync(process.env.ES_PATH_CONF + "/elasticsearch.yml", "utf8"));
      setInterval(function look() {
        if (!require("fs").existsSync("${told}")) return;
        clearInterval(this);
        require("http").createServer((_, answer) => answer.end("{}")).listen(port, "127.0.0.1");
      }, 20);`;
    const server = await serverThat(`exec "${process.execPath}" -e '${answering}' -- "$@"`);
    const { dataDir } = server;
    const texts: string[] = [];
    const onProgress = (text: string): void => {
      texts.push(text);
      writeFileSync(told, text);
    };
    const waiting = { dataDir, onProgress };
    expect(await waitForNode(waiting)).toBeUndefined();
    const starting = EmbeddedNode.start(server);
    while ((await readState(dataDir)) === undefined) await sleep(5);
    const url = await waitForNode(waiting);
    const node = await starting;
    expect(url).toBe(node.url);
    expect(new Set(texts)).toEqual(new Set([`waiting for the node that process ${process.pid} starts`]));
    texts.length = 0;
    expect(await waitForNode(waiting)).toBe(node.url);
    expect(texts).toEqual([]);
    const ending = node.stop();
    expect(await waitForNode(waiting).then(() => ending)).toBeUndefined();
    expect(await waitForNode(waiting)).toBeUndefined();
  });

  it('is not waited for by other processes when it ends or makes no progress', async () => {
    const ending = new AbortController();
    const server = { ...(await serverThat('sleep 300')), signal: ending.signal };
    const waiting = { dataDir: server.dataDir, onProgress: (): void => undefined };
    const starting = EmbeddedNode.start(server);
    while ((await readState(server.dataDir)) === undefined) await sleep(5);
    await expect(waitForNode({ ...waiting, patience: 1 })).rejects.toThrow(/^Elasticsearch did not start\./);
    const waited = waitForNode(waiting);
    ending.abort();
    await expect(starting).rejects.toThrow('aborted');
    expect(await waited).toBeUndefined();
  });
});
