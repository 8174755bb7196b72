import { gunzipSync } from 'node:zlib';
import { startTestApp, testApp } from '../support/app.js';
import { OPEN_API } from '../support/open-api.js';
import { askRaw, type RawAnswer } from '../support/raw-request.js';
import { seededIndices } from '../support/shared-indices.js';

describe('compressed answers', () => {
  const service = testApp(() => ({ name: 'compression', indices: seededIndices(), config: { mcp: true } }));
  const plain = testApp(() => ({ name: 'plain', indices: seededIndices(), config: { compression: false } }));

  const ask = (
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = { 'Accept-Encoding': 'gzip' },
    { url, token } = service,
    method = body === undefined ? 'GET' : 'POST',
  ): Promise<RawAnswer> => {
    const all = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers };
    return askRaw(`${url}${path}`, all, method, body && JSON.stringify(body));
  };
  const dataOf = (text: string): unknown => (JSON.parse(text) as { data: unknown }).data;

  it('are a page of 100 products within 30 KB, new and cached, with the data of the page as it is', async () => {
    const body = { pagesize: 100, page: 2, orderby: { field: 'total_gmv' } };
    const whole = await ask('/product/v1/search', body, {});
    expect([whole.status, whole.head['content-encoding'], whole.head.vary]).toEqual([
      200,
      undefined,
      'Accept-Encoding',
    ]);
    const cached = await ask('/product/v1/search', body);
    const fresh = await ask('/product/v1/search', body, { 'Accept-Encoding': 'gzip', 'Cache-Control': 'no-store' });
    for (const { status, head, body: packed } of [cached, fresh]) {
      expect([status, head['content-encoding'], head.vary]).toEqual([200, 'gzip', 'Accept-Encoding']);
      expect(Number(head['content-length'])).toBe(packed.length);
      expect(packed.length).toBeLessThanOrEqual(30 * 1024);
      expect(dataOf(gunzipSync(packed).toString())).toEqual(dataOf(whole.body.toString()));
    }
    expect([cached.head['server-timing'], whole.body.length > 60 * 1024]).toEqual(['memory', true]);
    const ids = [cached, await ask('/product/v1/search', body)].map(
      (answer) => (JSON.parse(gunzipSync(answer.body).toString()) as { request_id: string }).request_id,
    );
    expect(new Set(ids).size).toBe(2);
  });

  it('are none where the setting is off, the answer is short or the client takes none', async () => {
    const large = { pagesize: 100 };
    for (const [path, body, headers, app] of [
      ['/product/v1/search', large, { 'Accept-Encoding': 'gzip' }, plain],
      ['/product/v1/search', large, { 'Accept-Encoding': 'identity' }, service],
      ['/product/v1/search', { keywords: 'zzzzqqq' }, { 'Accept-Encoding': 'gzip' }, service],
    ] as const) {
      const answer = await ask(path, body, headers, app);
      expect([answer.status, answer.head['content-encoding']]).toEqual([200, undefined]);
      expect(dataOf(answer.body.toString())).toBeDefined();
    }
  });

  it('have the tag of the plain one, also by HEAD and where the client has it', async () => {
    const path = '/product/v1/category';
    const whole = await ask(path, undefined, {});
    const packed = await ask(path);
    expect([packed.head['content-encoding'], packed.head.etag]).toEqual(['gzip', whole.head.etag]);
    expect(dataOf(gunzipSync(packed.body).toString())).toEqual(dataOf(whole.body.toString()));
    const head = await ask(path, undefined, { 'Accept-Encoding': 'gzip' }, service, 'HEAD');
    expect([head.status, head.head['content-encoding'], head.head.vary, head.body.length]).toEqual([
      ...[200, 'gzip', 'Accept-Encoding', 0],
    ]);
    const held = await ask(path, undefined, { 'Accept-Encoding': 'gzip', 'If-None-Match': String(whole.head.etag) });
    expect([held.status, held.head['content-encoding'], held.head.vary]).toEqual([304, undefined, 'Accept-Encoding']);
  });

  it('are the lists of tools too, and no exports', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const accept = { Accept: 'application/json, text/event-stream', 'Accept-Encoding': 'gzip' };
    const { head, body } = await ask('/mcp', list, accept);
    expect(head['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(body).toString())).toHaveProperty('result.tools');
    const exported = await ask('/product/v1/export', { limit: 50 });
    expect([exported.status, exported.head['content-encoding']]).toEqual([200, undefined]);
    expect(exported.body.toString().trim().split('\n')).toHaveLength(50);
  });

  it('say since when a field of the request is deprecated, and where changes are', async () => {
    const links = [...['is_sshop', 'shop_type'], 'is_fully_managed'].map(async (field) => {
      const value = field === 'shop_type' ? 1 : true;
      const { head } = await ask('/product/v1/search', { filter: { [field]: value } });
      return [head.deprecation, head.link];
    });
    const changes = '</CHANGELOG.md>; rel="deprecation"; type="text/markdown"';
    expect(await Promise.all(links)).toEqual([
      ['@1795564800', expect.stringContaining(changes)],
      ['@1795564800', expect.stringContaining(changes)],
      [undefined, expect.not.stringContaining('deprecation')],
    ]);
    const exported = await ask('/product/v1/export', { filter: { shop_type: 2 }, limit: 1 });
    expect([exported.head.deprecation, exported.head.link]).toEqual(['@1795564800', changes]);
    expect((await ask('/CHANGELOG.md')).body.toString()).toMatch(/^# Changelog/);
  });

  it('are found by the catalog of the API, whose addresses all answer', async () => {
    const { status, head, body } = await ask('/.well-known/api-catalog', undefined, {});
    expect([status, head['content-type'], head.link]).toEqual([
      200,
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"; charset=utf-8',
      '</.well-known/api-catalog>; rel="api-catalog"',
    ]);
    const { linkset } = JSON.parse(body.toString()) as { linkset: Record<string, { href: string; type: string }[]>[] };
    const { anchor, ...relations } = linkset[0] ?? {};
    expect(anchor).toBe(`${service.url}/`);
    expect(Object.keys(relations)).toEqual(['service-desc', 'service-doc', 'status']);
    for (const { href, type } of Object.values(relations).flat()) {
      const answer = await fetch(href);
      await answer.arrayBuffer();
      expect([href, answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([href, 200, type]);
    }
    expect(OPEN_API.paths).not.toHaveProperty('/.well-known/api-catalog');
  });

  it('name whom to tell of vulnerabilities, where that is set', async () => {
    expect((await ask('/.well-known/security.txt')).status).toBe(404);
    const securityContact = 'mailto:security@example.com';
    const told = await startTestApp({ name: 'contact', indices: seededIndices(), config: { securityContact } });
    const answer = await fetch(`${told.url}/.well-known/security.txt`).finally(() => told.close());
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = new Map(
      (await answer.text())
        .trim()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    );
    expect([fields.get('Contact'), fields.get('Canonical')]).toEqual([
      securityContact,
      `${told.url}/.well-known/security.txt`,
    ]);
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(170);
    expect(days).toBeLessThan(365);
  });
});
