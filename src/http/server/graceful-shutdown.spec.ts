import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { GracefulShutdown } from './graceful-shutdown.js';

describe('the end of a server', () => {
  let server: Server;
  let end: GracefulShutdown;
  const heard: string[] = [];
  beforeEach(async () => {
    heard.length = 0;
    const openResponses: ServerResponse[] = [];
    server = createServer((_, response: ServerResponse) => {
      openResponses.push(response);
      response.once('close', () => heard.push('end of the request'));
      server.emit('arrived');
    });
    const config = { requestTimeoutMs: 1000, shutdownDelayMs: 0 };
    end = new GracefulShutdown(config, { httpAdapter: { getHttpServer: () => server } }, { openResponses });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  it('comes after that of a request whose client left while the server was closing', async () => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const arrived = once(server, 'arrived');
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await arrived;
    await end.onModuleDestroy();
    client.destroy();
    await new Promise((resolve) => server.close(resolve));
    heard.push('server closed');
    await end.onApplicationShutdown();
    expect(heard).toEqual(['server closed', 'end of the request']);
  });
});
