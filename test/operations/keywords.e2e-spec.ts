import { BUILT_IN_TREES } from '../../src/common/categories/category-tree.js';
import type { LiveLoad } from '../../src/live/live.record.js';
import { withLocks } from '../../src/elastic/state/cluster-lock.js';
import { rollBack } from '../../src/loading/index-builds/index-history.js';
import type { ProductLoad } from '../../src/product/product.record.js';
import { wordsOf } from '../../src/search/compiler/keyword-reading.js';
import type { VideoLoad } from '../../src/video/video.record.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import { LoadSuite } from '../loading/load-suite.js';
import { startTestApp, testApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { loadRecords } from '../support/load-records.js';
import type { SearchData } from './search-suite.js';

type KeywordAnswer = SearchData & { match?: string; read_as?: { word: string; as: string[] }[] };

/** One product per text; its id says what it is. */
const TITLES: Readonly<Record<string, string>> = {
  english: 'Matte red lipstick, long lasting',
  german: 'Straßenschuhe für Übergrößen',
  thai: 'รองเท้าผ้าใบสีขาว',
  chinese: '手机保护壳',
  japanese: 'スマホケース',
  emoji: '💄 glow',
  tshirts: 'Tshirts in a box',
  knives: 'Kitchen knives',
  compound: 'Hundeleine aus Leder',
  turkish: 'Taşınabilir ısıtıcı IŞIK',
  kana: 'ファッションコーヒーメーカー',
  traditional: '雙肩背包',
  arabic: 'حقيبة جلدية',
};

const [beauty] = BUILT_IN_TREES['product-categories'].nodes;

const products: ProductLoad[] = [
  ...Object.entries(TITLES).map(([product_id, title]) => ({ product_id, title })),
  {
    product_id: '1729384756102938475',
    title: 'Phone stand',
    shop: { seller_id: '7495123456789012345', name: 'Glow Lab' },
  },
  { product_id: 'velvet-title', title: 'Velvet sofa' },
  { product_id: 'velvet-shop', title: 'Sofa', shop: { seller_id: '8', name: 'Velvet House' } },
  { product_id: 'in-category', title: 'Something', category: { l1: { id: beauty?.id } } },
  { product_id: 'cashmere-unsold', title: 'Cashmere shawl', day7_units_sold: 0 },
  ...['cap-1', 'cap-2', 'cap-3'].map((product_id) => ({ product_id, title: 'Bathing cap' })),
  ...['map-1', 'map-2', 'map-3', 'map-4'].map((product_id) => ({ product_id, title: 'Hiking map' })),
  { product_id: 'cashmere-sold', title: 'Cashmere scarf', day7_units_sold: 90_000 },
];

/** 40 videos speak of Mia and her plays, and one is hers; others tie in everything but plays and id. */
const videos: VideoLoad[] = [
  ...Array.from({ length: 40 }, (_, index) => ({
    video_id: `about-${index}`,
    publish_time: 1,
    desc: 'mia beauty, mia beauty and mia beauty',
    play_count: 1_000_000,
    region: index % 2 === 0 ? 'US' : 'GB',
  })),
  {
    video_id: 'hers',
    publish_time: 1,
    desc: 'a long text of hers that speaks of other things than herself, and of nothing else at all',
    play_count: 0,
    creator: { unique_id: 'Mia.Beauty', nickname: 'M' },
  },
  ...[5, 900, null, 900, 30].map((play_count, index) => ({
    video_id: `twin-${index}`,
    publish_time: 1,
    desc: 'identical twins',
    play_count,
    digg_count: 100 - index,
  })),
];

const lives: LiveLoad[] = [
  { room_id: 'title', title: 'Skincare night' },
  { room_id: 'nickname', nickname: 'Skincare by Ann' },
  { room_id: 'handle', unique_id: 'skincare_ann' },
  { room_id: 'other', title: 'Shoes' },
];

describe('keywords', () => {
  const test = testApp(() => ({ name: 'keywords', load: loadRecords({ products, videos, lives }) }));

  const find = async (path: string, idField: string, body: object) =>
    (await test.api.ask<SearchData>(path, body)).list.map((record) => record[idField] as string);
  const findProducts = (keywords: string) => find('/product/v1/search', 'product_id', { keywords });
  const findLives = (keywords: string) => find('/live/v1/search', 'room_id', { keywords });
  const findVideos = (body: object) =>
    find('/video/v1/search', 'video_id', { filter: { create_time_range: { min: 0 } }, pagesize: 100, ...body });

  it.each([
    ['ubergrossen', 'german'],
    ['สีขาว', 'thai'],
    ['保护', 'chinese'],
    ['ｽﾏﾎ', 'japanese'],
    ['すまほ', 'japanese'],
    ['💄', 'emoji'],
    ['STRASSENSCHUHE', 'german'],
    ['übergrössen', 'german'],
    ['ใบสีขา', 'thai'],
    ['スマホ', 'japanese'],
    ['ケース', 'japanese'],
    ['ふぁっしょん', 'kana'],
    ['フアツシヨン', 'kana'],
    ['背包', 'traditional'],
    ['t-shirts in a box', 'tshirts'],
    ['leine', 'compound'],
    ['hundelein', 'compound'],
    ['hundleeine', 'compound'],
    ['ışık', 'turkish'],
    ['isik', 'turkish'],
    ['حقيبه', 'arabic'],
    ['💄💄', 'emoji'],
    ['lip\u200bstick red', 'english'],
  ])('%s finds %s first', async (keywords, product) => {
    expect((await findProducts(keywords))[0]).toBe(product);
  });

  it.each(['mia.beauty', '@mia.beauty', ' MIA.Beauty ', 'ｍｉａ.beauty'])(
    'that are a handle find its creator first: %s',
    async (keywords) => {
      const [first, ...others] = await findVideos({ keywords });
      expect(first).toBe('hers');
      expect(others.filter((id) => id.startsWith('about-'))).toHaveLength(40);
    },
  );

  it('of live streams are sought in title, nickname and unique ID', async () => {
    expect((await findLives('skincare')).sort()).toEqual(['handle', 'nickname', 'title']);
  });

  it('that nothing holds find nothing', async () => {
    expect(await findProducts('zzzzqqqq xxxxwwww')).toEqual([]);
  });

  it('order by relevance, then by plays, null last, then by id', async () => {
    const expected = ['twin-1', 'twin-3', 'twin-4', 'twin-0', 'twin-2'];
    expect((await findVideos({ keywords: 'identical twins' })).filter((id) => id.startsWith('twin'))).toEqual(expected);
  });

  it('with an orderby are ordered only by that', async () => {
    const orderby = [{ field: 'digg_count' }];
    const expected = ['twin-0', 'twin-1', 'twin-2', 'twin-3', 'twin-4'];
    expect(await findVideos({ keywords: 'twins', orderby })).toEqual(expected);
  });

  it('match one set, whatever the page size and the field sorted by', async () => {
    for (const keywords of ['mia beauty', 'mai beauty', 'twins']) {
      const sets = new Set<string>();
      for (const field of ['play_count', 'digg_count', 'create_time']) {
        for (const pagesize of [7, 100]) {
          const ids: string[] = [];
          for (let page = 1; page * pagesize <= 200; page++) {
            ids.push(...(await findVideos({ keywords, orderby: [{ field }], page, pagesize })));
          }
          expect(new Set(ids).size).toBe(ids.length);
          sets.add(JSON.stringify(ids.sort()));
        }
      }
      expect(sets.size).toBe(1);
    }
  });

  it('hold together with filters, and the total counts both', async () => {
    const filter = { create_time_range: { min: 0 }, region: 'GB' };
    const { body } = await test.api.post<SearchData>('/video/v1/search', { keywords: 'mia', filter });
    expect(body.data.total).toBe(20);
  });

  it.each([[''], ['   '], [null]])('%j are none', async (keywords) => {
    expect(await findVideos({ keywords })).toEqual(await findVideos({}));
  });

  it.each([
    ['a letter 120 times', 'a'.repeat(120)],
    ['the same word again and again', 'lipstick '.repeat(14).trim().slice(0, 120)],
    ['60 one-letter words', 'a '.repeat(60).trim()],
    [
      '60 different one-letter words',
      [...'abcdefghijklmnopqrstuvwxyzäöüßéèñçåøæłıαβγδεζηθικλμνξοπρστυφ'].join(' ').slice(0, 119),
    ],
    ['only stop words', 'the of and to in is a for on with at by from as it'],
    ['only emoji', '😀'.repeat(120)],
    ['emoji of joined parts', '👩‍👩‍👧‍👦'.repeat(10)],
    ['right-to-left text with its marks', '\u202eحقيبة جلدية\u202c '.repeat(6).trim()],
    ['zero-width characters between letters', [...'lipstickred'.repeat(5)].join('\u200b')],
    ['combining marks without end', `e${'\u0301'.repeat(119)}`],
    ['unpaired surrogates', '\ud800\udc00\ud800 \udc00'.repeat(20)],
    ['Thai letters without end', 'ก'.repeat(120)],
    ['Han characters without end', '手'.repeat(120)],
    ['kana without end', 'ア'.repeat(120)],
    ['digits without end', '1'.repeat(120)],
    ['40 misspelt words', 'lipstik mate lonk '.repeat(6).trim()],
  ])('of a pathological kind are answered in time: %s', async (_, keywords) => {
    for (const orderby of [[], [{ field: 'day7_units_sold' }]]) {
      const { status, body } = await test.api.post<SearchData>('/product/v1/search', { keywords, orderby });
      expect({ status, code: body.code }).toEqual({ status: 200, code: 0 });
    }
  });

  it('let popularity settle a near tie, and not more than that', async () => {
    expect((await findProducts('cashmere')).slice(0, 2)).toEqual(['cashmere-sold', 'cashmere-unsold']);
    expect((await findProducts('cashmere shawl')).slice(0, 2)).toEqual(['cashmere-unsold', 'cashmere-sold']);
  });

  it('that name a category find its products first, in either language', async () => {
    const names = Object.values(beauty?.name ?? {});
    expect(names).toHaveLength(2);
    for (const keywords of names) {
      expect((await findProducts(keywords))[0]).toBe('in-category');
    }
  });

  it('with an orderby match every word, as written or with a slip, and never fewer', async () => {
    const sorted = (keywords: string) =>
      find('/product/v1/search', 'product_id', { keywords, orderby: [{ field: 'day7_units_sold' }] });
    expect(await sorted('kitchen knives')).toEqual(['knives']);
    expect(await sorted('kitchn knives')).toEqual(['knives']);
    expect(await sorted('kitchen knives sharp steel')).toEqual([]);
  });

  describe('in double quotes', () => {
    const havingAll = (keywords: string): string[] =>
      products
        .filter(({ title, shop }) => {
          const words = `${title} ${shop?.name ?? ''}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
          return keywords.split(' ').every((word) => words.includes(word));
        })
        .map(({ product_id }) => product_id)
        .sort();

    it.each([
      // As written, without quotes and with.
      ['hiking map', 4, 4],
      ['map hiking', 4, 4],
      ['velvet', 2, 2],
      // A slip, a word that some of the records lack, and a part of a word.
      ['lipstik', 1, 0],
      ['hikng map', 4, 0],
      ['bathing map', 7, 0],
      ['leine', 1, 0],
    ])('are neither taken for other words nor left out: %s', async (keywords, without, within) => {
      expect(await findProducts(keywords)).toHaveLength(without);
      const expected = havingAll(keywords);
      expect(expected).toHaveLength(within);
      const quoted = `"${keywords}"`;
      const answers = await Promise.all([
        test.api.post<KeywordAnswer>('/product/v1/search', { keywords: quoted }),
        test.api.post<KeywordAnswer>('/product/v1/search', {
          keywords: ` "${keywords} " `,
          orderby: [{ field: 'day7_units_sold' }],
        }),
      ]);
      for (const { body } of answers) {
        expect(body.data).toMatchObject({ total: within, match: 'all_words', read_as: [] });
        expect(body.data.list.map((one) => one.product_id as string).sort()).toEqual(expected);
      }
      const facets = [{ field: 'l1_category_id' }];
      const counted = await test.api.post<KeywordAnswer>('/product/v1/facets', { keywords: quoted, facets });
      expect(counted.body.data).toMatchObject({ total: within, match: 'all_words', read_as: [] });
      const ids = recordsIn(await exportAll(test, '/product/v1/export', { keywords: quoted })).map(
        (row) => row.product_id,
      );
      expect(ids.sort()).toEqual(expected);
    });

    it.each(['bathing "map"', '"bathing" map', '"bathing" "map"', '"bathing map', 'bathing map"'])(
      'only as a whole: %s is read without the quotes',
      async (keywords) => expect(await findProducts(keywords)).toEqual(await findProducts('bathing map')),
    );

    it('find a handle, and none with a slip', async () => {
      expect(await findVideos({ keywords: '"mia.beauty"' })).toContain('hers');
      expect(await findVideos({ keywords: '"mia.beuty"' })).toEqual([]);
    });
  });

  describe('are answered for', () => {
    const answer = (path: string, body: object) => test.api.ask<KeywordAnswer>(path, body);
    const products = (keywords: string, more: object = {}) => answer('/product/v1/search', { keywords, ...more });
    const orderby = [{ field: 'day7_units_sold' }];

    it('when all of their words match', async () => {
      expect(await products('bathing cap', { orderby })).toMatchObject({ total: 3, match: 'all_words', read_as: [] });
    });

    it('when some words match, without an orderby', async () => {
      expect(await products('bathing cap sharp')).toMatchObject({ total: 3, match: 'some_words', read_as: [] });
      expect(await products('bathing cap sharp', { orderby })).toMatchObject({ total: 0, match: 'all_words' });
    });

    it('when a word was taken for another', async () => {
      const read_as = [{ word: 'lipstik', as: ['lipstick'] }];
      for (const more of [{}, { orderby }])
        expect(await products('lipstik', more)).toMatchObject({ total: 1, read_as });
    });

    it('when two letters of a word without spaces were swapped', async () => {
      const read_as = [{ word: 'รอเงท้าผ้าใบ', as: ['รองเทาผาใบ'] }];
      for (const more of [{}, { orderby }])
        expect(await products('รอเงท้าผ้าใบ', more)).toMatchObject({ total: 1, read_as });
    });

    it('by live search and video search too, and by none without keywords', async () => {
      const window = { create_time_range: { min: 0 } };
      expect(await answer('/live/v1/search', { keywords: 'skincare', pagesize: 1 })).toMatchObject({
        match: 'all_words',
      });
      expect(await answer('/video/v1/search', { keywords: 'twins', filter: window })).toMatchObject({ read_as: [] });
      for (const [path, filter] of [
        ['/product/v1/search', {}],
        ['/live/v1/search', {}],
        ['/video/v1/search', window],
      ] as const) {
        const data = await answer(path, { filter });
        expect(['match', 'read_as'].filter((name) => name in data)).toEqual([]);
      }
    });
  });

  it('are never taken for others where the index knows them', async () => {
    const sorted = { orderby: [{ field: 'day7_units_sold' }] };
    for (const more of [{}, sorted]) {
      const { body } = await test.api.post<SearchData>('/product/v1/search', { keywords: 'cap', ...more });
      expect(body.data.list.map((one) => one.product_id)).toEqual(['cap-1', 'cap-2', 'cap-3']);
    }
  });

  it.each(['mia.baeuty', 'mia.beuty', 'mia.beautyy', 'miia.beauty', 'mia_beauty', 'nia.beauty', '@mia.beauti'])(
    'that are a handle with a slip find its creator first: %s',
    async (keywords) => {
      const [first] = await findVideos({ keywords });
      expect(first).toBe('hers');
      expect((await findVideos({ keywords, orderby: [{ field: 'play_count' }] })).includes('hers')).toBe(true);
    },
  );

  it.each([
    ['手机护壳', 'chinese'],
    ['双肩包', 'traditional'],
    ['スマホースケ', 'japanese'],
    ['リップ', undefined],
    ['スマケース', 'japanese'],
    ['スマホケス', 'japanese'],
    ['รองท้าผ้าใบสีขาว', 'thai'],
    ['รองเท้าผ้าใสีขาว', 'thai'],
  ])('of a text without spaces may lack a character, with an orderby too: %s', async (keywords, product) => {
    const more = { orderby: [{ field: 'day7_units_sold' }] };
    const sorted = await find('/product/v1/search', 'product_id', { keywords, ...more });
    if (product === undefined) expect(sorted).toEqual([]);
    else expect([sorted, (await findProducts(keywords))[0]]).toEqual([[product], product]);
  });

  it.each([
    'Matte red lipstick, long-lasting',
    "o'neill men 500 ml @mia.beauty #summer_sale",
    'lipstick,red shampoo/conditioner cat&dog [box]+lid 🔥hot®',
    '1 ml 15 pro 3.5 mm a500 ml (2 pcs) AC/DC R&B 10x',
    '34 in. 36\' 20-Volt 10.000 1,5 Liter 3/4" 5 in 1 ½ cup 500毫升装 50 มล. 3 Pounds 2 kilos',
    '手机 保护壳 スマホケース รองเท้า สีขาว 💄💄 !!!',
    'zero\u200bwidth {"match":{}} -minus',
  ])('are parted into words as analysis parts them: %s', async (keywords) => {
    const tokens = async (text: string | string[]): Promise<string[]> => {
      const index = test.names.alias('products');
      const answer = await test.elasticsearch.indices.analyze({ index, analyzer: 'keywords', text });
      return (answer.tokens ?? []).map(({ token }) => token);
    };
    expect(new Set(await tokens(wordsOf(keywords)))).toEqual(new Set(await tokens(keywords)));
  });

  const PLURALS = `
    tee tees, tree trees, coffee coffees, shoe shoes, snowshoe snowshoes, toe toes, cookie cookies, hoodie hoodies,
    selfie selfies, movie movies, beanie beanies, smoothie smoothies, tie ties,
    battery batteries, accessory accessories, body bodies, shelf shelves, bookshelf bookshelves,
    knife knives, scarf scarves, leaf leaves, wolf wolves, glove gloves,
    sleeve sleeves, curve curves, olive olives, dress dresses, sundress sundresses,
    glass glasses, sunglass sunglasses, mattress mattresses, compass compasses, necklace necklaces,
    brush brushes, toothbrush toothbrushes, dish dishes, eyelash eyelashes, box boxes,
    lunchbox lunchboxes, watch watches, smartwatch smartwatches, patch patches, switch switches,
    bench benches, wrench wrenches, peach peaches, pouch pouches, couch couches,
    torch torches, headache headaches, mustache mustaches, lens lenses, mouse mice,
    bus buses, iris irises, canvas canvases, stylus styluses, cactus cacti,
    tooth teeth, foot feet, woman women, child children, tomato tomatoes,
    potato potatoes, mango mangoes, case cases, vase vases, hose hoses,
    blouse blouses, purse purses, earring earrings, legging leggings, earbud earbuds,
    boot boots, toy toys, key keys, housse housses, brosse brosses,
    coche coches, bougie bougies, manche manches
  `;

  it('have one term for the singular and plural of a noun', async () => {
    const pairs = PLURALS.trim()
      .split(/,\s+/)
      .map((pair) => pair.split(' '));
    const index = test.names.alias('products');
    const { tokens } = await test.elasticsearch.indices.analyze({ index, analyzer: 'text', text: pairs.flat() });
    const terms = (tokens ?? []).map(({ token }) => token);
    expect(terms).toEqual(pairs.flatMap(([singular]) => [singular, singular]));
  });

  it.each([
    ['news', 'new'],
    ['glove', 'glow'],
    ['shelves', 'sleeves'],
    ['neue', 'neu'],
  ])('are different words: %s and %s', async (...text) => {
    const index = test.names.alias('products');
    const { tokens } = await test.elasticsearch.indices.analyze({ index, analyzer: 'text', text });
    expect(new Set((tokens ?? []).map(({ token }) => token)).size).toBe(2);
  });

  it.each(['*', '?', '!!!', '@', '#', '()', '\ud83d', '\u200b'])('of only signs find nothing: %j', async (keywords) => {
    expect(await findProducts(keywords)).toEqual([]);
  });
});

const SYNONYM_TITLES = {
  a: 'White sneakers for men',
  b: 'White trainers for men',
  c: 'Running shoes white',
  d: 'Shoes for men, running late sign',
  e: 'Ionic blower white',
  f: 'Hair dryer white',
};
const EQUAL = { id: 'shoes', words: ['sneakers', 'trainers', 'running shoes'] };

interface Found {
  readonly list: readonly { readonly product_id: string }[];
  readonly total: number;
  readonly match: string;
  readonly read_as: object[];
  readonly also?: object[];
}

describe('synonyms of the operator', () => {
  let suite: LoadSuite;
  let test: TestApp;

  beforeAll(async () => {
    suite = await LoadSuite.start('synonyms');
    const products = Object.entries(SYNONYM_TITLES).map(([product_id, title]) => ({ product_id, title, region: 'US' }));
    await suite.load('products', [suite.records('products.ndjson', products)]);
    test = await startTestApp({ name: 'synonyms', indices: suite.prefix });
  });
  afterAll(async () => {
    await test?.close();
    await suite?.close();
  });

  const search = (keywords: string, more: object = {}) =>
    test.api.ask<Found>('/product/v1/search', { keywords, ...more });
  const idsOf = ({ list }: Pick<Found, 'list'>): string =>
    list
      .map(({ product_id }) => product_id)
      .sort()
      .join('');
  const isFound = (keywords: string, ids: string) =>
    eventually(`${keywords} to find ${ids}`, async () =>
      idsOf(await search(keywords, ALL)) === ids ? true : undefined,
    );
  const load = (records: readonly object[], mode: 'merge' | 'replace') =>
    suite.load('synonyms', [suite.records('synonyms.ndjson', records)], { mode });
  const ALL = { match: 'all_words' };

  it('are none until some are loaded', async () => {
    const { also, ...found } = await search('sneakers', ALL);
    expect(idsOf(found)).toBe('a');
    expect(also).toBeUndefined();
  });

  it('find the records of each other, and the answer tells so', async () => {
    expect((await load([EQUAL], 'merge')).summary).toMatchObject({ loaded: 1, rejected: 0 });
    await isFound('sneakers', 'abcd');
    for (const more of [ALL, { orderby: [{ field: 'day7_units_sold' }] }]) {
      const found = await search('sneaker', more);
      expect({ ...found, list: idsOf(found) }).toMatchObject({
        list: 'abcd',
        total: 4,
        match: 'all_words',
        read_as: [],
        also: [{ words: 'sneaker', as: ['trainers', 'running shoes'] }],
      });
      expect(found.list[0]?.product_id).toBe('a');
    }
  });

  it('stand for adjacent words, with the other words of the keywords', async () => {
    expect(await search('white running shoes', ALL).then(idsOf)).toBe('abc');
    expect(await search('shoes running', ALL).then(idsOf)).toBe('cd');
  });

  it('are not searched for in double quotes', async () => {
    const { also, ...found } = await search('"sneakers"');
    expect(idsOf(found)).toBe('a');
    expect(also).toBeUndefined();
  });

  it('count in facets and exports', async () => {
    const facets = [{ field: 'region' }];
    const { body } = await test.api.post<{ total: number; also: object[] }>('/product/v1/facets', {
      keywords: 'trainers',
      facets,
    });
    expect(body.data).toMatchObject({ total: 4, also: [{ words: 'trainers', as: ['sneakers', 'running shoes'] }] });
    const exported = recordsIn<{ product_id: string }>(
      await exportAll(test, '/product/v1/export', { keywords: 'trainers' }),
    );
    expect(idsOf({ list: exported })).toBe('abcd');
  });

  it('find the categories of each other in suggestions', async () => {
    const suggest = async (keywords: string) => {
      const { body } = await test.api.post<{ list: { text: string }[] }>('/product/v1/suggest', { keywords });
      return body.data.list.map(({ text }) => text);
    };
    expect(await suggest('lippenstift')).toEqual([]);
    await load([{ id: 'lipstick', words: ['lipstick'], from: ['lippenstift'] }], 'merge');
    await isFound('lippenstift', '');
    const own = await suggest('lipstick');
    expect(own).not.toEqual([]);
    expect(
      await eventually('suggestions', async () =>
        (await suggest('lippenstift')).length > 0 ? suggest('lippenstift') : undefined,
      ),
    ).toEqual(own);
    expect(await suggest('"lippenstift"')).toEqual([]);
  });

  it('are replaced and rolled back as other kinds are', async () => {
    await load([{ id: 'dryer', words: ['hair dryer'], from: ['blower'] }], 'replace');
    await isFound('blower', 'ef');
    expect(await search('sneakers', ALL).then(idsOf)).toBe('a');
    expect(await search('hair dryer', ALL).then(idsOf)).toBe('f');
    const target = { client: suite.client, names: suite.names, retryOptions: { giveUpAfterMs: 5000 } };
    await withLocks(target, ['synonyms'], 'rollback', (locked) => rollBack(locked, 'synonyms'));
    await isFound('sneakers', 'abcd');
    expect(await search('blower', ALL).then(idsOf)).toBe('e');
  });

  it('are at most 10,000; each further line is refused, and lines for known ids are not', async () => {
    const many = Array.from({ length: 10_001 }, (_, at) => ({ id: `n${at}`, words: [`word${at}`, `other${at}`] }));
    const { summary, rejects } = await load(many, 'replace');
    expect(summary).toMatchObject({ read: 10_001, loaded: 10_000, rejected: 1 });
    expect(rejects).toMatchObject([{ line: 10_001, reasons: ['There are 10,000 synonyms, which is the most.'] }]);
    const merged = await load([{ id: 'n0', words: ['blower', 'sneakers'] }, EQUAL], 'merge');
    expect(merged.summary).toMatchObject({ updated: 1, rejected: 1 });
    await isFound('blower', 'ae');
  });
});
