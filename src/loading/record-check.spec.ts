import { toLiveRecord } from '../live/live.record.js';
import { toProductRecord } from '../product/product.record.js';
import { toVideoRecord } from '../video/video.record.js';
import type { RecordKind } from '../common/record-kind.js';
import { RecordCheck } from './record-check.js';

const reasonsOf = (kind: RecordKind, value: unknown): readonly string[] =>
  new RecordCheck(kind).check(value).reasons ?? [];

const sale = {
  id: 's1',
  date: '2026-06-30',
  uid: '1',
  channel: 'video',
  content_id: '2',
  product_id: '3',
  product_category_id: 10000,
  units_sold: -1,
  gmv: -12.3456,
  usd_gmv: 0,
};

const rate = { date: '2026-06-30', currency: 'VND', usd: '0.000039' };

describe('RecordCheck', () => {
  it.each(['0.0000000001', '1', '1.0000000000', '99.9999999999', '01.5'])('takes the rate %s', (usd) => {
    expect(reasonsOf('rates', { ...rate, usd })).toEqual([]);
  });

  it.each([
    '0',
    '0.0000000000',
    '-1',
    '1.00000000001',
    '100',
    '150.25',
    '1e-5',
    '.5',
    '5.',
    '1,27',
    ' 1',
    '',
    'NaN',
    1.27,
  ])('refuses the rate %j', (usd) => {
    const rule = 'it must be decimal text above 0 and below 100 with at most 10 decimals, such as "0.000039"';
    expect(reasonsOf('rates', { ...rate, usd })).toEqual([`usd is ${JSON.stringify(usd)}; ${rule}.`]);
  });

  it.each(['XXX', 'vnd', '', 'KRW'])('refuses a rate of the unknown currency %j', (currency) => {
    expect(reasonsOf('rates', { ...rate, currency })[0]).toMatch(
      /^currency is "\w*"; it must be one of USD, GBP, MXN, /,
    );
  });

  it('takes the API’s own records back', () => {
    const video = toVideoRecord({
      video_id: '1',
      publish_time: 5,
      creator: { uid: '2' },
      product_info: [{ product_id: '3' }],
    });
    expect(reasonsOf('videos', video)).toEqual([]);
    expect(reasonsOf('products', toProductRecord({ product_id: '1', commission_rate: '12.5%' }))).toEqual([]);
    expect(reasonsOf('lives', toLiveRecord({ room_id: '1' }))).toEqual([]);
  });

  it.each([
    ['play_count', '15.5k', 'a whole number from 0 to 10,000,000,000,000, in digits, or null.'],
    ['gmv', '1,234', 'a number within ±10,000,000,000,000, or null.'],
    ['publish_time', '-', 'Unix seconds.'],
    ['is_ad', 'yes', 'one of 0, 1, or null.'],
    ['interact_rate', '7,5%', 'a number, or null.'],
  ])('refuses %s %j', (field, text, wanted) => {
    expect(reasonsOf('videos', { video_id: '1', publish_time: 5, [field]: text })).toEqual([
      `${field} is ${JSON.stringify(text)}; it must be ${wanted}`,
    ]);
  });

  it.each([
    ['products', { product_id: '1' }],
    ['videos', { video_id: '1', publish_time: 1 }],
    ['lives', { room_id: '1' }],
    ['creators', { uid: '1' }],
    ['sales', sale],
    ['creator-days', { date: '2026-06-30', uid: '1', follower_count: 5 }],
    ['rates', rate],
    ['synonyms', { id: 'a', words: ['trainers', 'sneakers'] }],
    ['product-categories', { id: 1, level: 1, name: { EN_US: 'Beauty' } }],
    ['creator-categories', { id: 1, level: 1, parent_id: null, name: { EN_US: 'Beauty', ZH_CN: '美妆' } }],
  ] as const)('takes %s with only the required fields, and refuses them without each of these', (kind, record) => {
    expect(reasonsOf(kind, record)).toEqual([]);
    const required: Record<RecordKind, readonly string[]> = {
      products: ['product_id'],
      videos: ['video_id', 'publish_time'],
      lives: ['room_id'],
      creators: ['uid'],
      sales: Object.keys(sale),
      'creator-days': ['date', 'uid', 'follower_count'],
      rates: Object.keys(rate),
      synonyms: ['id', 'words'],
      'product-categories': ['id', 'level', 'name'],
      'creator-categories': ['id', 'level', 'name'],
    };
    for (const name of required[kind]) {
      const without = Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
      expect(reasonsOf(kind, without)).toEqual([`${name} is required.`]);
      expect(reasonsOf(kind, { ...record, [name]: null })).toHaveLength(1);
    }
  });

  it('takes null for everything that is not required', () => {
    const video = { video_id: '1', publish_time: 1, creator: null, product_info: null, gmv: null, is_ad: null };
    expect(reasonsOf('videos', video)).toEqual([]);
  });

  it.each([
    [{ words: ['sneakers', ' Sneakers'] }, ['" Sneakers" stands twice.']],
    [{ words: ['sneakers'], from: ['trainers', 'sneakers'] }, ['"sneakers" stands twice.']],
    [{ words: ['sneakers'] }, ['words has no other word to be read as.']],
    [{ words: [], from: ['sneakers', 'trainers'] }, ['words has no other word to be read as.']],
    [
      { words: ['sneakers', ' ', '', 'one two three four five'] },
      [' ', '', 'one two three four five'].map(
        (word, at) =>
          `words[${at + 1}] is ${JSON.stringify(word)}; it must be one to four words of at most 100 characters.`,
      ),
    ],
    [{ words: Array.from({ length: 200 }, (_, at) => `word${at}`) }, []],
    [
      { words: Array.from({ length: 200 }, (_, at) => `word${at}`), from: ['sneakers'] },
      ['words and from have 201 words; they may have 200 at most.'],
    ],
    [{ words: ['running shoes'], from: ['sneakers'] }, []],
    [{ words: ['running shoes', '运动鞋'], from: null }, []],
  ])('takes synonyms of which each word stands once: %j', (record, reasons) => {
    expect(reasonsOf('synonyms', { id: 'a', ...record })).toEqual(reasons);
  });

  it('gives every fault at once, each with its path and value', () => {
    const faults = reasonsOf('videos', {
      video_id: '1',
      publish_time: 1781234567000,
      play_count: '12',
      is_ad: 2,
      titel: 'x',
      creator: { nick_name: 'a', follower_count: 1.5 },
      product_info: [{}, { gmv: 'much', sold: 1 }],
    });
    expect([...faults].sort()).toEqual(
      [
        'publish_time is 1781234567000, which looks like milliseconds; it must be Unix seconds.',
        'play_count is "12"; it must be a whole number from 0 to 10,000,000,000,000, in digits, or null.',
        'is_ad is 2; it must be one of 0, 1, or null.',
        'titel is not a field of videos. --map takes fields under other names and leaves the others out.',
        'product_info[1].sold is not a field of videos.',
        'creator.nick_name is not a field of videos; did you mean nickname. --map takes fields under other names and leaves the others out.',
        'creator.follower_count is 1.5; it must be a whole number from 0 to 2^53 − 1, in digits, or null.',
        'product_info[1].gmv is "much"; it must be a number, or null.',
      ].sort(),
    );
  });

  it('names the list of records in an object that is no record', () => {
    const answer = { ok: 1, data: { page: { n: [1] }, products: [{ product_id: '1' }] } };
    expect(reasonsOf('products', answer)).toEqual([
      'product_id is required.',
      'ok is not a field of products. --records data.products reads the list in it.',
      'data is not a field of products. --records data.products reads the list in it.',
    ]);
    expect(reasonsOf('products', { product_id: '1', sizes: [{}] })).toEqual([
      'sizes is not a field of products. --map takes fields under other names and leaves the others out.',
    ]);
  });

  it.each([
    ['a list', [1]],
    ['"text"', 'text'],
    ['null', null],
  ])('refuses a line that holds no object: %s', (shown, value) => {
    expect(reasonsOf('videos', value)).toEqual([`The line is ${shown}; it must be an object.`]);
  });

  it.each([
    ['products', { product_id: '1', region: 'us' }, 'region is "us"; it must be a region code'],
    [
      'products',
      { product_id: '1', ctime: '2026-02-30 10:00:00' },
      'ctime is "2026-02-30 10:00:00"; it must be a UTC time',
    ],
    ['products', { product_id: '1', commission_rate: 'high' }, 'commission_rate is "high"; it must be a percentage'],
    [
      'products',
      { product_id: '1', commission_rate: '12.5' },
      'commission_rate is "12.5"; it must be a percentage with its sign, such as "12.5%", or null.',
    ],
    ['products', { product_id: '' }, 'product_id is ""; it must be an id of 1 to 100 characters without blanks'],
    ['products', { product_id: 1.5 }, 'product_id is 1.5; it must be an id of 1 to 100 characters'],
    [
      'videos',
      { video_id: '1', publish_time: 1, play_count: -977433948 },
      'play_count is -977433948; it must be a whole',
    ],
    ['creator-days', { date: '2026-06-30', uid: '1', follower_count: -1 }, 'follower_count is -1; it must be a whole'],
    [
      'products',
      { product_id: '1', total_units_sold: 2 ** 53 },
      'total_units_sold is 9007199254740992; it must be a whole',
    ],
    ['products', { product_id: '1', creator_count: 2 ** 53 }, 'creator_count is 9007199254740992; it must be a whole'],
    ['products', { product_id: '1', floor_price: 1e400 }, 'floor_price is Infinity; it must be a number'],
    ['sales', { ...sale, date: '2026-13-01' }, 'date is "2026-13-01"; it must be a day that exists'],
    [
      'sales',
      { ...sale, gmv: 1.00001 },
      'gmv is 1.00001; it must be a number within ±1,000,000,000,000 with at most 4 decimals and 15 digits.',
    ],
    [
      'sales',
      { ...sale, gmv: 123456789012.3456 },
      'gmv is 123456789012.3456; it must be a number within ±1,000,000,000,000 with at most 4',
    ],
    ['sales', { ...sale, channel: 'shop' }, 'channel is "shop"; it must be one of video, live.'],
    ['product-categories', { id: 1, level: 1, name: {} }, 'name.EN_US is required.'],
  ] as const)('refuses what a field of %s can’t hold: %j', (kind, record, beginning) => {
    const reasons = reasonsOf(kind, record);
    expect(reasons).toHaveLength(1);
    expect(reasons[0]?.startsWith(beginning)).toBe(true);
  });

  it.each([
    ['sales', 'units_sold', 1e9, 1, 'a whole number within ±1,000,000,000, in digits'],
    ['sales', 'usd_gmv', 1e9, 0.0001, 'a number within ±1,000,000,000 with at most 4 decimals'],
    ['sales', 'gmv', 1e12, 0.01, 'a number within ±1,000,000,000,000 with at most 4 decimals and 15 digits'],
    ['videos', 'gmv', 1e13, 0.01, 'a number within ±10,000,000,000,000, or null'],
    ['lives', 'total_gmv', 1e13, 0.01, 'a number within ±10,000,000,000,000, or null'],
    ['products', 'total_gmv', 1e13, 0.01, 'a number within ±10,000,000,000,000; decimals are rounded away, or null'],
  ] as const)('takes %s whose %s is ±%d and refuses what is larger by %d', (kind, field, most, step, rule) => {
    const record = { sales: sale, videos: { video_id: '1', publish_time: 1 }, lives: { room_id: '1' } };
    const whole = kind === 'products' ? { product_id: '1' } : record[kind];
    for (const sign of [1, -1]) {
      expect(reasonsOf(kind, { ...whole, [field]: sign * most })).toEqual([]);
      const beyond = sign * (most + step);
      expect(reasonsOf(kind, { ...whole, [field]: beyond })).toEqual([`${field} is ${beyond}; it must be ${rule}.`]);
    }
  });

  it.each([
    ['videos', { video_id: '1', publish_time: 1 }, 'play_count'],
    ['videos', { video_id: '1', publish_time: 1 }, 'units_sold'],
    ['lives', { room_id: '1' }, 'total_viewer_count'],
    ['lives', { room_id: '1' }, 'total_units_sold'],
    ['products', { product_id: '1' }, 'total_units_sold'],
  ] as const)('takes %s %j whose %s is 10^13, and refuses one more', (kind, record, field) => {
    expect(reasonsOf(kind, { ...record, [field]: 1e13 })).toEqual([]);
    expect(reasonsOf(kind, { ...record, [field]: 1e13 + 1 })).toEqual([
      `${field} is 10000000000001; it must be a whole number from 0 to 10,000,000,000,000, in digits, or null.`,
    ]);
  });

  it('refuses a sale of 2^53 − 1 units, and says of what an amount in USD was made that is too large', () => {
    expect(reasonsOf('sales', { ...sale, units_sold: 2 ** 53 - 1 })).toEqual([
      'units_sold is 9007199254740991; it must be a whole number within ±1,000,000,000, in digits.',
    ]);
    const made = { usd_gmv: '2000000000 GBP at the rate of its day' };
    expect(new RecordCheck('sales').check({ ...sale, usd_gmv: 2.54e9 }, made).reasons).toEqual([
      'usd_gmv is 2540000000 (2000000000 GBP at the rate of its day); it must be a number within ±1,000,000,000 with at most 4 decimals.',
    ]);
  });

  const lossy = ['7.34948E+18', '7.34948e+18', '7349480000000000000.0', '-7e18', '1.0E21', '7E3', '123.'];
  const split = ['a b', '1,2', '1，2', '1\n2', '1\u200b2', 'x'.repeat(101)];
  it.each([...lossy, ...split])('refuses the id %j in every id field', (id) => {
    const faults = [
      ...reasonsOf('products', { product_id: id, shop: { seller_id: id } }),
      ...reasonsOf('videos', {
        video_id: id,
        uid: id,
        publish_time: 1,
        creator: { uid: id },
        product_info: [{ product_id: id }],
      }),
      ...reasonsOf('lives', { room_id: id, uid: id }),
      ...reasonsOf('creators', { uid: id }),
      ...reasonsOf('sales', { ...sale, uid: id, content_id: id, product_id: id }),
      ...reasonsOf('creator-days', { date: '2026-06-30', uid: id, follower_count: 5 }),
    ];
    expect(faults.map((fault) => fault.split(' is ')[0]).sort()).toEqual(
      [
        ...['product_id', 'shop.seller_id', 'video_id', 'uid', 'creator.uid', 'product_info[0].product_id'],
        ...['uid', 'room_id', 'uid', 'uid', 'content_id', 'product_id', 'uid'],
      ].sort(),
    );
  });

  it.each(['12.5', 's-1e5', '12e45678', 'e5', '2026.06.30'])('takes %j as the id of a sale', (id) => {
    expect(reasonsOf('sales', { ...sale, id })).toEqual([]);
  });

  it.each(['7.34948E+18', '1e21', '734.9E+16', ...split])('refuses %j as the id of a sale', (id) => {
    expect(reasonsOf('sales', { ...sale, id })).toEqual([expect.stringMatching(/^id is .*; it must be an id of 1 to/)]);
  });

  it('refuses half of a character in every text', () => {
    const cut = 'cut emoji \ud83d';
    const reason =
      'has half of a character (a lone surrogate, "\\ud83d") at position 11; was the text cut inside an emoji?';
    expect(reasonsOf('products', { product_id: '1', title: cut, shop: { name: cut } })).toEqual([
      `title ${reason}`,
      `shop.name ${reason}`,
    ]);
    expect(reasonsOf('product-categories', { id: 1, level: 1, name: { EN_US: cut } })).toEqual([
      `name.EN_US ${reason}`,
    ]);
    expect(reasonsOf('sales', { ...sale, id: 'a\udc00' })).toHaveLength(1);
    expect(reasonsOf('products', { product_id: '1', title: 'whole emoji 😀' })).toEqual([]);
  });

  it.each(['true', 'FALSE', 'null', 'NaN', 'undefined', '#N/A', 'None', 'Total', 'Grand-Total:', '合计', 'Summe'])(
    'refuses %j as the id of a record',
    (id) => {
      const isSum = ['Total', 'Grand-Total:', '合计', 'Summe'].includes(id);
      const reason = isSum
        ? `is "${id}", which names a line of sums; --skip-totals leaves those of CSV out.`
        : `is "${id}", which stands for another value, and is no id.`;
      expect(reasonsOf('products', { product_id: id, title: 'a' })).toEqual([`product_id ${reason}`]);
      expect(reasonsOf('creator-days', { date: '2026-06-30', uid: id, follower_count: 5 })).toEqual([`uid ${reason}`]);
      expect(new RecordCheck('products', true).check({ product_id: id }).reasons).toBeUndefined();
    },
  );

  it('refuses true and false as ids', () => {
    expect(reasonsOf('sales', { ...sale, content_id: true })).toEqual([
      expect.stringMatching(/^content_id is true; it must be an id of 1 to 100 characters/),
    ]);
  });

  it('takes words of sums in records that have an id', () => {
    expect(reasonsOf('products', { product_id: '1', title: 'Total', shop: { name: 'Sum' } })).toEqual([]);
    expect(reasonsOf('products', { product_id: 'total-7' })).toEqual([]);
  });

  it('names at most 100 faults, and shortens long names', () => {
    const unknown = Object.fromEntries(Array.from({ length: 130 }, (_, at) => [`field_${at}`, at]));
    const some = reasonsOf('products', { product_id: '1', ...unknown });
    expect([some.length, some.at(-1)]).toEqual([101, '30 more faults are not named.']);
    expect(reasonsOf('products', { product_id: '1', ['x'.repeat(1000)]: 1 })[0]).toMatch(/^x{1000}…$/);
  });

  it('takes whole amounts with decimals, which are rounded', () => {
    expect(reasonsOf('products', { product_id: '1', total_gmv: 12.5, day7_gmv: -0.5 })).toEqual([]);
  });

  it('is not led astray by keys of Object.prototype', () => {
    const record: unknown = JSON.parse('{"product_id":"1","__proto__":{"title":"x"},"constructor":1}');
    expect([...reasonsOf('products', record)].sort()).toEqual([
      '__proto__ is not a field of products. --map takes fields under other names and leaves the others out.',
      'constructor is not a field of products. --map takes fields under other names and leaves the others out.',
    ]);
  });
});
