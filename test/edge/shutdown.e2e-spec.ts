import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { startTestApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { ProbeController } from '../support/probe.controller.js';
import { emptyIndices } from '../support/shared-indices.js';

const DEADLINE_MS = 1500;
/** After it, connections are cut: what ends long before has not waited for that. */
const LONG_DEADLINE_MS = 60_000;
/** The server gives up a body that is not whole 20 s after its connection. */
const BODY_GIVEN_UP_MS = 20_000;

describe('closing the service', () => {
  let service: TestApp;
  const start = async (requestTimeoutMs: number): Promise<void> => {
    service = await startTestApp({
      name: 'shutdown',
      indices: emptyIndices(),
      controllers: [ProbeController],
      config: { requestTimeoutMs },
    });
  };
  afterEach(() => service?.close());

  it('finishes the requests under way, takes no new connection, and leaves none open', async () => {
    await start(LONG_DEADLINE_MS);
    await service.api.post('/probe/slow', { ms: 1 });
    const calls = ProbeController.slowCalls;
    const underWay = [1, 2, 3].map(() => service.api.post('/probe/slow', { ms: 600 }));
    await eventually('the requests', () => ProbeController.slowCalls === calls + 3);
    const startedAt = performance.now();
    const closed = service.closeService();
    const isRefused = (): Promise<boolean> =>
      fetch(`${service.url}/health/live`).then(
        () => false,
        () => true,
      );
    await eventually('the closed port', isRefused);
    await expect(fetch(`${service.url}/health/live`)).rejects.toThrow('fetch failed');
    expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual([200, 200, 200]);
    await closed;
    expect(performance.now() - startedAt).toBeLessThan(LONG_DEADLINE_MS / 2);
  });

  it('does not wait for connections that are kept alive and idle', async () => {
    await start(LONG_DEADLINE_MS);
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((resolve, reject) => {
      request(`${service.url}/health/live`, { agent }, (response) => response.resume().once('end', resolve))
        .once('error', reject)
        .end();
    });
    const startedAt = performance.now();
    await service.closeService();
    expect(performance.now() - startedAt).toBeLessThan(LONG_DEADLINE_MS / 2);
    agent.destroy();
  });

  it.each(['with', 'without'])(
    'cuts a client %s a token that never ends its request, a second after the deadline',
    async (kind) => {
      await start(DEADLINE_MS);
      const headers = { 'Content-Length': 100, 'Content-Type': 'application/json' };
      const unfinished = request(`${service.url}/live/v1/search`, {
        method: 'POST',
        headers: { ...headers, ...(kind === 'with' && { Authorization: `Bearer ${service.token}` }) },
      });
      unfinished.on('error', () => undefined);
      const cut = once(unfinished, 'close');
      const arrived = once(service.app.getHttpServer(), 'request');
      const sentAt = performance.now();
      unfinished.write('{');
      await arrived;
      await service.closeService();
      expect(performance.now() - sentAt).toBeLessThan(BODY_GIVEN_UP_MS);
      await cut;
    },
  );
});
