import { readFileSync } from 'node:fs';
import { readAddress } from './address.js';
import { columnsOf } from './columns.js';
import { formFields } from './form-fields.js';
import type { OpenApi } from './open-api.js';
import { operationAt, recordSchema, requestSchema } from './open-api.js';
import { daysOf } from './period-days.js';
import { historySpan } from './periods.js';
import { recordRequests, THINGS, withThing } from './things.js';
import { VIEWS } from './views.js';

const DOCUMENT = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApi;
const filtersOf = (path: string): string[] => formFields(DOCUMENT, path).map(({ name }) => name);
const columnPaths = (path: string): string[] =>
  columnsOf(DOCUMENT, recordSchema(DOCUMENT, path)).map((column) => column.path);

describe('the pages of things', () => {
  it.each(Object.entries(THINGS))(
    'ask operations of the document: %s',
    (_, { id, record, history, boards, edges, lists }) => {
      expect(operationAt(DOCUMENT, record.path)).toBeDefined();
      if (record.filter !== undefined) {
        expect(filtersOf(record.path)).toContain(record.filter);
        expect(columnPaths(record.path)).toEqual(expect.arrayContaining([record.names.id, ...record.fields]));
      }
      if (history !== undefined) {
        expect(Object.keys(requestSchema(DOCUMENT, history.path).properties ?? {})).toContain(id);
        expect(columnPaths(history.path)).toEqual(expect.arrayContaining(history.charts.flat()));
      }
      for (const board of boards) {
        expect(filtersOf(VIEWS[board].path)).toContain(id);
        expect(columnPaths(VIEWS[board].path)).toContain(VIEWS[board].main);
      }
      if (edges.some((edge) => 'by' in edge)) expect(filtersOf('/sales/v1/breakdown')).toContain(id);
      const links = [...lists, ...edges].flatMap((link) => ('view' in link ? [link] : []));
      for (const { view, filter } of links) expect(filtersOf(VIEWS[view].path)).toContain(filter);
    },
  );

  it('keep the period', () => {
    const board = readAddress('?view=sales&region=US&date_info=week:2026-26&page=2', 'EN_US');
    expect(withThing(board, 'shop', '7')).toMatchObject({
      view: 'shop',
      page: 1,
      filter: { seller_id: '7', date_info: 'week:2026-26' },
    });
  });

  it('ask for several records at once where the operation takes a list', () => {
    expect(recordRequests(THINGS.creator, ['1', '2'], 'ZH_CN')).toEqual([
      { path: '/creator/v1/search', body: { filter: { uid: ['1', '2'] }, pagesize: 2, lang: 'ZH_CN' } },
    ]);
    expect(recordRequests(THINGS.shop, ['1', '2'], undefined).map(({ body }) => body)).toEqual([
      { filter: { seller_id: '1' }, pagesize: 1 },
      { filter: { seller_id: '2' }, pagesize: 1 },
    ]);
    expect(recordRequests(THINGS.category, ['1', '2'], 'EN_US')).toEqual([
      { path: '/product/v1/category', body: { lang: 'EN_US' } },
    ]);
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
  ])('has the days of %s', (chosen, from, to) => {
    expect(daysOf(chosen)).toEqual({ from, to });
  });

  it.each(['year:2026', 'week:2025-53', 'month', ''])('has no days when it is not valid: %s', (chosen) => {
    expect(daysOf(chosen)).toBeUndefined();
  });
});
