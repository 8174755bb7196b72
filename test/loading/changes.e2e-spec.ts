import fc from 'fast-check';
import type { JsonObject } from '../../src/common/json-object.js';
import { descriptionOf } from '../../src/loading/load-kind.js';
import { inOrder, rateLines, RECORDS, updatesOf } from '../support/random-changes.js';
import { loadSuite } from './load-suite.js';

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
  const suite = loadSuite('load-changes');
  beforeAll(async () => {
    const rates = [{ date: '2026-06-30', currency: 'USD', usd: '1' }];
    await suite.load('rates', [suite.records('rates.ndjson', rates)], { mode: 'replace' });
  });

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

  it('clears a field that is null or an empty cell', async () => {
    await whole([FULL]);
    await update(`product_id,title,shop.name\n${FULL.product_id},,\n`);
    const [document, record] = await stored('products', FULL.product_id);
    expect(record).toMatchObject({ title: null, shop: { seller_id: '77', name: null, total_units_sold: 5 } });
    expect(document).toMatchObject({ promotion_channel: 2, is_top_selling: true });
    const line = { product_id: FULL.product_id, shop: null, is_top_selling: null };
    await update(JSON.stringify(line), false, 'products', 'update.ndjson');
    const [cleared, clearedRecord] = await stored('products', FULL.product_id);
    expect(clearedRecord.shop).toEqual({ seller_id: null, name: null, avatar: null, total_units_sold: null });
    expect(cleared).toMatchObject({ is_top_selling: null, promotion_channel: 2 });
  });

  it('keeps a price and a listing time that were loaded until the price or the creation time changes', async () => {
    await whole([{ ...FULL, price: 'from $9', launch_time: 5 }]);
    const change = (floor_price: number, ctime: string, title: string) =>
      update(`product_id,floor_price,ctime,title\n${FULL.product_id},${floor_price},${ctime},${title}\n`);
    await change(9.5, FULL.ctime, 'Blue lamp');
    const [same, sameRecord] = await stored('products', FULL.product_id);
    expect(sameRecord).toMatchObject({ title: 'Blue lamp', price: 'from $9', floor_price: 9.5 });
    expect(same).toMatchObject({ launch_time: 5 });
    await change(8, '1970-01-01 00:00:07', 'Blue lamp');
    const [document, record] = await stored('products', FULL.product_id);
    expect(record).toMatchObject({ price: '$8.00', price_info: { amount: 8, currency: 'USD' }, usd_price: 8 });
    expect(document).toMatchObject({ launch_time: 7 });
    await update(`product_id,floor_price,price\n${FULL.product_id},7,from $7\n`);
    expect((await stored('products', FULL.product_id))[1]).toMatchObject({ price: 'from $7', floor_price: 7 });
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
    await update('video_id,creator.uid,creator.category_name\n1,9,Food\n', false, 'videos');
    const [after, recordAfter] = await stored('videos', '1');
    expect(after).toMatchObject({ uid: '9' });
    expect(recordAfter).toMatchObject({
      uid: '9',
      creator: { uid: '9', category: { id: 987655, name: 'Food' }, category_name: 'Food' },
    });
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
      /^The inputs lack fields that stored products have: title, region, cover, category\.l1\.id, .* and 2 more\. .*--update.*--whole/;
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

describe('what is made of changed fields', () => {
  const suite = loadSuite('load-made');
  beforeAll(async () => {
    await suite.load('rates', [suite.records('rates.ndjson', rateLines(2))]);
    await loadCreators();
  });

  const loadCreators = () => {
    const creators = [...RECORDS.creators].map(([uid, { region }]) => ({ uid, region }));
    return suite.load('creators', [suite.records('creators.ndjson', creators)], { mode: 'replace' });
  };

  it.each(['products', 'videos', 'lives', 'sales', 'creators'] as const)(
    'is stored by 300 random updates of %s as by a replacement with the changed lines',
    async (kind) => {
      const [key = ''] = descriptionOf(kind).keys;
      const updates = fc.sample(updatesOf(kind), { numRuns: 300, seed: 94 }).map(({ line, change, merged }, at) => {
        const id = { [key]: String(1000 + at) };
        return { line: { ...line, ...id }, change: { ...change, ...id }, merged: { ...merged, ...id } };
      });
      const replace = async (part: 'line' | 'merged') => {
        const lines = suite.records(
          `${part}.ndjson`,
          updates.map((update) => update[part]),
        );
        const { rejects } = await suite.load(kind, [lines], { mode: 'replace' });
        return rejects.map(({ line, reasons }) => [line, reasons]);
      };
      expect(await replace('line')).toEqual([]);
      const before = await suite.contents<JsonObject>(kind);
      const changes = suite.records(
        'changes.ndjson',
        updates.map(({ change }) => change),
      );
      const { rejects } = await suite.load(kind, [changes], { mode: 'update' });
      const updated = await suite.contents<JsonObject>(kind);
      expect(rejects.map(({ line, reasons }) => [line, reasons])).toEqual(
        (await replace('merged')).map(([line, reasons]) => [line, [(reasons as string[]).join(' ')]]),
      );
      const replaced = await suite.contents<JsonObject>(kind);
      const documents = (of: (id: string) => JsonObject | undefined) =>
        [...before.keys()].sort().map((id) => inOrder(of(id) ?? id));
      expect(documents((id) => updated.get(id))).toEqual(documents((id) => replaced.get(id) ?? before.get(id)));
    },
  );

  it('are amounts in USD: of another day or creator of a sale, or else the line is rejected', async () => {
    await loadCreators();
    const line = { date: '2026-06-29', uid: '11', channel: 'video', content_id: '1', product_id: '2', gmv: 10 };
    const sale = { ...line, product_category_id: 1, units_sold: 1 };
    const sales = [
      { ...sale, id: 'made' },
      { ...sale, id: 'given', usd_gmv: 7 },
    ];
    await suite.load('sales', [suite.records('sales.ndjson', sales)], { mode: 'replace' });
    const amounts = async () => {
      const contents = await suite.contents<{ usd_gmv: string }>('sales');
      return ['made', 'given'].map((id) => contents.get(id)?.usd_gmv);
    };
    const change = async (fields: object) => {
      const changes = ['made', 'given'].map((id) => ({ id, ...fields }));
      const { summary, rejects } = await suite.load('sales', [suite.records('changes.ndjson', changes)], {
        mode: 'update',
      });
      expect(summary.read).toBe(2);
      return rejects.map(({ reasons }) => reasons);
    };
    // One USD is 1.1 of 29 June, 1.2 of 30 June; one GBP 2.2 of 30 June.
    expect(await amounts()).toEqual(['11', '7']);
    expect(await change({ units_sold: 2, date: '2026-06-29' })).toEqual([]);
    expect(await amounts()).toEqual(['11', '7']);
    expect(await change({ date: '2026-06-30' })).toEqual([]);
    expect(await amounts()).toEqual(['12', '12']);
    expect(await change({ uid: '12' })).toEqual([]);
    expect(await amounts()).toEqual(['22', '22']);
    expect(await change({ uid: '11', usd_gmv: 9 })).toEqual([]);
    expect(await amounts()).toEqual(['9', '9']);
    const noRate = ['usd_gmv is required: no rate of USD of 2026-06-27 or before is loaded.'];
    expect(await change({ date: '2026-06-27' })).toEqual([noRate, noRate]);
    const noCreator = ['usd_gmv is required: no creator 99 with a region is loaded.'];
    expect(await change({ uid: '99' })).toEqual([noCreator, noCreator]);
    expect(await amounts()).toEqual(['9', '9']);
  });

  it('are amounts in USD that keep their rate until their amount or its region changes', async () => {
    const products = [1, 2].map((id) => ({ product_id: `${id}`, region: 'US', floor_price: 10, total_gmv: 100 }));
    await suite.load('products', [suite.records('products.ndjson', products)], { mode: 'replace' });
    await suite.load('rates', [suite.records('newer.ndjson', rateLines(7))]);
    const change = suite.records('changes.ndjson', [
      { product_id: '1', title: 'Lamp', total_units_sold: 8, total_gmv: 100, usd_price: 5 },
      { product_id: '2', floor_price: 20 },
    ]);
    const { notes } = await suite.load('products', [change], { mode: 'update' });
    expect(notes[0]).toMatch(/^Values of usd_price were ignored, .*: 1, such as/);
    const contents = await suite.contents<JsonObject>('products');
    const inUsd = { usd_price: 12, total_usd_gmv: 120, usd_gmv_whole: 120, usd_gmv_fraction: 0 };
    expect(contents.get('1')).toMatchObject({ ...inUsd, average_usd_price: 15 });
    expect(contents.get('2')).toMatchObject({ ...inUsd, usd_price: 34 });
    const moved = suite.records('moved.ndjson', [{ product_id: '1', region: 'GB' }]);
    await suite.load('products', [moved], { mode: 'update' });
    expect((await suite.contents<JsonObject>('products')).get('1')).toMatchObject({
      usd_price: 27,
      total_usd_gmv: 270,
    });
  });
});
