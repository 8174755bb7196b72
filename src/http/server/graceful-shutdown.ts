import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The end of a server in two steps: once it has begun the service says that it is not ready, and every answer is the last
 * of its connection; then the server is closed. Without it, connections that are kept alive stay open after the answer
 * that was under way, until their client tires of them.
 */
export class GracefulShutdown {
  /** An array, as of all that comes and goes with each request: see docs/adr/0020-one-plain-read-path.md. */
  private readonly openResponses: ServerResponse[] = [];
  private begun = false;

  /** Whether the service is about to end. */
  get hasBegun(): boolean {
    return this.begun;
  }

  /** Watches the requests of a server from now on. */
  watch(server: Server): void {
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      if (this.begun) makeLast(response);
      this.openResponses.push(response);
      response.once('close', () => {
        this.openResponses.splice(this.openResponses.indexOf(response), 1);
        if (this.begun) server.closeIdleConnections();
      });
    });
  }

  begin(): void {
    this.begun = true;
    this.openResponses.forEach(makeLast);
  }

  /**
   * Resolves once whoever watches the requests has been told of the end of each: a server counts as closed before it
   * tells that of those whose client has gone.
   */
  async responsesClosed(): Promise<void> {
    await Promise.all(this.openResponses.map((response) => once(response, 'close')));
    await nextTurn();
  }
}

function makeLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
