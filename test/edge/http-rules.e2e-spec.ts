import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type Answer, expectEnvelope, expectError } from '../support/api-client.js';
import { type TestApp, testApp } from '../support/app.js';
import { ProbeController } from '../support/probe.controller.js';
import { emptyIndices } from '../support/shared-indices.js';

const LIMIT = 64 * 1024;

describe('what HTTP can take', () => {
  const service = testApp(() => ({ name: 'http-rules', indices: emptyIndices(), controllers: [ProbeController] }));

  const echo = (text: string | Uint8Array, headers: Record<string, string> = {}) =>
    service.api.send<{ keys: string[]; values: string[] }>('/probe/echo', { text, headers });

  describe('paths and methods', () => {
    it.each([
      '/nowhere',
      '/video/v2/search',
      '/video/v1/search/',
      '/VIDEO/v1/search',
      '/video//v1/search',
      '/%',
      '/%ff',
      '/docs/nothing-there',
    ])('answers 404 / 20001 for %s', async (path) => {
      expectError(await service.api.send(path, { method: 'GET' }), 404, 20001);
    });

    it.each([
      ['/video/v1/search', 'POST', ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
      ['/probe/read', 'GET, HEAD', ['POST', 'DELETE', 'OPTIONS']],
      ['/health/live', 'GET, HEAD', ['POST']],
      ['/docs', 'GET, HEAD', ['POST']],
      ['/openapi.json', 'GET, HEAD', ['PUT']],
      ['/llms.txt', 'GET, HEAD', ['POST']],
    ])('answers 405 with Allow where %s is known and the method is not', async (path, allow, methods) => {
      for (const method of methods) {
        if (method === 'HEAD') {
          const response = await service.api.fetch(path, { method });
          expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
          continue;
        }
        const answer = await service.api.send(path, { method });
        expectError(answer, 405, 10001);
        expect(answer.headers.get('allow')).toBe(allow);
        expect(answer.body.message).toContain(method);
      }
    });

    it('takes a query string on a path it knows', async () => {
      expect((await service.api.post('/probe/echo?a=1')).status).toBe(200);
    });
  });

  describe('bodies', () => {
    it.each([
      ['no body', undefined],
      ['an empty one', ''],
    ])('counts %s as {}', async (_, text) => {
      const answer = await service.api.send('/probe/echo', text === undefined ? {} : { text });
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual({ keys: [], values: [] });
    });

    it('keeps big integers digit for digit, __proto__ as a key, and the last of equal keys', async () => {
      const answer = await echo('{"id":7301234567890123457,"__proto__":1,"page":1,"page":2}');
      expect(answer.body.data).toEqual({
        keys: ['id', '__proto__', 'page'],
        values: ['bigint 7301234567890123457', 'number 1', 'number 2'],
      });
    });

    it('takes 64 KiB and refuses one byte more, sent whole or in chunks', async () => {
      const sized = (bytes: number): string => JSON.stringify({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
      expect((await echo(sized(LIMIT))).status).toBe(200);
      expectError(await echo(sized(LIMIT + 1)), 413, 10001);
      const inChunks = async (token: string, bytes: number): Promise<number> => {
        const response = await fetch(`${service.url}/probe/echo`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
          body: new Blob([sized(bytes)]).stream(),
          duplex: 'half',
        });
        return response.status;
      };
      expect(await inChunks(service.token, LIMIT)).toBe(200);
      expect(await inChunks(service.token, LIMIT + 1)).toBe(413);
      expect(await inChunks('unknown', LIMIT)).toBe(401);
      expect(await inChunks('unknown', LIMIT + 1)).toBe(413);
    });

    it.each([
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON;charset="UTF-8"',
      'application/vnd.api+json',
    ])('takes the type %s', async (type) => {
      expect((await echo('{"a":"é"}', { 'Content-Type': type })).body.data).toEqual({
        keys: ['a'],
        values: ['string é'],
      });
    });

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'application/json; charset=utf-16',
      'json',
    ])('refuses the type %s with 415', async (type) => {
      const answer = await echo('{}', { 'Content-Type': type });
      expectError(answer, 415, 10001);
      expect(answer.body.message).toContain(type);
    });

    it('refuses a body without a type with 415', async () => {
      const response = await service.api.fetch('/probe/echo', {
        method: 'POST',
        body: new Uint8Array([123, 125]),
        headers: { Authorization: `Bearer ${service.token}` },
      });
      expect(response.status).toBe(415);
    });

    it('refuses compressed bodies, so that a small one can’t grow in memory', async () => {
      const bomb = gzipSync(Buffer.alloc(10_000_000, 32));
      expectError(await echo(bomb, { 'Content-Encoding': 'gzip' }), 415, 10001);
    });

    it.each([
      ['{"page": 1,}', 'line 1, column 12'],
      ['{\n"page" 1}', 'line 2, column 8'],
      ["{'page': 1}", 'line 1, column 2'],
      ['[1, 2', 'line 1, column 6'],
    ])('answers 400 for %j and says where', async (text, place) => {
      const answer = await echo(text);
      expectError(answer, 400, 10001);
      expect(answer.body.message).toContain(`at ${place}.`);
    });

    it('answers 400 for bytes that are not UTF-8', async () => {
      const answer = await echo(Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
      expectError(answer, 400, 10001);
      expect(answer.body.message).toContain('UTF-8');
    });

    it('bounds nesting, so that no body can exhaust the stack', async () => {
      expectError(await echo('['.repeat(60_000)), 400, 10001);
      expectError(
        await service.api.send('/video/v1/search', { text: `{"keywords":${'['.repeat(30_000)}${']'.repeat(30_000)}}` }),
        400,
        10001,
      );
    });

    it.each(['[]', '"text"', '1', 'true'])('names the body as a whole when it is %s', async (text) => {
      const answer = await service.api.send('/product/v1/search', { text });
      expectError(answer, 400, 10001, [{ path: 'body', rule: 'type' }]);
    });
  });

  describe('numbers that would lose digits', () => {
    const search = (filter: string) => service.api.send('/product/v1/search', { text: `{"filter":${filter}}` });
    const MOST = Number.MAX_SAFE_INTEGER;

    it.each([
      ['9007199254740993', 'max', MOST],
      ['9007199254740992.5', 'max', MOST],
      ['1e300', 'max', MOST],
      ['-9007199254740992', 'min', -MOST],
    ])('refuses %s in a numeric field', async (number, rule, limit) => {
      const category = await search(`{"l1_category_id":${number}}`);
      expectError(category, 400, 10001, [{ path: 'filter.l1_category_id', rule, limit }]);
      const bound = rule === 'min' ? 'min' : 'max';
      const range = await search(`{"region":"US","total_gmv_range":{"${bound}":${number}}}`);
      expectError(range, 400, 10001, [{ path: `filter.total_gmv_range.${bound}`, rule, limit }]);
    });

    it('names the number as it was sent', async () => {
      const answer = await search('{"l1_category_id":9007199254740993}');
      expect(answer.body.message).toBe(
        'filter.l1_category_id must be at most 9007199254740991, but is 9007199254740993.',
      );
      const { body } = await service.api.get('/product/v1/category?parent_id=9007199254740993');
      expect(body.message).toBe('parent_id must be at most 9007199254740991, but is 9007199254740993.');
    });

    it('takes the largest whole number, and ids digit for digit beyond it', async () => {
      expect((await search(`{"l1_category_id":${MOST},"product_id":9007199254740993}`)).status).toBe(200);
    });

    it('refuses more than 400 digits by their length', async () => {
      const of = (digits: number) => `{"product_id":-${'1'.repeat(digits)}}`;
      expectError(await search(of(400)), 400, 10001, [{ path: 'filter.product_id', rule: 'type' }]);
      for (const text of [of(401), `{"total_gmv_range":{"max":0.${'1'.repeat(400)}}}`]) {
        const answer = await search(text);
        expectError(answer, 400, 10001);
        expect(answer.body.message).toBe('The body holds a number of 401 digits; at most 400 are read.');
      }
      const inText = await search(`{"product_id":"${'1'.repeat(401)}"}`);
      expectError(inText, 400, 10001, [{ path: 'filter.product_id', rule: 'max_length' }]);
      const { status, body } = await service.api.get(`/product/v1/category?parent_id=${'1'.repeat(401)}`);
      expect([status, body.message]).toEqual([400, 'parent_id holds a number of 401 digits; at most 400 are read.']);
    });
  });

  describe('which comes first', () => {
    const stranger = () => service.api.withToken('unknown');

    /** The status that is answered to the head of a request and what comes of its body, which may be nothing. */
    const statusOf = (headers: readonly string[], body = '', first = 'POST /video/v1/search'): Promise<number> =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(service.url);
        const head = [`${first} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers].join('\r\n');
        const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\n\r\n${body}`));
        socket.once('data', (answer) => {
          socket.destroy();
          resolve(Number(answer.toString().split(' ')[1]));
        });
        socket.once('error', reject).setTimeout(60_000, () => socket.destroy(new Error('no answer')));
      });

    it('refuses too many bytes, unknown paths and other methods before it looks at the token', async () => {
      expectError(await stranger().send('/nowhere', { text: ' '.repeat(LIMIT + 1) }), 413, 10001);
      expectError(await stranger().post('/nowhere'), 404, 20001);
      expectError(await stranger().send('/video/v1/search', { method: 'PUT' }), 405, 10001);
      expectError(await stranger().send('/video/v1/search', { text: ' '.repeat(LIMIT + 1) }), 413, 10001);
      expect(await statusOf([`Content-Length: ${LIMIT + 1}`])).toBe(413);
    });

    it('looks at the token, its scopes and its limits before it reads what the bytes are', async () => {
      const plain = { text: '{', headers: { 'Content-Type': 'text/plain' } };
      expectError(await stranger().send('/video/v1/search', plain), 401, 30001);
      expectError(await service.api.send('/video/v1/search', plain), 415, 10001);
      expect(await statusOf(['Content-Length: 2', 'Content-Encoding: gzip'])).toBe(401);
      const narrow = await service.tokens.create('live-only', ['live'], null);
      const limited = await service.tokens.create('once', ['video'], null, { perMinute: 1 });
      for (const text of ['{', '['.repeat(60_000), '{"page":7301234567890123457', '{"page":0}']) {
        expectError(await stranger().send('/video/v1/search', { text }), 401, 30001);
        expectError(await service.api.withToken(narrow).send('/video/v1/search', { text }), 403, 30001);
      }
      const answers = [1, 2].map(() => service.api.withToken(limited).send('/video/v1/search', { text: '{' }));
      const [first, second] = (await Promise.all(answers)).sort((one, other) => one.status - other.status);
      expectError(first as Answer, 400, 10001);
      expectError(second as Answer, 429, 30003);
    });

    it('reads no body where no token is needed', async () => {
      expect(await statusOf(['Content-Length: 1'], '{', 'GET /health/live')).toBe(200);
    });

    it('answers 404 and 405 before it looks at the body', async () => {
      expectError(await service.api.send('/nowhere', { text: '{' }), 404, 20001);
      expectError(await service.api.send('/probe/read', { text: '{' }), 405, 10001);
    });
  });

  describe('what is hardly HTTP', () => {
    /** Sends bytes as they are; the whole answer. */
    const raw = (bytes: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(service.url);
        const socket = connect(Number(port), hostname, () => socket.write(bytes));
        let answer = '';
        socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
        socket.once('end', () => resolve(answer)).once('error', reject);
        socket.setTimeout(60_000, () => socket.destroy(new Error('no answer')));
      });

    it.each([
      ['bytes that are no HTTP', 'nonsense\r\n\r\n', 400],
      ['a header without a colon', 'POST /video/v1/search HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n', 400],
      [
        'two lengths',
        'POST /video/v1/search HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
        400,
      ],
      ['headers without end', `GET /health/live HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ])('leaves %s to Node', async (_, bytes, status) => {
      expect(await raw(bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    });

    it('is no proxy: it ends a connection that asks for CONNECT', async () => {
      expect(await raw('CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n')).toBe('');
    });

    it('carries on with an expectation it does not know', async () => {
      const request = `GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n`;
      expect(await raw(request)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    });
  });

  it('answers HEAD where GET is known, without a body', async () => {
    const response = await service.api.fetch('/probe/read', {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${service.token}` },
    });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expectEnvelope(await service.api.get('/probe/read'));
  });
});

const OURS = 'https://app.example';
const ANOTHER = 'https://elsewhere.example';

const corsHeadersOf = (headers: Headers): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

function ask(service: TestApp, origin: string): Promise<Response> {
  const headers = { Origin: origin, 'Content-Type': 'application/json', Authorization: `Bearer ${service.token}` };
  return service.api.fetch('/live/v1/search', { method: 'POST', body: '{}', headers });
}

function preflight(service: TestApp, origin: string, path = '/live/v1/search'): Promise<Response> {
  const headers = {
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'authorization,content-type',
  };
  return service.api.fetch(path, { method: 'OPTIONS', headers });
}

describe('CORS', () => {
  const closed = testApp(() => ({ name: 'cors-closed', indices: emptyIndices() }));
  const open = testApp(() => ({ name: 'cors-open', indices: emptyIndices(), config: { corsOrigins: [OURS] } }));
  const toAll = testApp(() => ({ name: 'cors-all', indices: emptyIndices(), config: { corsOrigins: ['*'] } }));

  it('is closed unless configured', async () => {
    const answer = await ask(closed, OURS);
    expect([answer.status, corsHeadersOf(answer.headers)]).toEqual([200, []]);
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    const refused = await closed.api.send('/live/v1/search', { method: 'OPTIONS', headers: { Origin: OURS } });
    expectError(refused, 405, 10001);
    expect(corsHeadersOf(refused.headers)).toEqual([]);
  });

  it('lets pages of the origins configured read answers and errors, and no other', async () => {
    const answer = await ask(open, OURS);
    expect(answer.headers.get('access-control-allow-origin')).toBe(OURS);
    const exposed = answer.headers.get('access-control-expose-headers')?.split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['Link', 'RateLimit-Remaining']));
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('vary')).toBe('Origin, Accept-Encoding');
    const missing = await open.api.fetch('/nowhere', { headers: { Origin: OURS } });
    expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([404, OURS]);
    const others = await ask(open, ANOTHER);
    expect([corsHeadersOf(others.headers), others.headers.get('vary')]).toEqual([[], 'Origin, Accept-Encoding']);
  });

  it('answers the question that browsers ask first, without a token', async () => {
    const answer = await preflight(open, OURS);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(answer.headers.get('access-control-allow-origin')).toBe(OURS);
    expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
    expect(answer.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect((await preflight(open, ANOTHER)).status).toBe(405);
  });

  it('may be open to all, without credentials', async () => {
    const answer = await ask(toAll, ANOTHER);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect((await preflight(toAll, 'null')).status).toBe(204);
  });
});
