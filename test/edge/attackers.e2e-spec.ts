import { elasticsearchUrl, startTestApp, type TestApp } from '../support/app.js';
import { expectError } from '../support/envelope.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { ProbeController } from '../support/probe.controller.js';
import { emptyIndices } from '../support/shared-indices.js';

const SEARCH = '/live/v1/search';

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
      indices: emptyIndices(),
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
