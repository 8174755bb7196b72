import type { ProductRecord } from '../../src/product/product.record.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import { startTestApp, testApp } from '../support/app.js';
import { loadRecords } from '../support/load-records.js';
import { groupsOf } from '../support/oracle/shops.oracle.js';
import { seededIndices, sharedSeed } from '../support/shared-indices.js';

const PATH = '/product/v1/similar';

interface Similar {
  readonly total: number;
  readonly words: readonly string[];
  readonly list: readonly ProductRecord[];
}

interface Hits {
  readonly hits: {
    readonly total: number;
    readonly hits: readonly { readonly _id: string; readonly _score: number }[];
  };
}

describe('similar products', () => {
  let products: readonly ProductRecord[];

  const test = testApp(() => ({ name: 'similar', indices: seededIndices() }));
  beforeAll(async () => {
    products = recordsIn<ProductRecord>(await exportAll(test, '/product/v1/export'));
    expect(products).toHaveLength([...sharedSeed().products()].length);
  });

  const ask = (request: object) => test.api.ask<Similar>(PATH, request);
  const textsOf = ({ title, category: { l1, l2, l3 } }: ProductRecord) =>
    [title, l1.name, l2.name, l3.name].filter((text): text is string => text !== null);
  const wordsIn = async (text: string[]): Promise<Set<string>> => {
    const { tokens = [] } = await test.elasticsearch.indices.analyze({
      index: test.names.alias('products'),
      field: 'text',
      text,
    });
    return new Set(tokens.map(({ token }) => token));
  };
  const isInReach = (price: number | null, other: number | null) =>
    price === null || other === null || (other >= price / 2 && other <= price * 2);

  it('are those that more_like_this of Elasticsearch finds, in its order, of other shops and near prices', async () => {
    let compared = 0;
    for (const product of products.filter((_, at) => at % 14 === 0)) {
      const { total, words, list } = await ask({ product_id: product.product_id, pagesize: 100 });
      // Numbers with a unit, and what has no spaces, are several words of `more_like_this`.
      if (!words.every((word) => /^[a-z]+$/.test(word))) continue;
      expect([words, (await wordsIn([...words])).size]).toEqual([words, words.length]);
      const like = {
        fields: ['text'],
        like: textsOf(product),
        min_term_freq: 1,
        min_doc_freq: 2,
        max_query_terms: 100,
      };
      const { hits } = (await test.elasticsearch.search<unknown>({
        index: test.names.alias('products'),
        size: 1000,
        query: { more_like_this: like },
      })) as unknown as Hits;
      const byId = new Map(products.map((one) => [one.product_id, one]));
      const scores = new Map(hits.hits.map(({ _id, _score }) => [_id, _score]));
      const kept = [...scores.keys()]
        .flatMap((id) => byId.get(id) ?? [])
        .filter(
          (one) =>
            one.product_id !== product.product_id &&
            (one.shop.seller_id === null || one.shop.seller_id !== product.shop.seller_id) &&
            isInReach(product.usd_price, one.usd_price),
        );
      const scoreOf = ({ product_id }: ProductRecord): number => scores.get(product_id) ?? 0;
      const sold = (one: ProductRecord): number => one.day7_units_sold ?? -1;
      kept.sort(
        (one, other) =>
          scoreOf(other) - scoreOf(one) || sold(other) - sold(one) || (one.product_id < other.product_id ? -1 : 1),
      );
      expect([product.product_id, total]).toEqual([product.product_id, kept.length]);
      expect(list.map(({ product_id }) => product_id)).toEqual(kept.slice(0, 100).map(({ product_id }) => product_id));
      compared += 1;
    }
    expect(compared).toBeGreaterThan(10);
  });

  it('name the words that count: words of title and category that another product has', async () => {
    for (const product of products.filter((_, at) => at % 40 === 0)) {
      const { words, list } = await ask({ product_id: product.product_id });
      const text = textsOf(product).join(' ').toLowerCase().replace(/['’]/g, '');
      expect(words.filter((word) => !text.includes(word))).toEqual([]);
      if (!words.every((word) => /^[a-z]+$/.test(word))) continue;
      const forms = await Promise.all(words.map((word) => wordsIn([word])));
      for (const one of list) {
        const its = await wordsIn([...textsOf(one), one.shop.name ?? '']);
        const shared = forms.filter((form) => [...form].every((word) => its.has(word)));
        expect(shared.length).toBeGreaterThanOrEqual(Math.max(1, Math.floor(words.length * 0.3)));
      }
    }
  });

  it('leave out their own shop unless asked, by own_shop or seller_id', async () => {
    const sizes = groupsOf(products);
    const [seller_id, own = []] = [...sizes].sort(([, one], [, other]) => other.length - one.length)[0] ?? [];
    const [product] = own;
    const request = { product_id: product?.product_id, pagesize: 100 };
    const shopsIn = ({ list }: Similar) => new Set(list.map(({ shop }) => shop.seller_id));
    expect(shopsIn(await ask(request)).has(seller_id ?? '')).toBe(false);
    const withOwn = await ask({ ...request, own_shop: true, filter: { usd_price_range: { min: 0 } } });
    expect(withOwn.list.map(({ product_id }) => product_id)).not.toContain(product?.product_id);
    const narrowed = await ask({ ...request, filter: { seller_id, usd_price_range: { min: 0 } } });
    expect([...shopsIn(narrowed)]).toEqual([seller_id]);
    expect(withOwn.total).toBeGreaterThan((await ask({ ...request, filter: { usd_price_range: { min: 0 } } })).total);
  });

  it('keep the filter, in whose place a range of prices stands, fields and pages', async () => {
    const anyPrice = { filter: { usd_price_range: { min: 0 } }, pagesize: 100 };
    let [product_id, far] = ['', [] as readonly ProductRecord[]];
    for (const product of products) {
      const { list } = await ask({ product_id: (product_id = product.product_id), ...anyPrice });
      far = list.filter((one) => !isInReach(product.usd_price, one.usd_price));
      if (far.length > 1 && list.length - far.length > 5) break;
    }
    const all = await ask({ product_id, pagesize: 100 });
    expect(all.list.filter((one) => far.some((other) => one.product_id === other.product_id))).toEqual([]);
    const [{ region } = { region: null }] = all.list;
    const ofRegion = await ask({ product_id, filter: { region }, pagesize: 100 });
    expect(ofRegion.list).toEqual(all.list.filter((one) => one.region === region));
    const pages = [await ask({ product_id, pagesize: 3 }), await ask({ product_id, pagesize: 3, page: 2 })];
    expect(pages.flatMap(({ list }) => list)).toEqual(all.list.slice(0, 6));
    const { list } = await ask({ product_id, fields: ['product_id'], pagesize: 1 });
    expect(list.map(Object.keys)).toEqual([['product_id']]);
  });

  it('of a product that is not loaded there are none', async () => {
    expect(await ask({ product_id: '404' })).toEqual({ words: [], total: 0, list: [] });
  });
});

it('a product without words, price or shop has none, or those with its words', async () => {
  const products = [
    { product_id: '1', title: null },
    { product_id: '2', title: 'Blue Kettle' },
    { product_id: '3', title: 'Blue Kettle XL', floor_price: 900, region: 'US' as const },
    { product_id: '4', title: 'Lone' },
  ];
  const test = await startTestApp({ name: 'similar-few', load: loadRecords({ products }) });
  try {
    const ask = (product_id: string) => test.api.ask<Similar>(PATH, { product_id });
    expect(await ask('1')).toEqual({ words: [], total: 0, list: [] });
    expect(await ask('4')).toEqual({ words: [], total: 0, list: [] });
    const { words, list } = await ask('2');
    expect([words, list.map(({ product_id }) => product_id)]).toEqual([['blue', 'kettle'], ['3']]);
  } finally {
    await test.close();
  }
});
