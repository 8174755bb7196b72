import { type IncomingHttpHeaders, request } from 'node:http';

/** An answer as it came: packed where it was. */
export interface RawAnswer {
  readonly status: number;
  readonly head: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Asks as it is written: `fetch` would add headers and unpack the body. */
export const askRaw = (
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
  body?: string,
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, head: response.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.on('error', reject).end(body);
  });
