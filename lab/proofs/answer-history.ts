import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes answers to a file, one a line, for lab/proofs/check-history.mjs. */
export class AnswerHistory {
  private readonly lines;

  constructor(readonly file: string) {
    mkdirSync(dirname(file), { recursive: true });
    this.lines = createWriteStream(file);
  }

  /** A `fetch` that writes what it is answered. The client has one request at a time if it sends versions. */
  readonly fetchAs =
    (client: string) =>
    async (url: string, init: RequestInit): Promise<Response> => {
      const response = await fetch(url, init);
      const text = await response.clone().text();
      const answer = {
        client,
        path: new URL(url).pathname,
        body: init.body,
        sent: new Headers(init.headers).get('X-Data-Version'),
        answered: response.headers.get('X-Data-Version'),
        status: response.status,
        changed: response.headers.has('X-Data-Changed'),
        hash: response.status === 200 ? hashOfData(text) : null,
      };
      this.lines.write(`${JSON.stringify(answer)}\n`);
      return response;
    };

  close(): Promise<void> {
    return new Promise((resolve) => this.lines.end(resolve));
  }
}

const hashOfData = (text: string): string =>
  createHash('sha256')
    .update(JSON.stringify((JSON.parse(text) as { data: unknown }).data))
    .digest('hex')
    .slice(0, 16);
