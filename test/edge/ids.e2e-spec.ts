import { UriTemplate } from '@modelcontextprotocol/client';
import type { ErrorFault } from '../../src/http/answer/field-error.js';
import { testApp } from '../support/app.js';
import { Assistant, assistantOf } from '../support/assistant.js';
import { bodyWith, foundFields, OPEN_API } from '../support/open-api.js';
import { loadRecords } from '../support/load-records.js';
import { emptyIndices } from '../support/shared-indices.js';

const DIGITS = '1729000001123436501';
const READ = [`="${DIGITS}"`, `'${DIGITS}`, `"${DIGITS}"`, `“${DIGITS}”`, `#${DIGITS}`, ` ${DIGITS}\n`];
const REFUSED = [`${DIGITS};${DIGITS}`, `${DIGITS}.0`, '1.729E+18', `https://a.example/1 https://a.example/2`];

const PAGES: Readonly<Record<string, readonly string[]>> = {
  video_id: [
    `https://www.tiktok.com/@grace.reed/video/${DIGITS}`,
    `HTTPS://WWW.TIKTOK.COM/@grace.reed/photo/${DIGITS}?lang=en,de&x=1#comments`,
    ` http://m.tiktok.com/v/${DIGITS}.html `,
  ],
  room_id: [
    `https://www.tiktok.com/@grace.reed/live?room_id=${DIGITS}`,
    `https://shop.example:8443/live/${DIGITS}#top`,
  ],
  product_id: [
    `https://shop.tiktok.com/view/product/${DIGITS}?region=US`,
    `https://www.tiktok.com/shop/pdp/lippenstift-rot-für-immer/${DIGITS}`,
    `="https://shop.example/item?x=1&product_id=${DIGITS}"`,
  ],
  seller_id: [`https://www.tiktok.com/shop/store/house-of-maple/${DIGITS}?a=https://b.example/1`],
  uid: [`https://shop.example/creators/${DIGITS}`],
  unique_id: ['https://www.tiktok.com/@grace.reed?lang=en', 'https://tiktok.com/@grace.reed/live'],
};
const HOSTS = ['tiktok.com', 'shop.example'];

interface Schema {
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The arguments of a tool that take an id, with each value of `of`. */
function idsIn(schema: Schema, ids: ReadonlySet<string>): [of: string, path: string[]][] {
  const { filter, of, ...own } = schema.properties ?? {};
  const paths = [
    ...Object.keys(own).map((name) => [name]),
    ...Object.keys(filter?.properties ?? {}).map((name) => ['filter', name]),
  ].filter((path) => ids.has(path.at(-1) ?? ''));
  return (of?.enum ?? ['']).flatMap((one) => paths.map((path): [string, string[]] => [one, path]));
}

describe('an id in any field of any operation', () => {
  const test = testApp(() => ({ name: 'ids', indices: emptyIndices(), config: { mcp: true, pageHosts: HOSTS } }));

  const faultsAt = async (path: string, names: readonly string[], id: string): Promise<string[]> => {
    const body = bodyWith({ names }, id);
    const { data } = (await test.api.post<{ errors?: ErrorFault[] } | undefined>(path, body)).body;
    // An export that is under way has no envelope. A handle that no creator has was read before it was refused.
    const faults = (data?.errors ?? []).filter((fault) => fault.path === names.join('.')).map(({ rule }) => rule);
    return faults.filter((rule) => rule !== 'unknown_handle');
  };

  it.each(READ)('is read as another tool writes it: %j', async (id) => {
    for (const { path, names } of foundFields('id')) {
      expect({ path, names, faults: await faultsAt(path, names, id) }).toEqual({ path, names, faults: [] });
    }
  });

  it('is read and refused so by every tool', async () => {
    const names = new Set(foundFields('id').map((field) => field.names.at(-1) ?? ''));
    const assistant = await Assistant.connect(test.url, test.token);
    let asked = 0;
    for (const { name, inputSchema } of await assistant.tools()) {
      for (const [of, path] of idsIn(inputSchema as Schema, names)) {
        const told = async (id: string): Promise<string> => {
          const { data } = await assistant.call(name, { ...(of !== '' && { of }), ...bodyWith({ names: path }, id) });
          return JSON.stringify(data);
        };
        // The questions of a tool differ in their filters.
        if ((await told(DIGITS)).includes(`${path.join('.')} is not a`)) continue;
        for (const id of [...READ, ...REFUSED]) {
          const isRefused = (await told(id)).includes('an id has no blank');
          expect({ name, of, path, id, isRefused }).toEqual({ name, of, path, id, isRefused: REFUSED.includes(id) });
          asked += 1;
        }
      }
    }
    expect(asked).toBeGreaterThan(200);
  });

  it('is read from the address of its page, which other fields refuse', async () => {
    for (const [field, addresses] of Object.entries(PAGES)) {
      for (const { path, names } of foundFields('id')) {
        const name = names.at(-1) ?? '';
        const rule = name === field ? [] : [name === 'uid' && field === 'unique_id' ? 'handle' : 'address'];
        for (const address of addresses) {
          const faults = await faultsAt(path, names, address);
          expect({ path, names, address, faults }).toEqual({ path, names, address, faults: rule });
        }
      }
    }
  });

  it.each(REFUSED)('is refused where its digits are lost or it is not one id: %j', async (id) => {
    for (const { path, names } of foundFields('id')) {
      expect({ path, names, faults: await faultsAt(path, names, id) }).toEqual({ path, names, faults: ['id'] });
    }
  });
});

describe('an id with any sign that ids may have', () => {
  /** All that ASCII has but the comma, and some that it has not. */
  const SIGNS = [...Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)), ...'éß漢한ไ🛒'].filter(
    (sign) => sign !== ',',
  );
  const IDS = [...SIGNS.map((sign) => `a${sign}b`), '-', '..', '%', 'a%20b', 'a%2Fb', 'a/b?c=d#e', '100%2'];

  const test = testApp(() => {
    const load = loadRecords({
      creators: IDS.map((uid) => ({ uid })),
      products: IDS.map((product_id) => ({ product_id, shop: { seller_id: product_id } })),
    });
    return { name: 'ids', load, config: { mcp: true } };
  });
  const assistant = assistantOf(test);

  it('has an address by the template of its resource', async () => {
    const { read } = assistant.resources();
    const templates = await assistant.templates();
    expect(templates).toHaveLength(3);
    for (const { uriTemplate } of templates) {
      const template = new UriTemplate(uriTemplate);
      const [name = ''] = template.variableNames;
      for (const id of IDS) {
        const uri = template.expand({ [name]: id });
        const { total, list } = JSON.parse(await read(uri)) as { total: number; list: object[] };
        expect({ uri, id, total, list }).toMatchObject({
          total: 1,
          list: [name === 'seller_id' ? { shop: { seller_id: id } } : { [name]: id }],
        });
      }
    }
  });

  it.each(['a-b', 'a.b', 'a~b', 'a@b', 'a:b', 'a/b?c=d#e', 'a%b'])('is read as it is: %s', async (uid) => {
    const { list } = JSON.parse(await assistant.resources().read(`commerce://creator/${uid}`)) as { list: object[] };
    expect(list).toMatchObject([{ uid }]);
  });
});

describe('the address of a page', () => {
  const test = testApp(() => {
    const shop = { seller_id: DIGITS };
    const load = loadRecords({
      creators: [{ uid: DIGITS, unique_id: 'grace.reed' }, { uid: '2' }],
      products: [{ product_id: DIGITS, shop }, { product_id: '2' }],
      videos: [
        { video_id: DIGITS, publish_time: 1, uid: DIGITS },
        { video_id: '2', publish_time: 1 },
      ],
      lives: [{ room_id: DIGITS, uid: DIGITS }, { room_id: '2' }],
    });
    return { name: 'pages', load, config: { pageHosts: HOSTS } };
  });

  const search = (kind: string, filter: object) =>
    test.api.post<{ list?: object[]; errors?: ErrorFault[] }>(`/${kind}/v1/search`, { filter });

  it('finds what its id finds', async () => {
    const searches = { video_id: 'video', room_id: 'live', product_id: 'product', seller_id: 'product' };
    for (const [field, addresses] of Object.entries(PAGES)) {
      const kind = (searches as Readonly<Record<string, string>>)[field] ?? 'creator';
      for (const address of addresses) {
        const { data } = (await search(kind, { [field]: address })).body;
        const id = field === 'unique_id' ? 'grace.reed' : DIGITS;
        expect({ address, list: data.list }).toEqual({
          ...{ address, list: (await search(kind, { [field]: id })).body.data.list },
        });
        expect(data.list).toHaveLength(1);
      }
    }
  });

  it.each([
    [
      'video_id',
      `https://evil.example/@a/video/${DIGITS}`,
      'of another host than tiktok.com, shop.example; send the id',
    ],
    ['video_id', `https://tiktok.com.evil.example/video/${DIGITS}`, 'of another host than'],
    ['video_id', `https://www.tiktok.com@evil.example/video/${DIGITS}`, 'of another host than'],
    ['video_id', `https://nottiktok.com/video/${DIGITS}`, 'of another host than'],
    ['video_id', `https://shop.tiktok.com/view/product/${DIGITS}`, `of a page with the product_id ${DIGITS}.`],
    ['video_id', 'https://vm.tiktok.com/ZMabc123/', 'without the id of a page; send the id, or open the page'],
    ['video_id', `https://www.tiktok.com/video/${DIGITS}x`, 'without the id of a page'],
    ['uid', `https://www.tiktok.com/@grace.reed/video/${DIGITS}`, `of a page with the video_id ${DIGITS}.`],
  ])('is refused as %s: %s', async (field, address, reason) => {
    const { body } = await search('video', { create_time_range: { min: 0 }, [field]: [address] });
    expect(body.data.errors).toMatchObject([
      { path: `filter.${field}[0]`, rule: 'address', message: expect.stringContaining(reason) as string },
    ]);
  });

  it('of a creator names unique_id to the field uid', async () => {
    const { body } = await search('creator', { uid: 'https://www.tiktok.com/@grace.reed' });
    const message = expect.stringContaining('unique_id takes handles') as string;
    expect(body.data.errors).toMatchObject([{ path: 'filter.uid', rule: 'handle', message }]);
  });

  it('is one of a list, which a text of two is not', async () => {
    const [one = '', other = ''] = PAGES['video_id'] ?? [];
    const { data } = (await search('video', { video_id: [one, '2', other] })).body;
    expect(data.list).toHaveLength(2);
    for (const sign of [' ', ',', ';', '\n']) {
      const { errors } = (await search('video', { video_id: `${one}${sign}${other}` })).body.data;
      expect(errors).toMatchObject([
        { rule: 'id', message: expect.stringContaining('several ids are a list') as string },
      ]);
    }
    const { errors } = (await search('video', { video_id: `${one},${DIGITS}` })).body.data;
    expect(errors).toMatchObject([{ rule: 'id' }]);
  });

  it('has at most 500 characters, as the pattern of the document has it', async () => {
    const { Id } = OPEN_API.components.schemas as unknown as Record<string, { oneOf: [{ pattern: string }] }>;
    const pattern = new RegExp(Id?.oneOf[0].pattern ?? '', 'u');
    for (const scheme of ['http', 'https', 'HttpS']) {
      for (const length of [99, 100, 101, 499, 500, 501, 2000]) {
        const address = `${scheme}://www.tiktok.com/video/${DIGITS}?x=,`.padEnd(length, 'é');
        const { errors = [] } = (await search('video', { video_id: address })).body.data;
        const isTaken = length <= 500;
        expect({ address, fits: pattern.test(address) }).toEqual({ address, fits: isTaken });
        expect({ address, errors: errors.map(({ rule, limit }) => ({ rule, limit })) }).toEqual({
          ...{ address, errors: isTaken ? [] : [{ rule: 'max_length', limit: 500 }] },
        });
      }
    }
  });
});
