import request from 'supertest';
import type { ErrorFault } from '../../src/http/answer/field-error.js';
import type { Envelope } from '../../src/http/answer/envelope.interceptor.js';
import { undocumentedIn, undocumentedInHead } from './open-api.js';

export interface Answer<Data = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** Only live search has `msg`. */
  readonly body: Envelope<Data> & { readonly msg?: string };
}

export interface ErrorData {
  readonly errors: ErrorFault[];
}

interface SendOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string | Uint8Array;
}

/** Speaks to a running service with one token; tests state only what differs from an ordinary request. */
export class ApiClient {
  constructor(
    private readonly url: string,
    private readonly token?: string,
  ) {}

  withToken(token?: string): ApiClient {
    return new ApiClient(this.url, token);
  }

  /** POST with a JSON body; the data is taken to be of the type asked for. */
  post<Data>(path: string, body: unknown = {}): Promise<Answer<Data>> {
    return this.send<Data>(path, { text: JSON.stringify(body) });
  }

  /** The data of a success; any other answer fails the test, with the question. */
  async ask<Data>(path: string, body: unknown = {}): Promise<Data> {
    const answer = await this.post<Data>(path, body);
    const { message, data } = answer.body;
    expect({ path, body, status: answer.status, message }).toEqual({ path, body, status: 200, message: '' });
    expectEnvelope(answer, { live: path === '/live/v1/search' });
    return data;
  }

  get<Data>(path: string): Promise<Answer<Data>> {
    return this.send<Data>(path, { method: 'GET' });
  }

  /**
   * Anything else. Whatever comes must be JSON, and be what the OpenAPI document says of it; of the records of an export
   * only the head is looked at, and the body is what they are in the place of the envelope.
   */
  async send<Data = ErrorData>(
    path: string,
    { method = 'POST', headers = {}, text }: SendOptions,
  ): Promise<Answer<Data>> {
    const sent = request(this.url)
      [methodOf(method)](path)
      .set({
        ...(text !== undefined && { 'Content-Type': 'application/json' }),
        ...(this.token !== undefined && { Authorization: `Bearer ${this.token}` }),
        ...headers,
      });
    // Bytes are sent as they are, not as JSON of them.
    const asIs = (bytes: unknown): string => bytes as string;
    const bytes = typeof text === 'string' ? text : text && Buffer.from(text);
    const response = await (bytes === undefined ? sent : sent.serialize(asIs).send(bytes));
    const head = new Headers(response.headers);
    const isStream = response.status === 200 && path.endsWith('/export');
    const body = (isStream ? response.text : JSON.parse(response.text)) as Envelope<Data>;
    const undocumented = [
      ...(isStream ? [] : undocumentedIn(method, path, response.status, body, choosesFields(text))),
      ...undocumentedInHead(method, path, response.status, head),
    ];
    if (undocumented.length > 0) {
      throw new Error(`${method} ${path} is not as documented:\n${undocumented.slice(0, 10).join('\n')}`);
    }
    return { status: response.status, headers: head, body };
  }

  /** A request with nothing added, whose answer may be no JSON. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, init);
  }
}

/** Whether a request asks for some fields of the rows, which then lack the others (the rule `fields` of the document). */
export function choosesFields(text: SendOptions['text']): boolean {
  try {
    const { fields } = JSON.parse(String(text)) as { fields?: unknown };
    return Array.isArray(fields) && fields.length > 0;
  } catch {
    return false;
  }
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options' | 'head';

const methodOf = (method: string): Method => method.toLowerCase() as Method;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Checks that an answer is the envelope, nothing more and nothing less (docs/api.md, "Envelope"). */
export function expectEnvelope(
  answer: Answer,
  { live = false, requestId = UUID }: { live?: boolean; requestId?: RegExp } = {},
): void {
  const { headers, body } = answer;
  const keys = ['code', 'data', 'message', 'timestamp', 'request_id', ...(live ? ['msg'] : [])];
  expect(Object.keys(body).sort()).toEqual(keys.sort());
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(body.request_id).toMatch(requestId);
  expect(headers.get('x-request-id')).toBe(body.request_id);
  expect(Number.isInteger(body.timestamp)).toBe(true);
  expect(Math.abs(body.timestamp - Date.now() / 1000)).toBeLessThan(60);
}

/** Checks that an answer is an error in the envelope: status, code, a sentence, and the faults named, which may be none. */
export function expectError(answer: Answer, status: number, code: number, faults: readonly object[] = []): void {
  expectEnvelope(answer, { live: 'msg' in answer.body });
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
  expect(answer.body.message).toMatch(/\S{2,}/);
  if (answer.body.msg !== undefined) expect(answer.body.msg).toBe(answer.body.message);
  expect(Object.keys(answer.body.data as ErrorData)).toEqual(['errors']);
  expect((answer.body.data as ErrorData).errors).toEqual(
    faults.map((fault) => expect.objectContaining(fault) as unknown),
  );
}
