import { createServer, get, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { FaultProxy } from './fault-proxy.js';

describe('a proxy before Elasticsearch', () => {
  const seen: IncomingHttpHeaders[] = [];
  const target = createServer(({ headers }, response) => {
    seen.push(headers);
    response.end();
  });
  let proxy: FaultProxy;
  beforeAll(async () => {
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    proxy = await FaultProxy.start(`http://127.0.0.1:${(target.address() as AddressInfo).port}`);
  });
  afterAll(async () => {
    await proxy.down();
    target.closeAllConnections();
    await new Promise((resolve) => target.close(resolve));
  });

  it('passes a request on without what it says of its connection', async () => {
    await once(get(proxy.url, { headers: { connection: 'close', 'x-opaque-id': 'seven' } }), 'response');
    expect(seen).toMatchObject([{ connection: 'keep-alive', 'x-opaque-id': 'seven' }]);
  });
});
