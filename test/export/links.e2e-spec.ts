import { raiseDataVersion } from '../../src/elastic/state/data-version.js';
import { linkToken, openLink } from '../../src/access/link-tokens.js';
import type { Scope } from '../../src/common/access-token.js';
import { type ApiClient, expectError } from '../support/api-client.js';
import { testApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { loadRecords } from '../support/load-records.js';
import { TIED_VIDEOS } from '../support/tied-records.js';
import { exportAll } from './export-client.js';

const ALL = { filter: { create_time_range: { min: 0 } } };
const SCOPES: readonly Scope[] = ['video', 'export'];
const REVOKED_WITHIN_MS = 5000;

interface Made {
  readonly url: string;
  readonly expires_at: number;
}

describe('a link to an export', () => {
  const service = testApp(() => ({
    name: 'links',
    load: loadRecords({ videos: TIED_VIDEOS }),
    config: { trustedProxies: ['loopback'] },
  }));

  const clientOf = async (name: string, scopes = SCOPES): Promise<ApiClient> =>
    service.api.withToken(await service.tokens.create(name, scopes, null));
  const make = async (client: ApiClient, body: object = {}): Promise<Made> => {
    const request = { operation: 'exportVideos', request: { ...ALL, format: 'csv' }, ...body };
    const { status, body: answer } = await client.post<Made>('/v1/links', request);
    expect([status, answer.message]).toEqual([200, '']);
    return answer.data;
  };
  const bodyWithoutId = async (answer: Response): Promise<object> => ({
    ...((await answer.json()) as object),
    request_id: '',
    timestamp: 0,
  });

  it.each(['csv', 'ndjson', 'parquet'])('answers by GET what the export answers by POST, as %s', async (format) => {
    const request = {
      ...ALL,
      format,
      fields: ['video_id', 'play_count'],
      orderby: [{ field: 'play_count' }],
      limit: 150,
    };
    const client = await clientOf(`reader-${format}`);
    const { url, expires_at } = await make(client, { request, name: 'my.videos', expires_in: 3600 });
    expect(url).toMatch(new RegExp(`^${service.url}/v1/links/[\\w-]+\\.[\\w-]{43}/my\\.videos\\.${format}$`));
    expect(Math.abs(expires_at - Date.now() / 1000 - 3600)).toBeLessThan(60);
    const posted = await exportAll(service, '/video/v1/export', request);
    const got = await fetch(url);
    expect(got.status).toBe(200);
    expect(Buffer.from(await got.arrayBuffer()).equals(posted.bytes)).toBe(true);
    expect(got.headers.get('content-disposition')).toBe(`attachment; filename="my.videos.${format}"`);
    for (const name of ['content-type', 'x-total-count', 'x-matched-count', 'x-data-version']) {
      expect(got.headers.get(name)).toBe(posted.headers[name]);
    }
    expect(got.headers.get('cache-control')).toBe('private, no-cache');
  });

  it('costs no rows where the client has those of this version, or only asks for the head', async () => {
    const { url } = await make(await clientOf('keeper'));
    const first = await fetch(url);
    const text = await first.text();
    const tag = first.headers.get('etag') ?? '';
    const held = await fetch(url, { headers: { 'If-None-Match': tag } });
    expect([held.status, await held.text()]).toEqual([304, '']);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([200, null, tag]);
    const ranged = await fetch(url, { headers: { Range: 'bytes=0-9' } });
    expect([ranged.status, await ranged.text()]).toEqual([200, text]);
    await raiseDataVersion(service.elasticsearch, service.names, 'test');
    await eventually('the new version', async () => {
      const again = await fetch(url, { headers: { 'If-None-Match': tag } });
      return again.status === 200 && (await again.text()) === text;
    });
  });

  it('is refused in one form when it was changed, and with its date when it has expired', async () => {
    const { url } = await make(await clientOf('forger'));
    const [folder, token = '', file = ''] = /^(.*\/)([^/]+)\/([^/]+)$/.exec(url)?.slice(1) ?? [];
    const [content = '', signature = ''] = token.split('.');
    const [secret = ''] = service.config.linkSecrets;
    const rights = { operation: 'exportVideos', request: ALL, name: 'forger', nameMadeAt: 0, expiresAt: 2_000_000_000 };
    const changed = Array.from({ length: 26 }, (_, at) => {
      const place = Math.floor((at * token.length) / 26);
      return `${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`;
    });
    const forged = [
      ...[...changed, token.slice(0, -1), `A${token}`, `${token}A`, content, `${content}.`, `.${signature}`, 'nothing'],
      linkToken('a secret of 32 characters of others', file, rights),
      linkToken(secret, file, { ...rights, name: 'nobody' }),
      linkToken(secret, file, rights),
      linkToken(secret, 'other.csv', rights),
    ].map((one) => `${folder}${one}/${file}`);
    forged.push(
      ...['other.csv', file.replace('.csv', '.parquet'), `${file}x`].map((one) => `${folder}${token}/${one}`),
    );
    expect(new Set(forged).size).toBe(40);
    // An address may guess only a few times a minute.
    const from = (at: number) => ({ headers: { 'X-Forwarded-For': `192.0.2.${at}` } });
    const answers = await Promise.all(forged.map((address, at) => fetch(address, from(at))));
    expect(answers.map(({ status }) => status)).toEqual(forged.map(() => 404));
    const bodies = await Promise.all(answers.map(bodyWithoutId));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toMatchObject({ code: 20001 });

    const expired = { ...rights, expiresAt: 1_780_000_000 };
    const answer = await fetch(`${folder}${linkToken(secret, 'a.csv', expired)}/a.csv`);
    expect(answer.status).toBe(410);
    expect(await answer.json()).toMatchObject({
      code: 20001,
      message: 'The link expired at 2026-05-28T20:26:40.000Z; make another one with POST /v1/links.',
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('lives through a rotation with the newest scopes, and ends within 5 s of a revocation', async () => {
    const { url } = await make(await clientOf('rotated'));
    expect((await fetch(url)).status).toBe(200);
    await service.tokens.rotate('rotated', null, 0);
    await new Promise((resolve) => setTimeout(resolve, REVOKED_WITHIN_MS));
    expect((await fetch(url)).status).toBe(200);
    await service.tokens.revoke('rotated');
    const revokedAt = performance.now();
    let answeredAt = revokedAt;
    await eventually('the refusal', async () => {
      const askedAt = performance.now();
      const { status } = await fetch(url);
      if (status === 200) answeredAt = askedAt;
      return status === 404;
    });
    expect(answeredAt - revokedAt).toBeLessThan(REVOKED_WITHIN_MS);
    // Another token of the name is another name.
    const again = await clientOf('rotated');
    await new Promise((resolve) => setTimeout(resolve, REVOKED_WITHIN_MS));
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch((await make(again)).url)).status).toBe(200);
  });

  it('keeps all digits of an id that is a number', async () => {
    const client = await clientOf('digits');
    const text =
      '{"operation":"exportVideos","request":{"filter":{"create_time_range":{"min":0},"video_id":7491000000046468735}}}';
    const { status, body } = await client.send<Made>('/v1/links', { text });
    expect(status).toBe(200);
    const [token = '', file = ''] = body.data.url.split('/').slice(-2);
    expect(openLink(service.config.linkSecrets, token, file)?.request).toEqual({
      filter: { create_time_range: { min: 0 }, video_id: '7491000000046468735' },
    });
    expect((await fetch(body.data.url)).status).toBe(200);
  });

  it('names the export, the scope and the field that are wrong when it is made', async () => {
    const client = await clientOf('maker');
    const ask = (body: object, from = client) => from.post('/v1/links', body);
    expectError(await ask({ operation: 'exportVideo', request: ALL }), 400, 10001, [
      { path: 'operation', rule: 'one_of', did_you_mean: 'exportVideos' },
    ]);
    expectError(
      await ask({ operation: 'exportVideos', request: { filter: { ...ALL.filter, region: 'UK' } } }),
      400,
      10001,
      [{ path: 'request.filter.region', rule: 'one_of', did_you_mean: 'GB' }],
    );
    expectError(await ask({ operation: 'exportProducts', request: {} }), 403, 30001);
    expectError(
      await ask({ operation: 'exportVideos', request: ALL }, await clientOf('no-export', ['video'])),
      403,
      30001,
    );
    expectError(await ask({ operation: 'exportVideos', request: ALL, name: '../x', expires_in: 59 }), 400, 10001, [
      { path: 'expires_in', rule: 'min' },
      { path: 'name', rule: 'type' },
    ]);
    const ids = Array.from({ length: 100 }, (_, at) => `${(BigInt(at + 1) * 7_491_000_002_185_063_469n) % 10n ** 19n}`);
    const others = ids.map((id) => [...id].reverse().join(''));
    const filter = { ...ALL.filter, video_id: [...ids], product_id: others };
    const long = await ask({ operation: 'exportVideos', request: { filter } });
    expectError(long, 400, 10001, [{ path: 'request', rule: 'max_length', limit: 2000 }]);
    expect(long.body.message).toContain('the most of them in request.filter.');
  });

  it('leaves no token in the log, nor in the metrics', async () => {
    const { url } = await make(await clientOf('logged'));
    await fetch(url).then((answer) => answer.text());
    const token = url.split('/').at(-2) ?? '';
    await fetch(url.replace(/\/[^/]+$/, ''));
    for (const mistyped of ['//v1/links', '/V1/Links', '/proxy/v1/links', '/v1/link', '/v1//links/', '']) {
      const answer = await fetch(url.replace('/v1/links', mistyped));
      expect([mistyped, answer.status, await answer.text()]).toEqual([
        mistyped,
        404,
        expect.not.stringContaining(token),
      ]);
    }
    await eventually('the lines', () => service.log.some((line) => line.token === 'logged' && line.audit === true));
    for (const text of [JSON.stringify(service.log), await (await fetch(`${service.url}/metrics`)).text()]) {
      expect(text).toContain('v1/links');
      expect(text).not.toContain(token.slice(0, 30));
      expect(text).not.toContain(token.slice(-30));
    }
    expect(
      service.log.filter(({ operation }) => String(operation).startsWith('GET /v1/links')).map((l) => l.operation),
    ).toContain('GET /v1/links/…');
  });

  it('waits for its turn within the two exports of its token', async () => {
    const { url } = await make(await clientOf('waiting'), { request: { ...ALL, format: 'ndjson' } });
    const answers = await Promise.all(Array.from({ length: 6 }, () => fetch(url).then((answer) => answer.text())));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]?.trim().split('\n')).toHaveLength(TIED_VIDEOS.length);
  });
});

describe('links without a secret', () => {
  const service = testApp(() => ({ name: 'no-links', config: { linkSecrets: [] } }));

  it('are refused, with the setting that offers them', async () => {
    const refused = await service.api.post('/v1/links', { operation: 'exportVideos', request: ALL });
    expectError(refused, 403, 30001);
    expect(refused.body.message).toContain('LINK_SECRET');
    expect((await service.api.get<{ links: boolean }>('/v1/usage')).body.data.links).toBe(false);
    expect((await fetch(`${service.url}/v1/links/a.b/c.csv`)).status).toBe(404);
  });
});
