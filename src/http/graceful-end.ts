import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Lets a server that is being closed end soon: without this, connections that are kept alive stay open after the answer
 * that was under way, until their client tires of them.
 * @returns what to call when the closing begins: every answer from then on is the last of its connection
 */
export function prepareGracefulEnd(server: Server): () => void {
  const underWay = new Set<ServerResponse>();
  let ending = false;
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (ending) makeLast(response);
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      if (ending) server.closeIdleConnections();
    });
  });
  return () => {
    ending = true;
    underWay.forEach(makeLast);
  };
}

function makeLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
