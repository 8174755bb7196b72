import {
  CommerceClient,
  type Export,
  type Partly,
  type ProductRecord,
  type ProductSearchData,
  type ProductSearchRequest,
  type ShopRecord,
} from './index.js';

type Same<One, Other> =
  (<Value>() => Value extends One ? 1 : 2) extends <Value>() => Value extends Other ? 1 : 2 ? true : false;
/** Compiles only for a value whose type is exactly this one; the compiler is the test. */
const isOf =
  <Expected>() =>
  <Given>(value: Given, same: Same<Given, Expected>): Given => {
    expect(same).toBe(true);
    return value;
  };

const ROWS = [{ product_id: '1', shop: { name: 'Shop' } }];
const bodies: unknown[] = [];
const client = new CommerceClient({
  baseUrl: 'http://service.example',
  token: 'token',
  fetch: async (_, init) => {
    bodies.push(JSON.parse(init?.body as string));
    return Response.json({ code: 0, data: { total: 1, list: ROWS } });
  },
});
const lists = async <Row>(rows: AsyncIterable<Row>): Promise<Row[]> => {
  const list: Row[] = [];
  for await (const row of rows) list.push(row);
  return list;
};

/** A row of `fields: ['product_id', 'shop.name']`. */
interface Named {
  product_id: string;
  shop: { name: ShopRecord['name'] };
}

describe('the type of rows', () => {
  it('has exactly the fields whose paths are literals', async () => {
    const { list, total } = await client.searchProducts({ fields: ['product_id', 'shop.name'] });
    const [row] = isOf<Named[]>()(list, true);
    expect([row?.product_id, row?.shop.name, total]).toEqual(['1', 'Shop', 1]);
    expect(bodies.at(-1)).toEqual({ fields: ['product_id', 'shop.name'] });
    // @ts-expect-error: no field that was not asked for
    expect(list[0]?.title).toBeUndefined();
    // @ts-expect-error: nor one in an object
    expect(list[0]?.shop.seller_id).toBeUndefined();
  });

  it('has an object whole that is named whole', async () => {
    const [row] = (await client.searchProducts({ fields: ['shop'] })).list;
    expect(isOf<ShopRecord | undefined>()(row?.shop, true)).toEqual({ name: 'Shop' });
  });

  it('is the whole record without fields', async () => {
    isOf<ProductSearchData>()(await client.searchProducts(), true);
    isOf<ProductSearchData>()(await client.searchProducts({ filter: { region: 'US' }, orderby: [] }), true);
    isOf<ProductSearchData>()(await client.searchProducts({ fields: [] }), true);
    const rows = isOf<ProductRecord[]>()(await lists(client.allProducts({}, { limit: 1 })), true);
    expect(rows).toEqual(ROWS);
  });

  it('has any field, maybe, where the paths are known when it runs', async () => {
    const fields: string[] = ['title'];
    isOf<Partly<ProductRecord>[]>()((await client.searchProducts({ fields })).list, true);
    const request: ProductSearchRequest = { fields: ['title'] };
    const { list } = await client.searchProducts(request);
    isOf<string | null | undefined>()(list[0]?.title, true);
    const one = await client.searchProducts({ fields: [Math.random() < 2 ? 'title' : 'region'] });
    isOf<Partly<ProductRecord>[]>()(one.list, true);
    // @ts-expect-error: the shop may be missing
    expect(list[0]?.shop.name).toBe('Shop');
  });

  it('is the same of walks and exports', async () => {
    const rows = await lists(client.allProducts({ fields: ['product_id', 'shop.name'] }, { limit: 1 }));
    expect(isOf<string | null | undefined>()(rows[0]?.shop.name, true)).toBe('Shop');
    const exported = client.exportProducts({ fields: ['product_id'] });
    isOf<Export<{ product_id: string }>>()(exported, true);
    // @ts-expect-error: the whole request is checked, the filter too
    client.exportProducts({ fields: ['product_id'], filter: { colour: 'red' } });
  });

  it('refuses a path that no row has', async () => {
    // @ts-expect-error: there is no such field
    await client.searchProducts({ fields: ['product_id', 'colour'] });
    // @ts-expect-error: nor in a shop
    await client.searchProducts({ fields: ['shop.colour'] });
    expect(bodies.at(-1)).toEqual({ fields: ['shop.colour'] });
  });
});
