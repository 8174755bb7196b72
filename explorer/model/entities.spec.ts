import { readFileSync } from 'node:fs';
import { readAddress } from './address.js';
import { chosenColumns, isSortedBy, recordColumns, requestedFields } from './columns.js';
import { formFields, fieldsOf } from './forms.js';
import { type OpenApi, operationAt, recordSchema, requestSchema } from './open-api.js';
import {
  baseOf,
  comparedTo,
  daysOf,
  historySpan,
  isCompared,
  lastDaysText,
  nearestWithData,
  periodName,
  YEAR,
} from './periods.js';
import { baseOfOther, coverageOf, daysFrom } from './page-days.js';
import { ENTITY_IDS, meaningOf, VIEWS } from './views.js';
import { resolveView } from './resolve-view.js';
import { withEntity } from './entities.js';
import { pageOf, placeFilter, salesFilter, withList } from './entity-pages.js';

const DOCUMENT = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApi;
const filtersOf = (path: string): string[] => formFields(DOCUMENT, path).map(({ name }) => name);
const columnPaths = (path: string): string[] => recordColumns(DOCUMENT, path).map((column) => column.path);

describe('the pages of entities', () => {
  it.each([...ENTITY_IDS.map((kind) => [kind, 1] as const), ['category', 2] as const, ['category', 3] as const])(
    'ask operations of the document: %s %i',
    (kind, level) => {
      const { id, record, history, rankings, edges, lists, leaders } = pageOf(kind, level);
      expect(operationAt(DOCUMENT, record.path)).toBeDefined();
      if (record.filter !== undefined) {
        expect(filtersOf(record.path)).toContain(record.filter);
        expect(columnPaths(record.path)).toEqual(expect.arrayContaining([record.names.id, ...record.fields]));
      }
      if (history !== undefined) {
        expect(Object.keys(requestSchema(DOCUMENT, history).properties ?? {})).toContain(id);
      }
      for (const ranking of rankings) {
        expect(filtersOf(VIEWS[ranking].path)).toContain(level > 1 ? 'level' : id);
        expect(columnPaths(VIEWS[ranking].path)).toContain(VIEWS[ranking].main);
      }
      if (edges.some((edge) => 'by' in edge)) expect(filtersOf('/sales/v1/breakdown')).toContain(id);
      const links = [...lists, ...leaders, ...edges].flatMap((link) => ('view' in link ? [link] : []));
      for (const { view, filter } of links) expect(filtersOf(VIEWS[view].path)).toContain(filter);
    },
  );

  it('have no rank by the growth of another figure, and name a category as each ranking does', () => {
    const creator = pageOf('creator');
    const fieldsOf = (ranking: 'sales' | 'growth') => formFields(DOCUMENT, VIEWS[ranking].path);
    const page = (search: string) => withEntity(readAddress(search, 'EN_US'), 'creator', '7').filter;
    const sales = page('?view=sales&growth_rate_range=3..&creator_category_id=20&date_info=week:2026-26');
    expect(placeFilter(fieldsOf('sales'), creator, 'sales', sales)).toEqual({
      taken: { uid: '7', growth_rate_range: '3..', creator_category_id: '20', date_info: 'week:2026-26' },
      left: [],
    });
    const inGrowth = { uid: '7', category_id: '20', date_info: 'week:2026-26' };
    const left = ['growth_rate_range'];
    expect(placeFilter(fieldsOf('growth'), creator, 'growth', sales)).toEqual({ taken: inGrowth, left });
    const growth = page('?view=growth&growth_rate_range=3..&category_id=20&is_new=1&date_info=week:2026-26');
    expect(placeFilter(fieldsOf('sales'), creator, 'sales', growth)).toEqual({
      taken: { uid: '7', creator_category_id: '20', date_info: 'week:2026-26' },
      left: ['growth_rate_range', 'is_new'],
    });
    expect(placeFilter(fieldsOf('growth'), creator, 'growth', growth).left).toEqual([]);
  });

  it('keep their period in the lists of what belongs to them, and of a category its region', () => {
    const page = (search: string) => readAddress(`${search}&region=US&date_info=range:2026-06-03~2026-06-30`, 'EN_US');
    const shop = withList(page('?view=shop&seller_id=7'), pageOf('shop'), pageOf('shop').lists[1] as never, '7');
    const days = { date_info: 'range:2026-06-03~2026-06-30' };
    expect([shop.view, shop.filter]).toEqual(['topProducts', { seller_id: '7', ...days }]);
    const category = page('?view=category&l1_category_id=7');
    const videos = withList(category, pageOf('category'), pageOf('category').lists[2] as never, '7');
    expect([videos.filter, videos.kept]).toEqual([{ product_category_id: '7', region: 'US' }, days]);
    // From the search on to a record: in the same days.
    expect(withEntity(videos, 'creator', '8').filter).toEqual({ uid: '8', region: 'US', ...days });
    const niche = { l1_category_id: '7', channel: 'live', region: 'US' };
    expect(salesFilter(pageOf('category'), { id: '7', channel: 'live', region: 'US' })).toEqual(niche);
    expect(salesFilter(pageOf('shop'), { id: '7', channel: undefined, region: 'US' })).toEqual({ seller_id: '7' });
  });
});

describe('a list', () => {
  it.each(Object.entries(VIEWS))('takes the filters that it shares: %s', (_, { path, shared }) => {
    expect(filtersOf(path)).toEqual(expect.arrayContaining([...shared]));
    expect(shared.filter((name) => meaningOf(name) === undefined)).toEqual([]);
  });

  it.each(Object.entries(VIEWS))('of %s shows the figure of each order, and draws that of a ranking', (id, view) => {
    for (const field of fieldsOf(DOCUMENT, view.path, 'orderby')) {
      const { columns, bars } = resolveView(id as keyof typeof VIEWS, { orderby: `${field}:asc`, filter: {} });
      const shown = chosenColumns(recordColumns(DOCUMENT, view.path), columns);
      expect([field, shown.filter(({ path }) => isSortedBy(path, field)).length]).toEqual([field, 1]);
      if (view.ranking !== undefined && field !== view.main)
        expect(bars.map((bar) => isSortedBy(bar, field))).toEqual([true]);
    }
  });

  it.each([
    ['sales', 'orderby=growth_rate', ['previous_rank']],
    ['topProducts', 'orderby=rank_change:asc', ['previous_rank']],
    ['topShops', 'is_new=1', ['previous_rank', 'usd_gmv_growth_rate_info.rate']],
    ['videos', 'product_id=7', ['units_sold', 'usd_gmv']],
  ] as const)('of %s by %s has no column that no row can have', (id, search, missing) => {
    const shown = resolveView(id, readAddress(`?view=${id}&${search}`, 'EN_US')).columns;
    expect(VIEWS[id].columns.filter((path) => !shown.includes(path))).toEqual(missing);
  });

  it('asks for columns on request with all others, and only where one is shown', () => {
    const record = recordSchema(DOCUMENT, VIEWS.sales.path);
    const { fields = [] } = requestedFields(record, ['rank', 'period_plays']);
    expect(fields).toEqual(expect.arrayContaining(['uid', 'creator', 'creator_usd_gmv', 'period_plays']));
    expect(fields).not.toContain('usd_gmv_per_1000_plays');
    expect([requestedFields(record, ['rank']), requestedFields(record)]).toEqual([{}, {}]);
  });

  it('of one channel leaves a ranking without channels as it is', () => {
    const { columns } = resolveView('growth', { orderby: '', filter: { ecommerce_type: '2' } });
    expect(columns).toEqual(VIEWS.growth.columns);
  });
});

describe('the period of a page', () => {
  const days = Array.from({ length: 70 }, (_, at) => ({
    ranking: 'topEcommerce' as const,
    date_type: 'day' as const,
    date_value: new Date(Date.UTC(2026, 5, 30) - at * 86_400_000).toISOString().slice(0, 10),
    complete: true,
  }));
  const span = (chosen: string): unknown[] => {
    const found = historySpan(days, chosen);
    return [found.length, found[0]?.date_value, found.at(-1)?.date_value];
  };

  it('is in the chart, which ends with the newest unless that is too far away', () => {
    expect(span('day:2026-06-30')).toEqual([60, '2026-05-02', '2026-06-30']);
    expect(span('day:2026-05-02')).toEqual([60, '2026-05-02', '2026-06-30']);
    expect(span('day:2026-05-01')).toEqual([10, '2026-04-22', '2026-05-01']);
    expect(span('week:2026-26')).toEqual([0, undefined, undefined]);
  });

  it.each([
    ['day:2026-06-30', '2026-06-30', '2026-06-30'],
    ['week:2026-26', '2026-06-22', '2026-06-28'],
    ['month:2026-02', '2026-02-01', '2026-02-28'],
    ['range:2026-02-03~2026-03-01', '2026-02-03', '2026-03-01'],
  ])('has the days of %s', (chosen, from, to) => {
    expect(daysOf(chosen)).toEqual({ from, to });
  });

  it.each(['year:2026', 'week:2025-53', 'month', '', 'range:2026-03-01~2026-02-03', 'range:2026-02-30~2026-03-01'])(
    'has no days when it is not valid: %s',
    (chosen) => {
      expect(daysOf(chosen)).toBeUndefined();
    },
  );

  it.each([
    ['week:2026-26', '2026-26 · Jun 22 – 28, 2026'],
    ['range:2026-05-21~2026-06-18', 'May 21 – Jun 18, 2026'],
    ['month:2026-06', '2026-06'],
  ])('%s is named %s', (chosen, name) => {
    expect(periodName(chosen, 'EN_US').replace(/\s/gu, ' ')).toBe(name);
  });

  it.each([
    ['week:2026-26', true, true],
    ['week:2026-27', false, true],
    ['month:2026-04', true, false],
    ['month:2026-03', false, false],
    ['day:2026-03-25', true, true],
    ['range:2026-06-30~2026-07-01', false, true],
    ['range:2026-03-25~2026-03-31', true, false],
  ])('%s is covered, and so is the one before: %s, %s', (chosen, complete, previous_complete) => {
    const coverage = coverageOf(chosen, undefined, { from: '2026-03-24', to: '2026-06-30' });
    expect(coverage).toEqual({ complete, previous_complete });
    expect(isCompared(coverage)).toBe(complete && previous_complete);
  });

  it.each([
    ['week:2026-20', undefined],
    ['week:2027-02', 'week:2026-27'],
    ['month:2025-03', 'month:2026-03'],
    ['range:2025-01-01~2025-01-07', 'range:2026-03-24~2026-03-30'],
    ['range:2026-07-01~2026-07-07', 'range:2026-06-24~2026-06-30'],
  ])('%s without data has its nearest with some: %s', (chosen, nearest) => {
    expect(nearestWithData(chosen, { from: '2026-03-24', to: '2026-06-30' })).toBe(nearest);
    expect(nearestWithData(chosen, {})).toBeUndefined();
  });

  it('is taken as covered until it is known how far the data reaches', () => {
    expect(coverageOf('week:2026-26', undefined, {})).toEqual({});
    expect([isCompared({}), isCompared(undefined)]).toEqual([true, true]);
  });

  it.each([
    ['month:2026-06', undefined, '2026-05-01', '2026-05-31'],
    ['month:2026-03', undefined, '2026-02-01', '2026-02-28'],
    ['month:2026-06', '2026-04-10', '2026-04-10', '2026-05-09'],
    ['week:2026-26', undefined, '2026-06-15', '2026-06-21'],
    ['range:2026-06-03~2026-06-30', undefined, '2026-05-06', '2026-06-02'],
    ['month:2024-02', YEAR, '2023-02-01', '2023-02-28'],
    ['day:2024-02-29', YEAR, '2023-02-28', '2023-02-28'],
    // 2025-26 begins on June 23.
    ['week:2026-26', YEAR, '2025-06-23', '2025-06-29'],
    ['week:2026-26', '2026-04-06', '2026-04-06', '2026-04-12'],
    ['week:2026-26', 'yesterday', '2026-06-15', '2026-06-21'],
  ])('%s is compared, by %s, with %s to %s', (chosen, base, from, to) => {
    expect(baseOf(chosen, base)).toEqual({ from, to });
  });

  it.each([
    ['month:2024-12', YEAR, 'month', '2023-01', '2022-01'],
    ['month:2026-06', '2026-03-01', 'month', '2025-03', '2024-12'],
    ['week:2026-26', '2026-06-10', 'week', '2026-20', '2026-18'],
    ['range:2026-06-03~2026-06-30', YEAR, 'day', '2026-06-04', '2025-06-04'],
  ] as const)('%s by %s has its %s %s beside %s', (chosen, base, type, other, before) => {
    expect(baseOfOther(chosen, base, type, other)).toBe(before);
  });

  it.each([
    ['week:2026-26', undefined, {}],
    ['month:2026-06', undefined, {}],
    ['month:2026-06', YEAR, { compare_to: '2025-06-01~2025-06-30' }],
    ['range:2026-06-03~2026-06-30', '2026-04-01', { compare_to: '2026-04-01~2026-04-28' }],
  ])('asks each ranking for %s and %s as all other parts of its page', (chosen, base, compared) => {
    expect(comparedTo(chosen, base)).toEqual(compared);
  });

  it('of a record with its own time begins the day before, and ends with the data', () => {
    const june1 = Date.UTC(2026, 5, 1, 3) / 1000;
    const end = Date.UTC(2026, 5, 11) / 1000 - 1;
    expect([daysFrom(june1, 28, undefined), daysFrom(june1, 28, end), daysFrom(end + 9e6, 3, end)]).toEqual([
      'range:2026-05-31~2026-06-28',
      'range:2026-05-31~2026-06-10',
      'range:2026-09-22~2026-09-22',
    ]);
    expect(lastDaysText(end, 7)).toBe('range:2026-06-04~2026-06-10');
  });
});
