import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import { getMetadataStorage } from 'class-validator';
import { CreatorModule } from '../creator/creator.module.js';
import { LiveModule } from '../live/live.module.js';
import { ProductModule } from '../product/product.module.js';
import { RankingsModule } from '../rankings/rankings.module.js';
import { BREAKDOWN_NAMES, keyFields } from '../sales/sales.definition.js';
import { SalesModule } from '../sales/sales.module.js';
import { ShopModule } from '../shop/shop.module.js';
import { VideoModule } from '../video/video.module.js';
import { servedOperations } from '../http/open-api/operation.decorator.js';
import { toTool } from './tool-questions.js';
import { describeTool } from './tool-schema.js';
import { TOOLS } from './tools.js';
import { historyCompleteness, pageCompleteness, periodCompleteness, periodIn } from './tool-answers.js';

const MODULES = [CreatorModule, LiveModule, ProductModule, RankingsModule, SalesModule, ShopModule, VideoModule];
const CONTROLLERS = MODULES.flatMap((module) => Reflect.getMetadata('controllers', module) as (new () => object)[]);

describe('the list of tools', () => {
  const controllers = CONTROLLERS.map((type) => ({ instance: Object.create(type.prototype as object) as object }));
  const operations = servedOperations({ getControllers: () => controllers as InstanceWrapper[] });
  const tools = TOOLS.map((entry) => toTool(entry, operations));
  const list = () => tools.map((tool) => describeTool(tool, () => true));

  it('has at most 28,000 bytes', () => {
    expect(Buffer.byteLength(JSON.stringify({ tools: list() }))).toBeLessThanOrEqual(28_000);
  });

  it('says what the values of arguments are: items of lists, and how a range of days is written', () => {
    const text = JSON.stringify(list());
    expect(text).not.toMatch(/"type":"array"(?!,"items")/);
    expect(text).toContain('"enum":["region","category","followers","price"]');
    expect(text.match(/range DAY~DAY/g)).toHaveLength(3);
    const listOfIds = { type: 'array', items: { type: 'integer' } };
    const filterOf = (name: string) =>
      (list().find((tool) => tool?.name === name)?.inputSchema.properties?.['filter'] as { properties: object })
        .properties;
    expect(filterOf('search_products')).toMatchObject({ product_category_id: listOfIds, l3_category_id: listOfIds });
    // Some rankings take one category only.
    expect(filterOf('rank')).toMatchObject({ product_category_id: { type: 'integer' }, l2_category_id: listOfIds });
  });

  it('shows the key of every breakdown', () => {
    const { fields = '' } = TOOLS.find(({ name }) => name === 'break_down_sales')?.questions[''] ?? {};
    const shown = fields.split(' ').map((path) => path.split('.')[0]);
    expect(BREAKDOWN_NAMES.filter((by) => !keyFields(by).some((key) => shown.includes(key)))).toEqual([]);
  });

  it('adds no rules to those that validation keeps, however often it is read', () => {
    const { validationMetadatas } = getMetadataStorage() as unknown as { validationMetadatas: Map<unknown, unknown> };
    const before = validationMetadatas.size;
    list();
    expect(before).toBeGreaterThan(0);
    expect(validationMetadatas.size).toBe(before);
  });

  it('can’t ask what is no operation', () => {
    expect(() =>
      toTool({ ...TOOLS[0]!, questions: { '': { path: '/x', freshAs: [], next: '' } } }, operations),
    ).toThrow('search_videos asks /x, which is no operation.');
  });
});

const list = Array.from({ length: 20 }, () => ({}));

describe('what a page of an assistant leaves out', () => {
  it.each([
    [{ list, total: 5000 }, 250, 'Records 4981 to 5000 of 5000. There are no more.'],
    [
      { list, total: 12_000 },
      250,
      'Records 4981 to 5000 of 12000. There are more, but pages reach only the first 5000: narrow the filter, or tell people of the export.',
    ],
    [{ list, total: 12_000 }, 249, 'Records 4961 to 4980 of 12000. Page 250 has more.'],
    [
      { list, has_more: 0 },
      250,
      'Records 4981 to 5000. There may be more, but pages reach only the first 5000: narrow the filter, or tell people of the export.',
    ],
    [{ list, has_more: 0 }, 249, 'Records 4961 to 4980. There are no more.'],
    [{ list, has_more: 1 }, 249, 'Records 4961 to 4980. Page 250 has more.'],
    [{ list: list.slice(1), has_more: 0 }, 250, 'Records 4981 to 4999. There are no more.'],
    [{ list: [], has_more: 0 }, 1, 'Nothing matches. Try removing a filter or widening a range.'],
    [{ list: [], has_more: 0 }, 2, 'Page 2 is empty.'],
  ])('of %j at page %d', (data, page, sentence) => {
    expect(pageCompleteness(data, { page, pagesize: 20 }, 5000)).toBe(sentence);
  });
});

const REACH = { oldest: '2026-03-25', newest: '2026-06-30' };

describe('what an assistant reads of periods', () => {
  it.each([
    [{ type: 'month', value: '2026-06' }, { type: 'month', value: '2026-06' }, 'The period is complete.'],
    [
      { type: 'week', value: '2026-27' },
      { type: 'week', value: '2026-26' },
      'The period is not complete: the data reaches from 2026-03-25 to 2026-06-30; the newest complete week is 2026-26.',
    ],
    [
      { type: 'range', value: '2027-01-01~2027-01-31' },
      { type: 'month', value: '2026-06' },
      'There is no data of 2027-01-01~2027-01-31: the data reaches from 2026-03-25 to 2026-06-30; the newest complete month is 2026-06.',
    ],
    [
      { type: 'range', value: '2025-04-01~2025-06-30' },
      undefined,
      'There is no data of 2025-04-01~2025-06-30: the data reaches from 2026-03-25 to 2026-06-30.',
    ],
  ] as const)('of %j with the newest complete one %j', (period, newest, sentence) => {
    expect(periodCompleteness(period, REACH, newest)).toBe(sentence);
    expect(periodCompleteness(period, {}, undefined)).toBe('There is no data of any period.');
  });

  it('finds the period in the data of a list, of a breakdown and of peers', () => {
    const date_info = { type: 'day', value: '2026-06-30' };
    const data = [
      { date_type: 'week', date_value: '2026-26' },
      { from: '2026-06-01', to: '2026-06-30' },
      { filter: { date_info } },
      { filter: null },
    ];
    expect(data.map((one: object) => periodIn(one))).toEqual([
      { type: 'week', value: '2026-26' },
      { type: 'range', value: '2026-06-01~2026-06-30' },
      date_info,
      undefined,
    ]);
  });

  it.each([
    [[], [], [], 'Nothing is known of this id.'],
    [['2024'], [], [], 'There is no data of these periods: the data reaches from 2026-03-25 to 2026-06-30.'],
    [['1', '2'], ['1', '2'], [], 'All periods asked for, oldest first, each complete.'],
    [['1', '2'], ['1', '2'], ['2'], 'All periods asked for, oldest first; not complete: 2.'],
    [['1', '2', '3'], ['3'], [], 'Oldest first, each complete. No data before 3: left out 2.'],
    [
      ['1', '2', '3', '4', '5', '6'],
      ['3', '4', '5'],
      ['3', '5'],
      'Oldest first; not complete: 3, 5. No data before 3: left out 2. No data after 5: left out 1.',
    ],
  ])('of a history of %j that shows %j, of which %j are incomplete', (asked, shown, partial, sentence) => {
    expect(historyCompleteness(asked, shown, partial, REACH)).toBe(sentence);
  });
});
