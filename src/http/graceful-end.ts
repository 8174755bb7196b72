import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * The end of a server in two steps: once it has begun the service says that it is not ready, and every answer is the last
 * of its connection; then the server is closed. Without it, connections that are kept alive stay open after the answer
 * that was under way, until their client tires of them.
 */
export class GracefulEnd {
  private readonly underWay = new Set<ServerResponse>();
  private begun = false;

  /** Whether the service is about to end. */
  get hasBegun(): boolean {
    return this.begun;
  }

  /** Watches the requests of a server from now on. */
  watch(server: Server): void {
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      if (this.begun) makeLast(response);
      this.underWay.add(response);
      response.once('close', () => {
        this.underWay.delete(response);
        if (this.begun) server.closeIdleConnections();
      });
    });
  }

  begin(): void {
    this.begun = true;
    this.underWay.forEach(makeLast);
  }
}

function makeLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
