import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';
import { expressMessageClasses } from './express-message-classes.js';

it('requests and responses have the prototypes of Express before it has seen them, and keep them', async () => {
  const app = new ExpressAdapter().getInstance<Express>();
  const classes = expressMessageClasses(app);
  const seen: boolean[] = [];
  const server = createServer(classes, (request, response) => {
    const before = [Object.getPrototypeOf(request), Object.getPrototypeOf(response)] as unknown[];
    seen.push(before[0] === app.request, before[1] === app.response);
    app(request, response);
    seen.push(Object.getPrototypeOf(request) === before[0], Object.getPrototypeOf(response) === before[1]);
  }).listen(0, '127.0.0.1');
  app.get('/answer', (request, response) => response.json({ path: request.path, own: request.app === app }));
  try {
    await once(server, 'listening');
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/answer`);
    expect(await answer.json()).toEqual({ path: '/answer', own: true });
    expect(seen).toEqual([true, true, true, true]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
