import { currencyOf } from '../../src/common/regions.js';
import { Rates } from '../../src/money/rates.record.js';
import type { FacetsData } from '../../src/records/facets.requests.js';
import { Random } from '../../dev/seed/random.js';
import { testApp } from '../support/app.js';
import { loadRecords } from '../support/load-records.js';
import { TIED_LIVES, TIED_PRODUCTS, TIED_VIDEOS } from '../support/tied-records.js';

/** The rates in ten-billionths. The euro has none. */
const RATES: Readonly<Record<string, bigint>> = {
  USD: 10_000_000_000n,
  GBP: 12_700_000_000n,
  JPY: 66_000_000n,
  THB: 280_000_000n,
};
const RATE_LIST = Object.entries(RATES).map(([currency, units]) => {
  const text = String(units).padStart(11, '0');
  const usd = `${text.slice(0, -10)}.${text.slice(-10)}`;
  return { date: '2026-06-30', currency: currency as 'USD', usd };
});

type Amount = number | null | undefined;

/** Whole cents, computed by hand from an amount of at most 4 decimals. */
function centsOf(amount: Amount, currency: string | null | undefined): bigint | null {
  const rate = RATES[currency ?? ''];
  if (amount === null || amount === undefined || rate === undefined) return null;
  const product = BigInt(Math.round(Math.abs(amount) * 10_000)) * rate;
  const cents = (product + 500_000_000_000n) / 1_000_000_000_000n;
  return amount < 0 ? -cents : cents;
}
const usdOf = (row: Row): number | null => {
  const cents = figureOf(row);
  return cents === null ? null : Number(cents) / 100 + 0;
};
/** Cents for so many of a count, by hand; null when either is unknown or the count 0. */
function figureOf({ amount, currency, per }: Row): bigint | null {
  const cents = centsOf(amount, currency);
  if (cents === null || per === undefined) return cents;
  const [times, count] = per;
  if ((count ?? 0) === 0) return null;
  const doubled = (2n * cents * times) / BigInt(count as number);
  return (doubled + (cents < 0n ? -1n : 1n)) / 2n;
}
const currencyIn = (region: string | null | undefined): string | null => currencyOf(region ?? null);

const draw = new Random('amounts in several currencies', 1);
const AMOUNTS = [null, 0, 1, 1, 0.005, 12.3456, 12.3456, 1270, 1000, 1000, 150_000.5, 987_654_321.1234];
const VIDEOS = TIED_VIDEOS.map((video) => ({ ...video, gmv: draw.pick(AMOUNTS) }));
const LIVES = TIED_LIVES.map((live) => ({
  ...live,
  total_gmv: draw.pick(AMOUNTS),
  currency: draw.pick(['USD', 'GBP', 'JPY', 'THB', 'EUR', null]),
}));

interface Row {
  readonly id: string;
  readonly region: string | null | undefined;
  readonly amount: Amount;
  readonly currency: string | null | undefined;
  /** The figure is the amount for so many of a count. */
  readonly per?: readonly [times: bigint, count: Amount];
}

const KINDS: [kind: string, idField: string, field: string, filter: object, rows: readonly Row[]][] = [
  [
    'video',
    'video_id',
    'usd_gmv',
    { create_time_range: { min: 0 } },
    VIDEOS.map(({ video_id: id, region, gmv: amount }) => ({ id, region, amount, currency: currencyIn(region) })),
  ],
  [
    'video',
    'video_id',
    'usd_gmv_per_1000_plays',
    { create_time_range: { min: 0 } },
    VIDEOS.map(({ video_id: id, region, gmv: amount, play_count }) => {
      return { id, region, amount, currency: currencyIn(region), per: [1000n, play_count] as const };
    }),
  ],
  [
    'product',
    'product_id',
    'average_usd_price',
    {},
    TIED_PRODUCTS.map(({ product_id: id, region, total_gmv: amount, total_units_sold }) => {
      return { id, region, amount, currency: currencyIn(region), per: [1n, total_units_sold] as const };
    }),
  ],
  ...(
    [
      ['usd_price', 'floor_price'],
      ['day7_usd_gmv', 'day7_gmv'],
      ['total_usd_gmv', 'total_gmv'],
    ] as const
  ).map(([field, own]): (typeof KINDS)[number] => [
    'product',
    'product_id',
    field,
    {},
    TIED_PRODUCTS.map(({ product_id: id, region, [own]: amount }) => ({
      id,
      region,
      amount,
      currency: currencyIn(region),
    })),
  ]),
  [
    'live',
    'room_id',
    'total_usd_gmv',
    {},
    LIVES.map(({ room_id: id, creator_region: region, total_gmv: amount, currency }) => ({
      id,
      region,
      amount,
      currency,
    })),
  ],
];

describe('amounts in USD', () => {
  const test = testApp(() => {
    const load = loadRecords({ videos: VIDEOS, products: TIED_PRODUCTS, lives: LIVES }, new Rates(RATE_LIST));
    return { name: 'usd', load };
  });

  describe.each(KINDS)('%s, %s: %s', (kind, idField, field, filter, rows) => {
    type Found = Readonly<Record<string, unknown>>;

    async function walk(further: object = {}): Promise<Found[]> {
      const found: Found[] = [];
      for (let page = 1; ; page++) {
        const request = { filter: { ...filter, ...further }, orderby: [{ field }], page, pagesize: 100 };
        const { status, body } = await test.api.post<{ list: Found[] }>(`/${kind}/v1/search`, request);
        expect([status, body.message]).toEqual([200, '']);
        found.push(...body.data.list);
        if (body.data.list.length < 100) return found;
      }
    }
    const sorted = [...rows].sort((one, other) => {
      const [a, b] = [one, other].map(figureOf);
      if (a !== b) return a === null || a === undefined ? 1 : b === null || b === undefined ? -1 : a > b ? -1 : 1;
      return one.id < other.id ? -1 : 1;
    });
    const inUsd = sorted.map((row) => [row.id, usdOf(row)]);

    it('order a walk through all pages as a sort by hand at the loaded rates does, ties included', async () => {
      const found = await walk();
      expect(found.map((row) => [row[idField], row[field]])).toEqual(inUsd);
      expect(new Set(inUsd.map(([, usd]) => usd)).size).toBeLessThan(inUsd.length / 2);
      expect(inUsd.some(([, usd]) => usd === null)).toBe(true);
    });

    it('are filtered by a range without a region, both ends included', async () => {
      const figures = inUsd.flatMap(([, usd]) => (typeof usd === 'number' ? [usd] : []));
      const [max, min] = [
        figures[Math.floor(figures.length / 3)] ?? NaN,
        figures[Math.floor(figures.length / 2)] ?? NaN,
      ];
      const found = await walk({ [`${field}_range`]: { min, max } });
      const expected = inUsd.filter(([, usd]) => typeof usd === 'number' && usd >= min && usd <= max);
      expect(found.map((row) => [row[idField], row[field]])).toEqual(expected);
      expect(expected.length).toBeGreaterThan(0);
    });

    if (!['usd_gmv', 'total_usd_gmv'].includes(field)) return;

    it('are added up by facets, to the cent and without a region', async () => {
      const request = { filter, facets: [{ field: 'region', size: 100 }], measure: 'usd_gmv' };
      const { body } = await test.api.post<FacetsData>(`/${kind}/v1/facets`, request);
      const sums = new Map<string, bigint | null>();
      for (const { region, amount, currency } of rows) {
        if (region === null || region === undefined) continue;
        const [sum, cents] = [sums.get(region) ?? null, centsOf(amount, currency)];
        sums.set(region, cents === null ? sum : (sum ?? 0n) + cents);
      }
      const expected = [...sums].map(([region, sum]) => [region, sum === null ? null : Number(sum) / 100]);
      const counted = body.data.facets[0]?.values.map(({ value, measure }) => [value, measure]);
      expect(new Map(counted as [string, number][])).toEqual(new Map(expected as [string, number][]));
    });
  });
});
