import type { CategoryNames } from '../common/lang.js';
import { toCreatorDocument } from '../creator/creator.record.js';
import { toLiveDocument } from '../live/live.record.js';
import { toProductDocument, toProductRecord } from '../product/product.record.js';
import { toVideoDocument, toVideoRecord } from '../video/video.record.js';

const names = (entries: Record<number, { EN_US: string; ZH_CN?: string }>): CategoryNames => ({
  name: (id, lang) => entries[id]?.[lang] ?? entries[id]?.EN_US,
});
const none = names({});
const product = names({ 10: { EN_US: 'Beauty', ZH_CN: '美妆' }, 20: { EN_US: 'Shoes' } });

describe('a record that left the API', () => {
  const video = toVideoRecord({
    video_id: '7491823746501928374',
    publish_time: 1781234567,
    interact_rate: 4.2,
    creator: { uid: '9', category: { id: 3, name: 'Food' } },
    product_info: [{ product_id: '8', category: { l1: { id: 10, name: 'Beauty' } } }],
  });

  it('has equal fields equal, whichever of them was loaded', () => {
    expect(video).toMatchObject({ uid: '9', creator: { uid: '9', category_id: 3, category_name: 'Food' } });
    const other = toVideoRecord({
      video_id: '1',
      publish_time: 1,
      uid: '7',
      creator: { category_id: 4 },
      interact_rate_info: { rate: 2 },
    });
    expect(other).toMatchObject({ uid: '7', interact_rate: 2, creator: { uid: '7', category: { id: 4, name: null } } });
  });
});

describe('a product', () => {
  it.each([
    ['7.000000000000001%', '7%', 7],
    ['12.50 %', '12.5%', 12.5],
    ['1.005%', '1.01%', 1.01],
  ])('has its rates with at most two decimals: %s', (loaded, text, rate) => {
    const record = toProductRecord({ product_id: '1', commission_rate: loaded, creator_order_rate: loaded });
    expect(record).toMatchObject({ commission_rate: text, commission_rate_info: { rate } });
    expect(record).toMatchObject({ creator_order_rate: text, creator_order_rate_info: { rate } });
  });

  it('has its price as loaded, else the floor price in the region’s style', () => {
    expect(toProductRecord({ product_id: '1', region: 'DE', floor_price: 9.5 }).price).toBe('9,50 €');
    expect(toProductRecord({ product_id: '1', region: 'DE', floor_price: 9.5, price: '9 - 12 €' }).price).toBe(
      '9 - 12 €',
    );
    expect(toProductRecord({ product_id: '1', floor_price: 9.5 }).price).toBeNull();
  });

  it('has money in whole units, rounded half away from zero, in the record and in what is filtered', () => {
    const load = { product_id: '1', day7_gmv: 10.5, total_gmv: -10.5 };
    expect(toProductRecord(load)).toMatchObject({ day7_gmv: 11, total_gmv: -11 });
    expect(toProductDocument(load, none)).toMatchObject({ day7_gmv: 11, total_gmv: -11 });
  });

  it('has its rates and its price as numbers too, whatever was loaded for them', () => {
    const load = {
      product_id: '1',
      region: 'DE',
      floor_price: 9.5,
      commission_rate: '12.5%',
      commission_rate_info: { rate: 99, unit: '%' },
      creator_order_rate: '0%',
      price_info: { amount: 99, currency: 'USD' },
    };
    expect(toProductRecord(load)).toMatchObject({
      commission_rate_info: { rate: 12.5, unit: '%' },
      creator_order_rate_info: { rate: 0, unit: '%' },
      price_info: { amount: 9.5, currency: 'EUR' },
    });
    const [abroad, priceless] = [{ region: 'XX', price: '9' }, { region: 'DE' }];
    const nothing = { amount: null, currency: null };
    expect(toProductRecord({ product_id: '1', floor_price: 9.5, ...abroad }).price_info).toEqual(nothing);
    expect(toProductRecord({ product_id: '1', ...priceless }).price_info).toEqual(nothing);
  });

  it('is filtered by the numbers in its percentage texts', () => {
    const load = { product_id: '1', commission_rate: '12.5%', creator_order_rate: '0%' };
    expect(toProductDocument(load, none)).toMatchObject({ commission_rate: 12.5, creator_order_rate: 0 });
  });

  it('is found by its title twice over, by category names in both languages or by the loaded name of an unknown one', () => {
    const load = { product_id: '1', title: 'Lipstick', category: { l1: { id: 10 }, l2: { id: 99, name: 'Lips' } } };
    expect(toProductDocument(load, product).text).toEqual(['Lipstick', 'Lipstick', 'Beauty', '美妆', 'Lips']);
  });

  it('was listed at launch_time, or else at ctime', () => {
    expect(toProductDocument({ product_id: '1', ctime: '1970-01-02 00:00:00' }, none).launch_time).toBe(86400);
    expect(toProductDocument({ product_id: '1', ctime: '1970-01-02 00:00:00', launch_time: 5 }, none).launch_time).toBe(
      5,
    );
  });
});

describe('a video', () => {
  it('is filtered by the level 1 categories of any of its products, each once', () => {
    const category = { l1: { id: 10 } };
    const load = {
      video_id: '1',
      publish_time: 1,
      product_info: [{ category }, { category }, {}, { category: { l1: { id: 20 } } }],
    };
    expect(toVideoDocument(load).product_category_ids).toEqual([10, 20]);
  });
});

describe('a product of a video', () => {
  const priceOf = (price_info?: { amount?: number; currency?: string }) =>
    toVideoRecord({ video_id: '1', publish_time: 1, product_info: [{ price: '$9.50', currency: 'USD', price_info }] })
      .product_info[0]?.price_info;

  it('has its price as a number when that was loaded, else null', () => {
    expect(priceOf({ amount: 9.5, currency: 'USD' })).toEqual({ amount: 9.5, currency: 'USD' });
    expect(priceOf()).toEqual({ amount: null, currency: null });
  });
});

describe('a live stream', () => {
  it('is searched by handle, nickname and title, the title twice, and found by its id', () => {
    const document = toLiveDocument({ room_id: '1', title: 'Mia', nickname: 'Mia', unique_id: 'mia.x' });
    expect(document).toMatchObject({ text: ['Mia', 'Mia', 'mia.x'], names: ['1', 'mia.x', 'Mia'] });
  });

  it('is found by the words in its tags', () => {
    const document = toLiveDocument({
      room_id: '1',
      title: 'New #TikTokMadeMeBuyIt #summer_sale #iPhone',
      nickname: 'miaBeauty',
    });
    const words = ['New #TikTokMadeMeBuyIt #summer_sale #iPhone', 'miaBeauty', 'Tik Tok Made Me Buy It', 'i Phone'];
    expect(document).toMatchObject({ words });
  });

  it('keeps apart its texts with marks, and those without spaces', () => {
    const document = toLiveDocument({ room_id: '1', title: 'Giày đẹp', nickname: 'ครีม ก้อน', unique_id: 'mia.x' });
    expect(document).toMatchObject({ marked: ['Giày đẹp', 'ครีม ก้อน'], unspaced: ['ครีม ก้อน'] });
    const withoutMarks = toLiveDocument({ room_id: '2', title: 'スマホガード', nickname: 'do o' });
    expect(toLiveDocument({ room_id: '3', title: 'Đu trend' })).toMatchObject({ marked: ['Đu trend'] });
    expect(withoutMarks).toMatchObject({ marked: [], unspaced: [] });
  });
});

describe('a creator', () => {
  it('takes its category from category_id or from category', () => {
    expect(toCreatorDocument({ uid: '1', category_id: 5 }).category_id).toBe(5);
    const fromObject = toCreatorDocument({ uid: '1', category: { id: 6, name: 'Food' } });
    expect(fromObject).toMatchObject({ category_id: 6, category_name: 'Food' });
    expect(JSON.parse(fromObject.record)).toMatchObject({ category: { id: 6, name: 'Food' } });
  });
});
