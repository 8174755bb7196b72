import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildService, ServiceProcess } from '../ops/service-process.js';
import { ApiClient } from '../support/api-client.js';
import type { TestApp } from '../support/app.js';
import { elasticsearchUrl, startTestApp } from '../support/app.js';
import { expectError } from '../support/envelope.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { parseMetrics, sumOf } from '../support/metrics.js';
import { ProbeController } from '../support/probe.controller.js';

const SEARCH = '/live/v1/search';

describe('connections that only cost', () => {
  const IDLE = 10_000;
  const DRIPPING = 300;
  /** When a connection that has sent no whole head is closed, and some time for so many of them. */
  const CLOSED_WITHIN_MS = 10_000 + 10_000;

  let base: TestApp;
  let folder: string;
  let service: ServiceProcess;
  let url: string;
  let api: ApiClient;
  const sockets = new Set<Socket>();

  beforeAll(async () => {
    await buildService();
    base = await startTestApp({ name: 'connections' });
    folder = await mkdtemp(join(tmpdir(), 'connections-'));
    service = ServiceProcess.launch(folder, 0, {
      ELASTICSEARCH_URL: elasticsearchUrl(),
      INDEX_PREFIX: base.config.indexPrefix,
    });
    url = await service.url();
    api = new ApiClient(url, base.token);
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    service?.signal('SIGTERM');
    await service?.end();
    await base?.close();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  const residentMiB = async (): Promise<number> => {
    const text = await (await api.fetch('/metrics')).text();
    return (sumOf(parseMetrics(text), 'process_resident_memory_bytes') ?? NaN) / 2 ** 20;
  };

  /** Opens a connection; false when it is refused. */
  const open = (port: number): Promise<Socket | undefined> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket));
      sockets.add(socket);
      socket
        .resume()
        .on('error', () => resolve(undefined))
        .on('close', () => sockets.delete(socket));
    });

  it(`keep nobody else waiting, cost little and are closed: ${IDLE} idle ones, ${DRIPPING} that send a header at a time`, async () => {
    for (let request = 0; request < 20; request++) expect((await api.post(SEARCH)).status).toBe(200);
    const before = await residentMiB();
    const port = Number(new URL(url).port);
    let opened = 0;
    while (opened < IDLE)
      opened += (await Promise.all(Array.from({ length: 500 }, () => open(port)))).filter(Boolean).length;
    for (let dripping = 0; dripping < DRIPPING; dripping++) {
      const socket = await open(port);
      socket?.write(`POST ${SEARCH} HTTP/1.1\r\nHost: x\r\n`);
    }
    const openedAt = performance.now();
    const drip = setInterval(
      () => sockets.forEach((socket) => socket.bytesWritten > 0 && socket.write('X: y\r\n')),
      500,
    );
    try {
      expect(sockets.size).toBeGreaterThan(IDLE * 0.9);
      const took: number[] = [];
      for (let request = 0; request < 20; request++) {
        const askedAt = performance.now();
        expect((await api.post(SEARCH)).status).toBe(200);
        took.push(performance.now() - askedAt);
      }
      expect(Math.max(...took)).toBeLessThan(1000);
      expect((await residentMiB()) - before).toBeLessThan(250);
      while (sockets.size > 0 && performance.now() - openedAt < CLOSED_WITHIN_MS) await sleep(100);
      expect(sockets.size).toBe(0);
      expect((await api.post(SEARCH)).status).toBe(200);
    } finally {
      clearInterval(drip);
    }
  });
});

describe('tokens', () => {
  let proxy: FaultProxy;
  let service: TestApp;
  const asked: string[] = [];
  beforeAll(async () => {
    proxy = await FaultProxy.start(elasticsearchUrl());
    proxy.only = (path) => {
      asked.push(path);
      return false;
    };
    service = await startTestApp({
      name: 'secrets',
      controllers: [ProbeController],
      serviceElasticsearchUrl: proxy.url,
      config: { logLevel: 'trace', slowRequestMs: 1, trustedProxies: ['loopback'] },
    });
  });
  afterAll(async () => {
    await service?.close();
    await proxy?.down();
  });

  it('are never in logs, errors, headers, metrics or addresses', async () => {
    const wrong = 'a-token-that-does-not-work-0123456789';
    const texts: string[] = [];
    const note = async (response: Response): Promise<number> => {
      texts.push(await response.text(), JSON.stringify([...response.headers]));
      return response.status;
    };
    const ask = (path: string, token: string, body = '{}') =>
      service.api
        .fetch(path, {
          method: 'POST',
          body,
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        })
        .then(note);
    const statuses = [
      await ask(SEARCH, service.token),
      await ask(SEARCH, service.token, '{"page":0}'),
      await ask(SEARCH, service.token, '{'),
      await ask(SEARCH, wrong),
      await ask('/nowhere', service.token),
      await ask('/probe/crash', service.token),
      await ask('/probe/reject', service.token),
    ];
    expect(statuses).toEqual([200, 400, 400, 401, 404, 500, 500]);
    const inAddress = await service.api.fetch(`${SEARCH}?access_token=${service.token}`, { method: 'POST' });
    expect(await note(inAddress)).toBe(401);
    await service.api.fetch('/metrics').then(note);
    texts.push(JSON.stringify(service.log), asked.join('\n'));
    expect(service.log.some((line) => line.msg === 'slow request')).toBe(true);
    expect(asked.some((path) => path.includes('tokens/_mget'))).toBe(true);
    for (const text of texts) for (const token of [service.token, wrong]) expect(text.includes(token)).toBe(false);
  });

  it('are not told apart by time: one that is wrong in its last letter takes as long as one that is all wrong', async () => {
    const took = { near: [] as number[], far: [] as number[] };
    const guess = async (token: string, number: number): Promise<number> => {
      const headers = { 'X-Forwarded-For': `198.51.${number >> 8}.${number & 255}` };
      const askedAt = performance.now();
      const answer = await service.api.withToken(token).send(SEARCH, { text: '{}', headers });
      const milliseconds = performance.now() - askedAt;
      expectError(answer, 401, 30001);
      return milliseconds;
    };
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let number = 0; number < 100; number++) {
      const wrong = letters[number % 64] as string;
      const other = letters[(number >> 6) + 10] as string;
      const near = `${service.token.slice(0, -2)}${other}${wrong}`;
      const far = `${other}${wrong}${[...service.token.slice(2)].reverse().join('')}`;
      if (near === service.token) continue;
      const pair = [['near', near] as const, ['far', far] as const];
      for (const [kind, token] of number % 2 === 0 ? pair : pair.reverse()) {
        took[kind].push(await guess(token, number));
      }
    }
    const median = (values: number[]): number => values.sort((one, two) => one - two)[values.length >> 1] as number;
    const ratio = median(took.near) / median(took.far);
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.33);
  });
});
