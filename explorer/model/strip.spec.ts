import { formatUsd } from './format.js';
import { seriesOf, stepOf } from './periods.js';
import { ENTITY_IDS } from './views.js';
import { pageOf } from './entity-pages.js';
import { changeText, dotsOf, inTileOrder, pointDays, sparkPoints, stripFigures } from './strip.js';

const point = (date_value: string) => ({ date_value, usd_gmv: 1, units_sold: 1 });
const JUNE = { from: '2026-06-01', to: '2026-06-30' };
const MAY = { from: '2026-05-01', to: '2026-05-31' };

describe('the strip of a list', () => {
  it.each([
    ['day:2026-06-30', undefined],
    ['week:2026-26', 'day'],
    ['month:2026-06', 'day'],
    ['range:2026-05-01~2026-07-01', 'day'],
    ['range:2026-05-01~2026-07-02', 'week'],
    ['', undefined],
  ])('has a curve of %s in steps of %s', (chosen, step) => {
    expect([stepOf(chosen), seriesOf(chosen)]).toEqual([step, step === undefined ? {} : { series: step }]);
  });

  it('has the average price as the quotient of the others', () => {
    const previous = { usd_gmv: 50, units_sold: 4 };
    expect(stripFigures({ usd_gmv: 90, units_sold: 6, previous })).toEqual([
      { path: 'usd_gmv', value: 90, before: 50 },
      { path: 'units_sold', value: 6, before: 4 },
      { path: 'average_usd_price', value: 15, before: 12.5 },
    ]);
    const none = { path: 'average_usd_price', value: undefined, before: undefined };
    expect(stripFigures({ usd_gmv: 0, units_sold: 0, previous: null })[2]).toEqual(none);
  });

  it('has what every thing sold first, then prices, people and counts, what it is last', () => {
    const tilesOf = Object.fromEntries(
      ENTITY_IDS.map((entity) => [
        entity,
        inTileOrder(pageOf(entity).record.fields.map((path) => ({ path }))).map(({ path }) => path),
      ]),
    );
    expect(tilesOf).toEqual({
      creator: ['follower_count', 'video_count', 'region', 'category.name', 'account_type'],
      product: [
        ...['day7_usd_gmv', 'total_usd_gmv', 'day7_units_sold', 'total_units_sold', 'usd_price', 'creator_count'],
        ...['commission_rate_info.rate', 'category.l1.name', 'category.l3.name', 'region'],
      ],
      shop: ['shop.total_units_sold', 'region'],
      category: [],
      video: [
        ...['usd_gmv', 'units_sold', 'play_count', 'digg_count', 'interact_rate_info.rate', 'region', 'publish_time'],
      ],
      live: ['total_usd_gmv', 'total_units_sold', 'total_viewer_count', 'creator_region', 'start_time', 'duration'],
    });
  });

  it.each([
    ['2026-06-14', JUNE, MAY, '2026-06-14', '2026-06-14', '2026-05-14', '2026-05-14'],
    ['2026-23', JUNE, MAY, '2026-06-01', '2026-06-07', '2026-05-01', '2026-05-07'],
    ['2026-27', JUNE, MAY, '2026-06-29', '2026-06-30', '2026-05-29', '2026-05-30'],
  ])('compares the point %s with the days as far from the first one', (value, now, before, from, to, first, last) => {
    expect(pointDays(point(value), now, before)).toEqual({ own: { from, to }, other: { from: first, to: last } });
  });

  it('has no other days for the last of a longer month', () => {
    expect(pointDays(point('2026-05-31'), MAY, { from: '2026-04-01', to: '2026-04-30' }).other).toBeUndefined();
    expect(pointDays(point('2026-05-31'), MAY, undefined).other).toBeUndefined();
  });

  it('puts the largest videos where they came out, by the clock of their market', () => {
    const video = (video_id: string, publish_time: number, usd_gmv: number) => ({
      ...{ video_id, usd_gmv, video: { desc: `Video ${video_id}`, publish_time }, creator: { region: 'US' } },
    });
    // 03:00 UTC is the evening before in New York.
    const time = Date.UTC(2026, 5, 14, 3) / 1000;
    const rows = [video('1', time, 10), video('2', time + 86_400, 30), video('3', 0, 50), video('4', time, 8)];
    const points = ['2026-06-13', '2026-06-14'].map(point);
    const largest = { entity: 'video', id: '2', name: 'Video 2', usd_gmv: 30, at: 1 };
    const next = { entity: 'video', id: '1', name: 'Video 1', usd_gmv: 10, at: 0 };
    expect(dotsOf({ video: rows }, points, 450)).toEqual([largest, next]);
    expect(dotsOf({ video: rows }, [point('2026-24')], 450)).toEqual([{ ...largest, at: 0 }, next]);
    expect(dotsOf({ live: rows, video: [video('5', 1e20, 1)] }, points, 0)).toEqual([]);
  });

  it('draws a small line from 0 on, over days without data', () => {
    expect(sparkPoints([0, null, 10, 5], 30, 20)).toBe('0,20 20,0 30,10');
    expect(sparkPoints([-10, 10], 30, 20)).toBe('0,20 30,0');
    const points = [[], [null, 5], [0, 0]].map((values) => sparkPoints(values, 30, 20));
    expect(points).toEqual(['', '', '0,20 30,20']);
  });
});

it.each([
  [112.5, 100, '+$13 (+12.5%)'],
  [88, 100, '-$12 (-12%)'],
  [5, 5, '$0 (0%)'],
  [4_750_033, 0, '+$4,750,033'],
  [10, -5, '+$15'],
])('a change from %s to %s has a percent only of what was there: %s', (value, before, written) => {
  expect(changeText(value, before, (amount) => formatUsd(amount, 'EN_US'), 'EN_US')).toBe(written);
});
