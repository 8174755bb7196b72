import { loadSuite, type LoadSuite } from './load-suite.js';

describe('facts', () => {
  const suite = loadSuite('load-facts');

  const sale = {
    id: 'a',
    date: '2026-06-30',
    uid: '1',
    channel: 'video',
    content_id: '2',
    product_id: '3',
    product_category_id: 10000,
    units_sold: 1,
    gmv: 10,
    usd_gmv: 10,
  };
  const amounts = async (): Promise<number[]> =>
    [...(await suite.contents<{ usd_gmv: number }>('sales')).values()]
      .map(({ usd_gmv }) => Number(usd_gmv))
      .sort((a, b) => a - b);

  it('of sales are replaced by their own id and stand beside each other under different ones, negative ones too', async () => {
    await suite.load('sales', [suite.records('sales.ndjson', [sale, { ...sale, id: 'b' }])]);
    expect(await amounts()).toEqual([10, 10]);
    const again = [
      { ...sale, usd_gmv: 7.5 },
      { ...sale, id: 'c', units_sold: -1, usd_gmv: -2.5 },
    ];
    const { summary } = await suite.load('sales', [suite.records('again.ndjson', again)]);
    expect(summary).toMatchObject({ loaded: 1, updated: 1, rejected: 0 });
    expect(await amounts()).toEqual([-2.5, 7.5, 10]);
  });

  it('of creator-days are one per date and uid', async () => {
    const day = { date: '2026-06-30', uid: '1', follower_count: 5 };
    const other = { ...day, uid: '2' };
    await suite.load('creator-days', [suite.records('days.ndjson', [day, other, { ...day, date: '2026-06-29' }])]);
    const { summary } = await suite.load('creator-days', [
      suite.records('late.ndjson', [{ ...day, follower_count: 6 }]),
    ]);
    expect(summary).toMatchObject({ loaded: 0, updated: 1 });
    const kept = [...(await suite.contents<typeof day>('creator-days')).values()];
    expect(kept.map(({ date, uid, follower_count }) => `${date} ${uid} ${follower_count}`).sort()).toEqual([
      '2026-06-29 1 5',
      '2026-06-30 1 6',
      '2026-06-30 2 5',
    ]);
  });

  it('may have amounts with the sign of their creator’s currency', async () => {
    const creators = [
      { uid: 'us', region: 'US' },
      { uid: 'vn', region: 'VN' },
    ];
    await suite.load('creators', [suite.records('creators.ndjson', creators)]);
    const file = suite.records('signs.ndjson', [
      { ...sale, id: 'us', uid: 'us', gmv: '($1,629.99)', usd_gmv: '-$1,629.99' },
      { ...sale, id: 'vn', uid: 'vn', gmv: '1,234,567đ', usd_gmv: 50 },
      { ...sale, id: 'other', uid: 'us', gmv: '€5' },
      { ...sale, id: 'none', uid: 'nobody', gmv: '$5' },
    ]);
    const { summary, rejects, notes } = await suite.load('sales', [file], { reading: { units: true, decimal: '.' } });
    expect(summary).toMatchObject({ loaded: 2, rejected: 2 });
    const stored = await suite.contents<{ gmv: string; usd_gmv: string }>('sales');
    expect(['us', 'vn'].map((id) => stored.get(id)).map((one) => [one?.gmv, one?.usd_gmv])).toEqual([
      ['-1629.99', '-1629.99'],
      ['1234567', '50'],
    ]);
    expect(rejects.map(({ reasons }) => reasons)).toEqual(
      ['€5', '$5'].map((text) => [
        `gmv is "${text}"; it must be a number within ±1,000,000,000,000 with at most 4 decimals and 15 digits.`,
      ]),
    );
    expect(notes[0]).toMatch(/^Texts were read as numbers: 3, such as usd_gmv "-\$1,629\.99" as -1629\.99 /);
    await suite.load('sales', [file], { mode: 'replace', reading: { units: true, decimal: '.' } });
  });
});

const rate = (date: string, currency: string, usd: unknown) => ({ date, currency, usd });

async function pricesOf(suite: LoadSuite): Promise<(readonly [string, number | null])[]> {
  const contents = await suite.contents<{ usd_price: number | null; record: string }>('products');
  return [...contents]
    .map(([id, { usd_price, record }]) => {
      expect((JSON.parse(record) as { usd_price: number | null }).usd_price).toBe(usd_price);
      return [id, usd_price] as const;
    })
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

describe('rates', () => {
  const suite = loadSuite('load-rates');

  it('are rejected when they are no rates; the last of a day counts, and the others are told', async () => {
    const lines = [
      rate('2026-06-29', 'VND', '0.00004'),
      rate('2026-06-30', 'VND', '5'),
      rate('2026-06-30', 'VND', '0.000039'),
      rate('2026-06-30', 'EUR', '1.08'),
      rate('2026-06-30', 'EUR', '0'),
      rate('2026-06-30', 'EUR', '-1'),
      rate('2026-06-30', 'XXX', '1'),
      rate('2026-06-30', 'EUR', '0.00000000001'),
      rate('2026-06-31', 'EUR', '1'),
      rate('2026-06-30', 'EUR', 1.08),
    ];
    const { summary, rejects, notes } = await suite.load('rates', [suite.records('rates.ndjson', lines)]);
    expect(summary).toEqual({ read: 10, loaded: 3, updated: 0, unchanged: 0, superseded: 1, rejected: 6 });
    expect(rejects.map(({ line }) => line)).toEqual([5, 6, 7, 8, 9, 10]);
    expect(notes).toEqual([]);
    expect((await suite.contents<{ usd: string }>('rates')).get('2026-06-30:VND')?.usd).toBe('0.000039');
  });

  it('convert the amounts of records when these are loaded, whatever amount in USD the input has', async () => {
    const products = suite.records('products.ndjson', [
      { product_id: '1', region: 'VN', floor_price: 1_000_000 },
      { product_id: '2', region: 'DE', floor_price: 0.5, usd_price: 99 },
      { product_id: '3', region: 'US', floor_price: 5, total_usd_gmv: 99, day7_usd_gmv: 99 },
      { product_id: '4', region: 'DE', usd_price: null },
    ]);
    const { notes } = await suite.load('products', [products]);
    expect(notes).toEqual([
      `Values of usd_price were ignored, because it is computed from amounts and rates: 1, such as 99 (${products}:2).`,
      `Values of day7_usd_gmv were ignored, because it is computed from amounts and rates: 1, such as 99 (${products}:3).`,
      `Values of total_usd_gmv were ignored, because it is computed from amounts and rates: 1, such as 99 (${products}:3).`,
    ]);
    expect(await pricesOf(suite)).toEqual([
      ['1', 39],
      ['2', 0.54],
      ['3', null],
      ['4', null],
    ]);
  });

  it('tell which kinds hold amounts at older rates; the next load of the same files renews just these', async () => {
    await suite.load('lives', [suite.records('lives.ndjson', [{ room_id: '1' }])]);
    const older = await suite.load('rates', [suite.records('older.ndjson', [rate('2026-06-01', 'VND', '1')])]);
    expect(older.notes).toEqual([]);
    const newer = await suite.load('rates', [
      suite.records('newer.ndjson', [rate('2026-07-01', 'VND', '0.00005'), rate('2026-07-01', 'EUR', '1.080')]),
    ]);
    expect(newer.notes).toEqual([
      'The newest rate has changed of VND; products, lives still have USD amounts at older rates. To renew them, load their files again.',
    ]);
    expect((await pricesOf(suite))[0]).toEqual(['1', 39]);
    const { summary } = await suite.load('products', [`${suite.folder}/products.ndjson`]);
    expect(summary).toMatchObject({ updated: 1, unchanged: 3 });
    expect((await pricesOf(suite))[0]).toEqual(['1', 50]);
  });

  it('give sales without an amount in USD the rate of their day or the newest before it', async () => {
    await suite.load('creators', [
      suite.records('creators.ndjson', [
        { uid: '1', region: 'VN' },
        { uid: '2', region: 'SG' },
      ]),
    ]);
    const sale = { channel: 'live', content_id: '1', product_id: '1', product_category_id: 1, units_sold: 1 };
    const sales = suite.records('sales.ndjson', [
      { ...sale, id: 'day', date: '2026-06-29', uid: '1', gmv: 1234.5 },
      { ...sale, id: 'before', date: '2026-06-28', uid: 1, gmv: 1234.5, usd_gmv: null },
      { ...sale, id: 'given', date: '2026-06-29', uid: '1', gmv: 1234.5, usd_gmv: 7 },
      { ...sale, id: 'return', date: '2026-06-29', uid: '1', gmv: -1.25 },
      { ...sale, id: 'too-early', date: '2026-05-31', uid: '1', gmv: 1 },
      { ...sale, id: 'no-rate', date: '2026-06-29', uid: '2', gmv: 1 },
      { ...sale, id: 'no-creator', date: '2026-06-29', uid: '3', gmv: 1 },
      { ...sale, id: 'no-amount', date: '2026-06-29', uid: '1' },
    ]);
    const { rejects } = await suite.load('sales', [sales]);
    const loaded = await suite.contents<{ usd_gmv: string }>('sales');
    expect([...loaded].map(([id, { usd_gmv }]) => [id, usd_gmv]).sort()).toEqual([
      ['before', '1234.5'],
      ['day', '0.0494'],
      ['given', '7'],
      ['return', '-0.0001'],
    ]);
    expect(rejects.map(({ line, reasons }) => [line, reasons])).toEqual([
      [5, ['usd_gmv is required: no rate of VND of 2026-05-31 or before is loaded.']],
      [6, ['usd_gmv is required: no rate of SGD of 2026-06-29 or before is loaded.']],
      [7, ['usd_gmv is required: no creator 3 with a region is loaded.']],
      [8, ['gmv is required.', 'usd_gmv is required.']],
    ]);
  });
});
