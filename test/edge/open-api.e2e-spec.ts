import type { TestApp } from '../support/app.js';
import { startTestApp } from '../support/app.js';
import { loadSeed } from '../support/load-seed.js';
import { resolved } from '../support/fuzz/judge.js';
import { EXAMPLES, OPEN_API, undocumentedIn, undocumentedInHead, undocumentedInRequest } from '../support/open-api.js';

const POSTS = Object.keys(OPEN_API.paths).filter((path) => OPEN_API.paths[path]?.post !== undefined);

interface Schema {
  readonly example?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
}

/** The value that documentation makes of a schema: its example, or that of each of its properties. */
function exampleOf({ example, properties, anyOf: [first] = [] }: Schema): unknown {
  if (example !== undefined) return example;
  if (first !== undefined) return exampleOf(first);
  if (properties === undefined) return undefined;
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema)]));
}

/** What an operation found. */
interface ListOrFacets {
  readonly list?: readonly unknown[];
  readonly facets?: readonly { readonly values: readonly unknown[] }[];
}

describe('the examples of the OpenAPI document', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ name: 'examples', load: loadSeed(0.05) });
  }, 240_000);
  afterAll(() => service?.close());

  it('are at least three for each operation that takes a body', () => {
    expect(POSTS).toHaveLength(14);
    for (const path of POSTS) {
      const names = EXAMPLES.filter((example) => example.method === 'POST' && example.path === path);
      expect([path, names.length >= 3]).toEqual([path, true]);
    }
  });

  it.each(EXAMPLES)('$title: is valid and finds something', async ({ method, path, value }) => {
    if (method === 'POST') expect(undocumentedInRequest(path, value)).toEqual([]);
    const query = new URLSearchParams(
      Object.entries(value).map(([name, one]): [string, string] => [name, String(one)]),
    );
    const answer =
      method === 'POST'
        ? await service.api.post<ListOrFacets>(path, value)
        : await service.api.get<ListOrFacets>(`${path}?${query.toString()}`);
    expect(answer.body).toMatchObject({ code: 0 });
    const { list, facets } = answer.body.data;
    for (const found of facets?.map(({ values }) => values) ?? [list]) expect(found?.length).toBeGreaterThan(0);
  });

  it.each(POSTS)('the examples of the properties of %s make a valid request together', async (path) => {
    const schema = OPEN_API.paths[path]?.post?.requestBody?.content['application/json'].schema;
    const value = exampleOf(resolved(schema) as Schema);
    expect(undocumentedInRequest(path, value)).toEqual([]);
    expect((await service.api.post(path, value)).body).toMatchObject({ code: 0 });
  });

  describe('every answer of the tests is held to the document, so', () => {
    const path = '/video/v1/search';
    const value = { filter: { create_time_range: { min: 0 } }, pagesize: 1 };
    const answerWith = async (change: (video: Record<string, unknown>) => void): Promise<string[]> => {
      const { body } = await service.api.post<{ list: Record<string, unknown>[] }>(path, value);
      const [video] = body.data.list;
      if (video === undefined) throw new Error('no video');
      change(video);
      return undocumentedIn('POST', path, 200, body);
    };

    it('one as it comes is fine', async () => {
      expect(await answerWith(() => undefined)).toEqual([]);
    });

    it('a field too many is found', async () => {
      expect(await answerWith((video) => (video.secret = 1))).toEqual([expect.stringContaining('secret')]);
    });

    it('a field too few is found', async () => {
      expect(await answerWith((video) => delete video.play_count)).toEqual([expect.stringContaining('play_count')]);
    });

    it('a number that should be a string is found, deep inside too', async () => {
      expect(await answerWith((video) => (video.video_id = 7301234567890123))).toEqual([
        expect.stringContaining('/data/list/0/video_id'),
      ]);
      expect(await answerWith((video) => (video.creator = { ...(video.creator as object), uid: 1 }))).toEqual([
        expect.stringContaining('/data/list/0/creator/uid'),
      ]);
    });

    it('an undocumented status or code is found', async () => {
      const { body } = await service.api.post(path, { page: 0, ...value });
      expect(undocumentedIn('POST', path, 400, body)).toEqual([]);
      expect(undocumentedIn('POST', path, 409, body)).toEqual(['status 409 is not documented']);
      expect(undocumentedIn('POST', path, 400, { ...body, code: 40001 })).toEqual([expect.stringContaining('/code')]);
      expect(undocumentedIn('POST', path, 200, body)).not.toEqual([]);
    });

    it('a header that is missing or no number is found', async () => {
      const { headers } = await service.api.post(path, value);
      const head = (name: string, wrong: string | undefined): Headers => {
        const copy = new Headers(headers);
        if (wrong === undefined) copy.delete(name);
        else copy.set(name, wrong);
        return copy;
      };
      expect(undocumentedInHead('POST', path, 200, headers)).toEqual([]);
      expect(undocumentedInHead('POST', path, 200, head('X-Request-Id', undefined))).toEqual([
        'the header X-Request-Id is missing',
      ]);
      expect(undocumentedInHead('POST', path, 429, headers)).toEqual(['the header Retry-After is missing']);
      expect(undocumentedInHead('POST', path, 503, head('Retry-After', 'soon'))).toEqual([
        'the header Retry-After is no whole number: soon',
      ]);
      expect(undocumentedInHead('POST', path, 401, headers)).toEqual(['the header WWW-Authenticate is missing']);
    });

    it('a success that carries the code of an error is found', async () => {
      const { body } = await service.api.post(path, value);
      expect(undocumentedIn('POST', path, 200, { ...body, code: 40001 })).toEqual([expect.stringContaining('/code')]);
    });

    it('a request that breaks its schema is found', () => {
      expect(undocumentedInRequest(path, { filter: { create_time_range: { min: 'soon' } } })).not.toEqual([]);
    });
  });
});
