import { gunzipSync } from 'node:zlib';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { raiseDataVersion } from '../../src/elastic/state/data-version.js';
import { DataVersionWatch } from '../../src/freshness/data-watch.js';
import { elasticsearchUrl, testApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { askRaw, type RawAnswer } from '../support/raw-request.js';

const TREES = [
  ['/product/v1/category', 'product-categories'],
  ['/creator/v1/category', 'creator-categories'],
] as const;

describe('answers that clients hold', () => {
  const searched: string[] = [];
  const service = testApp(() => {
    const serviceClient = createElasticClient({ url: elasticsearchUrl() });
    serviceClient.diagnostic.on('request', (_, event) => {
      const { path = '' } = event?.meta.request.params ?? {};
      if (path.includes('_search')) searched.push(path);
    });
    return { name: 'held', serviceClient };
  });
  beforeAll(async () => {
    // A service that has just started does not know the version yet, by which newer answers are asked for.
    await eventually('a version of the data', () => service.app.get(DataVersionWatch).snapshot.dataVersion);
  });

  const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<RawAnswer> =>
    askRaw(`${service.url}${path}`, headers, method);
  const withToken = (more: Readonly<Record<string, string>> = {}) => ({
    Authorization: `Bearer ${service.token}`,
    ...more,
  });
  const tagOf = ({ head }: RawAnswer): string => String(head.etag);

  describe('/openapi.json', () => {
    it('comes in the coding that the client takes, each with a strong tag of its own', async () => {
      const [plain, packed] = [
        await ask('/openapi.json'),
        await ask('/openapi.json', { 'Accept-Encoding': 'gzip, br' }),
      ];
      expect([plain.head['content-encoding'], packed.head['content-encoding']]).toEqual([undefined, 'gzip']);
      expect(JSON.parse(gunzipSync(packed.body).toString())).toEqual(JSON.parse(plain.body.toString()));
      expect(packed.body.length).toBeLessThan(plain.body.length / 5);
      for (const answer of [plain, packed]) {
        expect(tagOf(answer)).toMatch(/^"[\w-]{43}"$/);
        expect(answer.head).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'private, no-cache' });
        expect(answer.head['content-length']).toBe(String(answer.body.length));
      }
      expect(tagOf(plain)).not.toBe(tagOf(packed));
    });

    it.each(['GET', 'HEAD'])('is not sent again by %s to a client that has it', async (method) => {
      const headers = { 'Accept-Encoding': 'gzip' };
      const tag = tagOf(await ask('/openapi.json', headers, method));
      const again = await ask('/openapi.json', { ...headers, 'If-None-Match': `"other", ${tag}` }, method);
      expect([again.status, again.body.length, tagOf(again)]).toEqual([304, 0, tag]);
      expect(again.head['content-encoding']).toBeUndefined();
      const other = await ask('/openapi.json', { ...headers, 'If-None-Match': '"other"' }, method);
      expect(other.status).toBe(200);
    });
  });

  describe.each(TREES)('%s', (path, kind) => {
    it.each(['GET', 'HEAD'])('is not sent again by %s to a client that has it, nor searched for', async (method) => {
      // A tree that is read while the version of the data is not confirmed is not kept.
      const first = await eventually('a tree that is kept', async () => {
        const searches = searched.length;
        const answer = await ask(path, withToken(), method);
        return searched.length === searches && answer;
      });
      expect(first.status).toBe(200);
      expect(tagOf(first)).toMatch(/^W\/"[\w-]{43}"$/);
      expect(first.head['cache-control']).toBe('private, no-cache');
      expect(searched).not.toEqual([]);
      const before = searched.length;
      // As fetch sends a tag.
      const held = { 'If-None-Match': tagOf(first), 'Cache-Control': 'no-cache' };
      const again = await ask(path, withToken(held), method);
      expect([again.status, again.body.length, tagOf(again)]).toEqual([304, 0, tagOf(first)]);
      expect(again.head['x-data-version']).toBe(first.head['x-data-version']);
      expect(again.head['x-request-id']).toMatch(/^[\w-]{36}$/);
      expect(searched.slice(before)).toEqual([]);
    });

    it('has a tag for each path, question and language', async () => {
      const addresses = [
        ...TREES.map(([tree]) => tree),
        `${path}?lang=ZH_CN`,
        `${path}?keywords=a`,
        `${path}?parent_id=1`,
      ];
      const tags = await Promise.all(addresses.map(async (address) => tagOf(await ask(address, withToken()))));
      expect(new Set(tags).size).toBe(addresses.length);
    });

    it('has another tag when the tree changes, and only then', async () => {
      const { head } = await ask(path, withToken());
      const [epoch] = String(head['x-data-version']).split('.');
      /** The status and the tag of the answer from a newer version of the data. */
      const raise = async () => {
        const number = await raiseDataVersion(service.elasticsearch, service.names, 'a test');
        const version = { 'X-Data-Version': `${epoch}.${number}`, 'If-None-Match': String(head.etag) };
        const { status, head: newer } = await ask(path, withToken(version));
        return { status, isSame: newer.etag === head.etag };
      };
      expect(await raise()).toEqual({ status: 304, isSame: true });
      const one = { index: service.names.alias(kind), id: '1', refresh: true } as const;
      const node = { id: 1, level: 1, parent_id: null, name: { EN_US: 'Only' } };
      await service.elasticsearch.index({ ...one, document: node });
      expect(await raise()).toEqual({ status: 200, isSame: false });
      await service.elasticsearch.delete(one);
      expect(await raise()).toEqual({ status: 304, isSame: true });
    });

    it('is refused as ever, whatever the client has', async () => {
      const held = { 'If-None-Match': tagOf(await ask(path, withToken())) };
      expect((await ask(path, held)).status).toBe(401);
      for (const tag of [held['If-None-Match'], '*']) {
        const { status, head } = await ask(`${path}?page=1`, withToken({ 'If-None-Match': tag }));
        expect([status, head.etag, head['cache-control']]).toEqual([400, undefined, 'no-store']);
      }
      const post = await ask(path, withToken(held), 'POST');
      expect([post.status, post.head.etag, post.head['cache-control']]).toEqual([200, undefined, 'no-store']);
    });
  });
});
