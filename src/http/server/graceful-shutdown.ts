import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Shuts a server down in two steps: first the service reports that it is not ready and closes each connection after its
 * current answer, then the server is closed. Otherwise kept-alive connections would stay open until their clients end
 * them.
 */
export class GracefulShutdown {
  /** An array, because a Map costs more here: docs/adr/0020-one-plain-read-path.md. */
  private readonly openResponses: ServerResponse[] = [];
  hasBegun = false;

  /** Tracks the requests of a server. */
  watch(server: Server): void {
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      if (this.hasBegun) makeLast(response);
      this.openResponses.push(response);
      response.once('close', () => {
        this.openResponses.splice(this.openResponses.indexOf(response), 1);
        if (this.hasBegun) server.closeIdleConnections();
      });
    });
  }

  begin(): void {
    this.hasBegun = true;
    this.openResponses.forEach(makeLast);
  }

  /**
   * Resolves when every response is closed. A server counts as closed before the responses of disconnected clients
   * emit their end.
   */
  async responsesClosed(): Promise<void> {
    await Promise.all(this.openResponses.map((response) => once(response, 'close')));
    await nextTurn();
  }
}

function makeLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
