import type { SuggestData } from '../../src/records/suggest.requests.js';
import type { CreatorLoad } from '../../src/creator/creator.record.js';
import { BUILT_IN_TREES } from '../../src/common/categories/category-tree.js';
import { Random } from '../../dev/seed/random.js';
import { Seed } from '../../dev/seed/seed.js';
import { testApp } from '../support/app.js';
import { expectError } from '../support/api-client.js';
import { loadRecords } from '../support/load-records.js';

const seed = new Seed({ scale: 0.1, until: '2026-06-30' });
const creators = [...seed.creators()];
const products = [...seed.products()];
const PATHS = { creators: '/creator/v1/suggest', products: '/product/v1/suggest' } as const;
const MOST = 10;

/** Plain Latin letters and digits of a text, run together: how names compare that hold nothing else. */
const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
const isPlain = (text: string): boolean => /^[\x20-\x7e]+$/.test(text);

/** All beginnings of a plain name that are beginnings of its words. */
const beginnings = (name: string): string[] =>
  [...name.matchAll(/(?<![A-Za-z0-9'&])[A-Za-z0-9]/g)].map(({ index }) => plain(name.slice(index)));

interface Named {
  readonly id: string;
  readonly names: readonly string[];
  readonly known: number;
}

const CREATORS: Named[] = creators.map(({ uid, unique_id, nickname, follower_count }) => ({
  id: uid,
  names: [unique_id ?? '', nickname ?? ''],
  known: follower_count ?? 0,
}));
const SHOPS: Named[] = [...new Map(products.map(({ shop }) => [shop?.seller_id ?? '', shop])).values()].map((shop) => ({
  id: shop?.seller_id ?? '',
  names: [shop?.name ?? ''],
  known: shop?.total_units_sold ?? 0,
}));

describe('suggestions', () => {
  const test = testApp(() => ({ name: 'suggest', load: loadRecords({ creators, products }) }));

  async function ask(path: string, keywords: string, lang?: string): Promise<SuggestData['list']> {
    const { list } = await test.api.ask<SuggestData>(path, { keywords, lang });
    expect(list.length <= MOST).toBe(true);
    return list;
  }

  it.each([
    ['creators', CREATORS, 'uid'],
    ['products', SHOPS, 'seller_id'],
  ] as const)('of %s are the best known whose names begin so, from the first letter on', async (kind, all, field) => {
    const random = new Random(`suggest ${kind}`, 26);
    const known = new Map(all.map((one) => [one.id, one]));
    let seen = 0;
    for (let count = 0; count < 60; count++) {
      const name = random.pick(all.flatMap(({ names }) => names).filter((one) => isPlain(one) && plain(one) !== ''));
      const keywords = name.slice(0, random.whole(1, name.length)).trim();
      if (plain(keywords) === '') continue;
      const list = await ask(PATHS[kind], keywords);
      const ids = list.map(({ filter }) => String(filter[field] ?? '')).filter((id) => id !== '');
      expect(new Set(ids).size).toBe(ids.length);
      const begins = ({ names }: Named): boolean =>
        names.some((one) => isPlain(one) && beginnings(one).some((start) => start.startsWith(plain(keywords))));
      const exact = ids.filter((id) => begins(known.get(id) as Named));
      const best = all.filter(begins).sort((a, b) => b.known - a.known);
      const slips = ids.filter((id) => known.get(id)?.names.every(isPlain) === true && !exact.includes(id));
      const isAll = list.length < MOST || slips.length > 0;
      const expected = best.slice(0, isAll ? best.length : exact.length);
      expect({ keywords, known: exact.map((id) => known.get(id)?.known) }).toEqual({
        keywords,
        known: expected.map((one) => one.known),
      });
      for (const slip of slips) expect(ids.indexOf(slip)).toBeGreaterThan(ids.indexOf(exact.at(-1) ?? ''));
      seen += exact.length;
    }
    expect(seen).toBeGreaterThan(60);
  });

  it.each(Object.values(PATHS))(
    'take control characters, which Elasticsearch refuses, for spaces: %s',
    async (path) => {
      for (const character of ['\u0000', '\u001d', '\u001e', '\u001f', '\u007f']) {
        expect(await ask(path, `a${character}`)).toEqual(await ask(path, 'a'));
        expect(await ask(path, `be${character}r`)).toEqual(await ask(path, 'be r'));
      }
    },
  );

  it('have no slips for keywords in double quotes, and the same names as written', async () => {
    for (const path of Object.values(PATHS)) {
      expect(await ask(path, 'baeut')).not.toEqual([]);
      expect(await ask(path, '"baeut"')).toEqual([]);
      const written = (await ask(path, 'beau')).filter(({ text }) => /\bbeau/iu.test(text));
      expect(written).not.toEqual([]);
      expect(await ask(path, '"beau"')).toEqual(written);
    }
  });

  it('find every name of the seed by its beginning, in its own script', async () => {
    const random = new Random('scripts', 26);
    const foreign = [...CREATORS, ...SHOPS].filter(({ names }) => names.some((name) => /[^\x20-\u024f]/.test(name)));
    expect(foreign.length).toBeGreaterThan(50);
    for (const { id, names } of Array.from({ length: 40 }, () => random.pick(foreign))) {
      const name = names.find((one) => /[^\x20-\u024f]/.test(one)) ?? '';
      const path = SHOPS.some((shop) => shop.id === id) ? PATHS.products : PATHS.creators;
      const list = await ask(path, name);
      expect({ name, list }).toMatchObject({ name, list: expect.arrayContaining([expect.anything()]) as unknown });
      expect({ name, ids: list.flatMap(({ filter }) => Object.values(filter)) }).toEqual({
        name,
        ids: expect.arrayContaining([id]) as unknown,
      });
    }
  });

  it('of categories come first, by any word of their names in any language, named in the one asked for', async () => {
    const [beauty] = BUILT_IN_TREES['product-categories'].nodes;
    const item = (text: string) => ({ kind: 'category', text, filter: { l1_category_id: beauty?.id } });
    expect((await ask(PATHS.products, 'beau'))[0]).toEqual(item('Beauty & Personal Care'));
    expect((await ask(PATHS.products, 'BEAU', 'ZH_CN'))[0]).toEqual(item('美妆个护'));
    expect((await ask(PATHS.products, '美妆'))[0]).toEqual(item('Beauty & Personal Care'));
    expect(await ask(PATHS.products, 'personal c')).toContainEqual(item('Beauty & Personal Care'));
    const [creator] = BUILT_IN_TREES['creator-categories'].nodes;
    expect((await ask(PATHS.creators, creator?.name.EN_US ?? ''))[0]).toEqual({
      kind: 'category',
      text: creator?.name.EN_US,
      filter: { creator_category_id: creator?.id },
    });
    const levels = (await ask(PATHS.products, 'lip')).map(({ filter }) => Object.keys(filter)[0]);
    expect(levels.filter((name) => name === 'l3_category_id').length).toBeGreaterThan(0);
  });

  it('give filters that rankings, searches and histories take', async () => {
    const [first] = CREATORS.filter(({ names }) => isPlain(names[0] ?? ''));
    const found = (await ask(PATHS.creators, first?.names[0] ?? '')).find(({ filter }) => filter.uid === first?.id);
    expect(found).toMatchObject({ kind: 'creator', filter: { uid: first?.id, keywords: first?.names[0] } });
    const shop = SHOPS.find(({ names }) => isPlain(names[0] ?? ''));
    const item = (await ask(PATHS.products, shop?.names[0] ?? '')).find(({ filter }) => filter.seller_id === shop?.id);
    const own = products.filter((product) => product.shop?.seller_id === shop?.id);
    const sellsIn = (region: unknown) => own.filter((product) => product.region === region).length;
    const regions = [...new Set(own.map(({ region }) => String(region)))].sort();
    regions.sort((one, other) => sellsIn(other) - sellsIn(one));
    expect(item).toEqual({
      kind: 'shop',
      text: shop?.names[0],
      filter: { seller_id: shop?.id },
      region: regions[0],
      total_units_sold: shop?.known,
    });
    const { body } = await test.api.post<{ total: number }>('/product/v1/search', { filter: item?.filter });
    expect(body.data.total).toBe(products.filter((product) => product.shop?.seller_id === shop?.id).length);
  });

  it.each([
    [{}, []],
    [{ keywords: null }, []],
    [{ keywords: ' ' }, []],
    [{ keywords: '!!! …' }, []],
    [{ keywords: '😀' }, []],
    [{ keywords: 'qqqqzzzzxxxx' }, []],
  ])('of %j are none', async (body, list) => {
    for (const path of Object.values(PATHS)) expect(await test.api.ask(path, body)).toEqual({ list });
  });

  it.each([
    [{ keywords: 'x'.repeat(121) }, { path: 'keywords', rule: 'max_length', limit: 120 }],
    [{ keywords: 1 }, { path: 'keywords', rule: 'type' }],
    [{ lang: 'FR' }, { path: 'lang', rule: 'one_of', valid: ['EN_US', 'ZH_CN'] }],
    [{ size: 5 }, { path: 'size', rule: 'unknown', valid: ['keywords', 'lang'] }],
  ])('are refused for %j', async (body, fault) => {
    for (const path of Object.values(PATHS)) expectError(await test.api.post(path, body), 400, 10001, [fault]);
  });
});

describe('suggestions of few', () => {
  const named = (
    uid: string,
    unique_id: string | null,
    nickname: string | null,
    follower_count: number,
    region?: string,
  ): CreatorLoad => ({
    uid,
    unique_id,
    nickname,
    follower_count,
    ...(region !== undefined && { region }),
  });
  const CREATORS_OF_SCRIPTS: readonly CreatorLoad[] = [
    named('1', 'mia.beauty', 'Mia Müller', 100, 'DE'),
    named('2', null, 'スマホ太郎', 10),
    named('3', null, '護膚達人小美', 10),
    named('4', null, 'รองเท้าผ้าใบ', 10),
    named('5', null, 'Đặng Thị Lan', 10),
    named('6', 'lipstick_queen', null, 3_000_000_000),
    named('7', 'lipstick_king', null, 5),
    named('8', null, null, 5),
    named('9', null, 'Łódź\u0000Style\u001f', 5),
    named('10', null, '!!!', 5),
  ];
  const test = testApp(() => {
    const shop = (
      product_id: string,
      seller_id: string,
      name: string,
      total_units_sold: number,
      region: string | null = 'US',
    ) => ({
      product_id,
      region,
      shop: { seller_id, name, total_units_sold },
    });
    return {
      name: 'suggest-few',
      load: loadRecords({
        creators: CREATORS_OF_SCRIPTS,
        products: [
          ...Array.from({ length: 200 }, (_, at) => shop(`a${at}`, '70', 'Glow Corner', 9000)),
          ...['GB', 'US', 'GB'].map((region, at) => shop(`b${at}`, '71', 'Glow Corner', 10, region)),
          ...['US', 'DE', 'GB', 'GB', 'DE'].map((region, at) => shop(`c${at}`, '72', 'Glow & Shine', 20, region)),
          shop('f', '73', 'Glow Nowhere', 5, null),
          ...['US', 'GB', 'GB'].map((region, at) => shop(`g${at}`, '74', 'Glow Third', 4, region)),
          { product_id: 'd' },
          { product_id: 'e', shop: { name: 'Glow of nobody' } },
        ],
      }),
    };
  });

  const uids = async (keywords: string): Promise<unknown[]> => {
    const { body } = await test.api.post<SuggestData>(PATHS.creators, { keywords });
    return body.data.list.filter(({ kind }) => kind === 'creator').map(({ filter }) => filter.uid);
  };

  it.each([
    ['M', ['1']],
    ['mia b', ['1']],
    ['miabeau', ['1']],
    ['muller', ['1']],
    ['MÜLL', ['1']],
    ['すまほ', ['2']],
    ['ｽﾏﾎ', ['2']],
    ['护肤', ['3']],
    ['護', ['3']],
    ['รองเท', ['4']],
    ['dang thi', ['5']],
    ['Lan', ['5']],
    ['lodz', ['9']],
    ['lipst', ['6', '7']],
    ['queen', ['6']],
    ['lispt', ['6', '7']],
    ['lipstikc_ki', ['7']],
    ['lpistick', ['6', '7']],
    ['muler', ['1']],
    ['ipstick', []],
  ])('complete %s to %j', async (keywords, expected) => {
    expect(await uids(keywords)).toEqual(expected);
  });

  it('show nickname and handle, or the one there is', async () => {
    const text = async (keywords: string) =>
      (await test.api.ask<SuggestData>(PATHS.creators, { keywords })).list.find(({ kind }) => kind === 'creator');
    expect(await text('mia')).toEqual({
      kind: 'creator',
      text: 'Mia Müller @mia.beauty',
      filter: { uid: '1', keywords: 'mia.beauty' },
      region: 'DE',
      follower_count: 100,
    });
    expect(await text('queen')).toMatchObject({ text: '@lipstick_queen', filter: { keywords: 'lipstick_queen' } });
    expect(await text('すまほ')).toMatchObject({ text: 'スマホ太郎', filter: { uid: '2', keywords: 'スマホ太郎' } });
  });

  it('list each shop once, however many products it has, with its size and the region of most of its products', async () => {
    const { body } = await test.api.post<SuggestData>(PATHS.products, { keywords: 'glow' });
    expect(body.data.list.filter(({ kind }) => kind === 'shop')).toEqual([
      { kind: 'shop', text: 'Glow Corner', filter: { seller_id: '70' }, region: 'US', total_units_sold: 9000 },
      // As many of the one as of the other: the first by its code.
      { kind: 'shop', text: 'Glow & Shine', filter: { seller_id: '72' }, region: 'DE', total_units_sold: 20 },
      { kind: 'shop', text: 'Glow Corner', filter: { seller_id: '71' }, region: 'GB', total_units_sold: 10 },
      { kind: 'shop', text: 'Glow Nowhere', filter: { seller_id: '73' }, region: null, total_units_sold: 5 },
      { kind: 'shop', text: 'Glow Third', filter: { seller_id: '74' }, region: 'GB', total_units_sold: 4 },
    ]);
  });
});
