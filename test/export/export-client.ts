import { type IncomingMessage, request } from 'node:http';
import type { TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';

/** What came of an export: its bytes as far as they came, and their text. */
export interface Exported {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
  readonly text: string;
  /** Whether the answer ended as HTTP has it. */
  readonly isWhole: boolean;
}

export interface ExportSource {
  readonly url: string;
  readonly token: string;
}

/** An export whose body has not been read. */
export async function beginExport(
  { url, token }: ExportSource,
  path: string,
  body: object = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(`${url}${path}`, {
      method: 'POST',
      agent: false,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    })
      .once('response', resolve)
      .once('error', reject)
      .end(JSON.stringify(body));
  });
}

/** Reads an answer to its end, however that comes. */
export async function readExport(answer: IncomingMessage): Promise<Exported> {
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  const isWhole = await new Promise<boolean>((resolve) => {
    answer.once('close', () => resolve(answer.complete));
    answer.on('error', () => undefined);
  });
  const { statusCode: status = 0, headers } = answer;
  const bytes = Buffer.concat(chunks);
  return { status, headers, bytes, text: bytes.toString(), isWhole };
}

export const exportAll = async (source: ExportSource, path: string, body: object = {}): Promise<Exported> =>
  readExport(await beginExport(source, path, body));

export const recordsIn = <Row = Record<string, unknown>>({ text }: Pick<Exported, 'text'>): Row[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);

/** How many points in time Elasticsearch keeps for the exports of a service. */
export async function openContexts({ elasticsearch, config }: TestApp): Promise<number> {
  const { _all } = await elasticsearch.indices.stats({ index: `${config.indexPrefix}*`, metric: 'search' });
  return _all.total?.search?.open_contexts ?? NaN;
}

export const contextsClosed = (service: TestApp) =>
  eventually('closed points in time', async () => (await openContexts(service)) === 0);
