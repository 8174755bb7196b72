import { LoadSuite } from './load-suite.js';

type Row = Readonly<Record<string, unknown>>;

const FULL = {
  product_id: '1729384756102938475',
  title: 'Red lamp',
  region: 'US',
  cover: 'https://example.com/1.jpg',
  category: { l1: { id: 987654, name: 'Falconry' } },
  commission_rate: '12.5%',
  floor_price: 9.5,
  off_shelves: 0,
  day7_units_sold: 15,
  total_gmv: 1000,
  shop: { seller_id: '77', name: 'Lamps', total_units_sold: 5 },
  ctime: '2026-05-04 09:30:00',
  promotion_channel: 2,
  is_top_selling: 1,
};

describe('loads that change some columns', () => {
  let suite: LoadSuite;
  beforeAll(async () => {
    suite = await LoadSuite.start('load-changes');
    const rates = [{ date: '2026-06-30', currency: 'USD', usd: '1' }];
    await suite.load('rates', [suite.records('rates.ndjson', rates)], { mode: 'replace' });
  });
  afterAll(() => suite.close());

  const stored = async (kind: 'products' | 'videos' | 'lives', id: string): Promise<[Row, Row]> => {
    const document = (await suite.contents<Row>(kind)).get(id) as Row;
    return [document, JSON.parse(document.record as string) as Row];
  };
  const whole = (records: readonly object[], kind: 'products' | 'videos' | 'lives' = 'products') =>
    suite.load(kind, [suite.records('whole.ndjson', records)], { mode: 'replace' });
  const update = (content: string, add = false, kind: 'products' | 'videos' = 'products', name = 'update.csv') =>
    suite.load(kind, [suite.file(name, content)], { mode: 'update', add });

  it('changes the fields that a line has, and what is made of them, and keeps the others byte for byte', async () => {
    await whole([FULL, { product_id: '2', title: 'Chair' }]);
    const [before, recordBefore] = await stored('products', FULL.product_id);
    const [other] = await stored('products', '2');
    const content = `product_id,floor_price,title\n${FULL.product_id},12.345,Blue lamp\n3,1,New\n`;
    const { summary, rejects } = await update(content);
    expect(summary).toEqual({ read: 2, loaded: 0, updated: 1, unchanged: 0, superseded: 0, rejected: 1 });
    expect(rejects.map(({ line, reasons }) => [line, reasons])).toEqual([
      [3, ['3 is not stored; --add loads it as new.']],
    ]);
    const [after, recordAfter] = await stored('products', FULL.product_id);
    expect(recordAfter).toEqual({
      ...recordBefore,
      title: 'Blue lamp',
      floor_price: 12.345,
      price: '$12.35',
      price_info: { amount: 12.345, currency: 'USD' },
      usd_price: 12.35,
    });
    expect(after).toEqual({
      ...before,
      floor_price: 12.345,
      usd_price: 12.35,
      text: ['Blue lamp', 'Blue lamp', 'Lamps', 'Falconry'],
      words: ['Blue lamp', 'Lamps', 'Falconry'],
      record: JSON.stringify(recordAfter),
    });
    expect(Object.keys(recordAfter)).toEqual(Object.keys(recordBefore));
    expect((await stored('products', '2'))[0]).toEqual(other);
    expect((await update(content)).summary).toMatchObject({ updated: 0, unchanged: 1, rejected: 1 });
  });

  it('clears a field that is null or an empty cell, and keeps a price and a listing time that were loaded', async () => {
    await whole([{ ...FULL, price: 'from $9', launch_time: 5 }]);
    await update(`product_id,title,shop.name,floor_price,ctime\n${FULL.product_id},,,8,2026-05-05 00:00:00\n`);
    const [document, record] = await stored('products', FULL.product_id);
    expect(record).toMatchObject({
      title: null,
      shop: { seller_id: '77', name: null, total_units_sold: 5 },
      price: 'from $9',
      floor_price: 8,
      ctime: '2026-05-05 00:00:00',
    });
    expect(document).toMatchObject({ launch_time: 5, promotion_channel: 2, is_top_selling: true });
    const line = { product_id: FULL.product_id, shop: null, is_top_selling: null };
    await update(JSON.stringify(line), false, 'products', 'update.ndjson');
    const [cleared, clearedRecord] = await stored('products', FULL.product_id);
    expect(clearedRecord.shop).toEqual({ seller_id: null, name: null, avatar: null, total_units_sold: null });
    expect(cleared).toMatchObject({ is_top_selling: null, promotion_channel: 2 });
  });

  it('makes a listing time anew from a creation time, and takes no name of a category for that of another', async () => {
    await whole([FULL]);
    const lines = `product_id,ctime,category.l1.id\n${FULL.product_id},1970-01-01 00:00:07,987655\n`;
    await update(lines);
    const [document, record] = await stored('products', FULL.product_id);
    expect(document).toMatchObject({ launch_time: 7, l1_category_id: 987655 });
    expect(record.category).toMatchObject({ l1: { id: 987655, name: null } });
  });

  it('applies all lines of an id in order, adds with --add what is whole, and refuses a bad line alone', async () => {
    await whole([{ product_id: '1', title: 'a', off_shelves: 0 }]);
    const lines = [
      { product_id: '1', title: 'b' },
      { product_id: '1', off_shelves: 1 },
      { product_id: '1', off_shelves: 7 },
      { product_id: '2', title: 'new' },
    ];
    const file = lines.map((line) => JSON.stringify(line)).join('\n');
    const { summary, rejects } = await update(file, true, 'products', 'lines.ndjson');
    expect(summary).toEqual({ read: 4, loaded: 1, updated: 1, unchanged: 0, superseded: 1, rejected: 1 });
    expect(rejects.map(({ line }) => line)).toEqual([3]);
    expect((await stored('products', '1'))[1]).toMatchObject({ title: 'b', off_shelves: 1 });
    expect((await stored('products', '2'))[1]).toMatchObject({ title: 'new', off_shelves: null });
    await whole([{ video_id: '1', publish_time: 5, desc: 'x' }], 'videos');
    const videos = await update('video_id,desc\n1,y\n2,z\n', true, 'videos');
    expect(videos.rejects.map(({ reasons }) => reasons)).toEqual([['publish_time is required.']]);
    const cleared = await update('video_id,publish_time\n1,\n', false, 'videos');
    expect(cleared.rejects.map(({ reasons }) => reasons)).toEqual([['publish_time is required.']]);
    expect((await stored('videos', '1'))[1]).toMatchObject({ desc: 'y', publish_time: 5 });
  });

  it('follows the fields of a video that stand for others', async () => {
    const creator = { category: { id: 987654, name: 'Falconry' }, unique_id: 'mia' };
    await whole([{ video_id: '1', publish_time: 5, uid: '6', interact_rate: 3, creator }], 'videos');
    await update('video_id,uid,interact_rate_info.rate,creator.category_id\n1,8,4.5,987655\n', false, 'videos');
    const [document, record] = await stored('videos', '1');
    expect(record).toMatchObject({
      uid: '8',
      interact_rate: 4.5,
      interact_rate_info: { rate: 4.5, unit: '%' },
      creator: { uid: '8', unique_id: 'mia', category: { id: 987655, name: null }, category_id: 987655 },
    });
    expect(document).toMatchObject({ uid: '8', interact_rate: 4.5, creator_category_id: 987655 });
  });

  it('updates facts and creators, whose dimensions follow', async () => {
    const creators = [{ uid: '1', region: 'US', category_id: 987654, category: { name: 'Falconry' } }];
    await suite.load('creators', [suite.records('creators.ndjson', creators)], { mode: 'replace' });
    const days = { id: 's', date: '2026-06-30', uid: '1', channel: 'video', content_id: '5', product_id: '6' };
    const sale = { ...days, product_category_id: 10000, units_sold: 2, gmv: 3.5, usd_gmv: 3.25 };
    await suite.load('sales', [suite.records('sales.ndjson', [sale])], { mode: 'replace' });
    const saleNow = async (): Promise<unknown> => (await suite.contents('sales')).get('s');
    const before = (await saleNow()) as Row;
    await suite.load('sales', [suite.file('sales.csv', 'id,units_sold\ns,-1\n')], { mode: 'update' });
    expect(await saleNow()).toEqual({ ...before, units_sold: -1 });
    await suite.load('creators', [suite.file('creators.csv', 'uid,region\n1,GB\n')], { mode: 'update' });
    expect(await saleNow()).toEqual({ ...before, units_sold: -1, creator_region: 'GB' });
    const [creator] = [...(await suite.contents<Row>('creators')).values()];
    expect(creator).toMatchObject({ region: 'GB', category_id: 987654, category_name: 'Falconry' });
    const { rejects } = await suite.load('sales', [suite.file('sales.csv', 'id,gmv\ns,4\n')], { mode: 'update' });
    expect(rejects.map(({ reasons }) => reasons)).toEqual([
      ['usd_gmv is required: no rate of GBP of 2026-06-30 or before is loaded.'],
    ]);
    await suite.load('creators', [suite.file('creators.csv', 'uid,region\n1,US\n')], { mode: 'update' });
    await suite.load('sales', [suite.file('sales.csv', 'id,gmv\ns,4\n')], { mode: 'update' });
    expect(await saleNow()).toMatchObject({ gmv: '4', usd_gmv: '4' });
    const day = { date: '2026-06-30', uid: '1', follower_count: 5, video_count: 2 };
    await suite.load('creator-days', [suite.records('days.ndjson', [day])], { mode: 'replace' });
    const file = suite.file('days.csv', 'date,uid,follower_count\n2026-06-30,1,9\n');
    await suite.load('creator-days', [file], { mode: 'update' });
    expect((await suite.contents('creator-days')).get('2026-06-30:1')).toMatchObject({
      follower_count: 9,
      video_count: 2,
    });
  });

  it('stops a merge before it empties fields, and names them and both ways on', async () => {
    await whole([FULL, { product_id: '2', title: 'Chair' }]);
    const before = await suite.contents('products');
    const prices = suite.file('prices.csv', `product_id,floor_price\n9,1\n${FULL.product_id},1\n`);
    const refusal =
      /^The inputs lack fields that stored products have: title, region, cover, category\.l1\.id, .* and 3 more\. .*--update.*--whole/;
    await expect(suite.load('products', [prices])).rejects.toThrow(refusal);
    expect(await suite.contents('products')).toEqual(before);
    const lines = [{ product_id: '2', off_shelves: 1 }];
    await expect(suite.load('products', [suite.records('lines.ndjson', lines)])).rejects.toThrow(
      'stored products have: title. This merge would empty them and was stopped.',
    );
    expect(await suite.contents('products')).toEqual(before);
    expect((await suite.load('products', [prices], { whole: true })).summary).toMatchObject({ loaded: 1, updated: 1 });
    expect((await stored('products', FULL.product_id))[1]).toMatchObject({ title: null, floor_price: 1 });
  });

  it('merges what lacks nothing: new ids, a field that some line has, a column that is empty', async () => {
    await whole([{ product_id: '1', title: 'a', cover: 'b' }]);
    const some = [
      { product_id: '1', title: 'c' },
      { product_id: '2', cover: null },
    ];
    expect((await suite.load('products', [suite.records('some.ndjson', some)])).summary).toMatchObject({ updated: 1 });
    const csv = suite.file('empty.csv', 'product_id,title,cover\n1,,\n');
    expect((await suite.load('products', [csv])).summary).toMatchObject({ updated: 1 });
    expect((await stored('products', '1'))[1]).toMatchObject({ title: null, cover: null });
  });

  it('deletes records and facts by their ids, and counts those that are not there', async () => {
    await whole([FULL, { product_id: '2' }, { product_id: '3' }]);
    const ids = suite.file('ids.csv', 'product_id,title\n2,any\n8,\n2,\n');
    const { summary } = await suite.load('products', [ids], { mode: 'delete' });
    expect(summary).toEqual({ read: 3, deleted: 1, not_found: 1, superseded: 1, rejected: 0 });
    expect([...(await suite.contents('products')).keys()].sort()).toEqual([FULL.product_id, '3']);
    const days = ['2026-06-29', '2026-06-30'].map((date) => ({ date, uid: '1', follower_count: 5 }));
    await suite.load('creator-days', [suite.records('days.ndjson', days)], { mode: 'replace' });
    const { summary: facts } = await suite.load('creator-days', [suite.records('day.ndjson', days.slice(1))], {
      mode: 'delete',
    });
    expect(facts).toMatchObject({ deleted: 1, not_found: 0 });
    expect([...(await suite.contents('creator-days')).keys()]).toEqual(['2026-06-29:1']);
    const { rejects } = await suite.load('creator-days', [suite.records('day.ndjson', [{ uid: '1' }])], {
      mode: 'delete',
    });
    expect(rejects.map(({ reasons }) => reasons)).toEqual([['date is required.']]);
  });

  it('deletes the creator of facts, which then have none', async () => {
    await suite.load('creators', [suite.records('c.ndjson', [{ uid: '1', region: 'US' }])], { mode: 'replace' });
    const day = { date: '2026-06-30', uid: '1', follower_count: 5 };
    await suite.load('creator-days', [suite.records('days.ndjson', [day])], { mode: 'replace' });
    await suite.load('creators', [suite.records('c.ndjson', [{ uid: '1' }])], { mode: 'delete' });
    expect((await suite.contents('creator-days')).get('2026-06-30:1')).toMatchObject({
      creator_loaded: false,
      creator_region: null,
    });
  });

  it('updates and deletes categories only when a tree is left', async () => {
    const node = (id: number, level: number, parent_id: number | null) => ({
      id,
      level,
      parent_id,
      name: { EN_US: `Name ${id}`, ZH_CN: '美妆' },
    });
    const tree = suite.records('tree.ndjson', [node(1, 1, null), node(2, 2, 1)]);
    await suite.load('product-categories', [tree], { mode: 'replace' });
    const root = suite.records('root.ndjson', [{ id: 1 }]);
    await expect(suite.load('product-categories', [root], { mode: 'delete' })).rejects.toThrow(
      'Category 2 has the parent 1, which is missing.',
    );
    const renamed = suite.records('renamed.ndjson', [{ id: 2, name: { EN_US: 'Lips' } }]);
    await suite.load('product-categories', [renamed], { mode: 'update' });
    expect((await suite.contents('product-categories')).get('2')).toEqual({
      ...node(2, 2, 1),
      name: { EN_US: 'Lips', ZH_CN: '美妆' },
    });
    const leaf = suite.records('leaf.ndjson', [{ id: 2 }]);
    expect((await suite.load('product-categories', [leaf], { mode: 'delete' })).summary).toMatchObject({ deleted: 1 });
  });
});
