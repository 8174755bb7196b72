import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { errors } from '@elastic/elasticsearch';
import { createElasticClient, requestOptions } from './elastic-client.js';

describe('the bounds of requests that share a signal', () => {
  const stop = new AbortController();
  const unanswered: ServerResponse[] = [];
  const server = createServer((request, response) => {
    request.resume();
    unanswered.push(response);
    server.emit('taken');
  });
  let client: ReturnType<typeof createElasticClient>;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    client = createElasticClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
  afterAll(async () => {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('end only the late one', async () => {
    const taken = once(server, 'taken');
    const patient = client.count({ index: 'patient' }, requestOptions(60_000, stop.signal));
    await taken;
    await expect(client.count({ index: 'late' }, requestOptions(50, stop.signal))).rejects.toBeInstanceOf(
      errors.TimeoutError,
    );
    const headers = { 'Content-Type': 'application/json', 'X-Elastic-Product': 'Elasticsearch' };
    unanswered[0]?.writeHead(200, headers).end('{"count":7}');
    await expect(patient).resolves.toMatchObject({ count: 7 });
  });

  it('end all of them when the signal is aborted', async () => {
    const both = ['one', 'other'].map((index) => client.count({ index }, requestOptions(60_000, stop.signal)));
    const ended = Promise.allSettled(both);
    stop.abort();
    for (const outcome of await ended) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(errors.RequestAbortedError) as unknown });
    }
  });
});
