import { RequestFailure } from '../../common/errors/failure.js';
import type { ErrorFault } from '../answer/field-error.js';
import type { Range, SortItem } from '../../search/compiler/types.js';
import { inScope } from '../../common/request-scope.js';
import { REGION_CODES } from '../../common/regions.js';
import { errorsOf, readRequest, scopeOf } from '../../../test/support/requests.js';
import {
  ChoiceField,
  FlagFilterField,
  LangField,
  OrderbyField,
  PageField,
  PageSizeField,
  RegionField,
} from './fields.js';
import { IdListField, SingleIdField } from './id.field.js';
import { RangeField } from './range.field.js';
import { DocumentFilter, facetKinds, filterPlan, NestedField } from './request-field.js';
import { readParameters, RequestValidationPipe } from './request-validation.pipe.js';
import { KeywordsField, CategoryIdField, type CategoryIds, LevelField } from '../../records/record.fields.js';

/** One field of every kind. */
class EveryFilter {
  @RegionField('Region') region?: string;
  @FlagFilterField('Flag') is_new?: boolean;
  @ChoiceField([1, 2, 3], 'Number') channel?: number;
  @ChoiceField(['video', 'live'], 'Word') kind?: string;
  @CategoryIdField('Category') category_id?: number;
  @LevelField(2, 'of the product') l2_category_id?: CategoryIds;
  @SingleIdField('Shop') seller_id?: string;
  @IdListField('Products') product_id?: string[];
  @RangeField('count', 'Count') count_range?: Range;
  @RangeField('percent', 'Percent') percent_range?: Range;
  @RangeField('unbounded_percent', 'Rate') rate_range?: Range;
  @RangeField('amount', 'Price', { needs: ['region', 'seller_id'] }) price_range?: Range;
  @RangeField('gmv', 'GMV', { needs: ['region'] }) gmv_range?: Range;
  @RangeField('unix_seconds', 'Time', { requiredUnless: ['product_id'] }) time_range?: Range;
}

class EveryRequest {
  @KeywordsField('Keywords') keywords: string;
  @NestedField(() => EveryFilter, 'Filter') filter: EveryFilter;
  @OrderbyField(['play_count', 'digg_count'], 'Order') orderby: SortItem[];
  @PageField(5000) page: number;
  @PageSizeField() pagesize: number;
  @LangField() lang: string;
}

class EnglishRequest {
  @PageField(1000) page: number;
}

const time_range = { min: 1 };

const faultsOf = async (body: unknown, type: new () => object = EveryRequest): Promise<ErrorFault[]> => [
  ...(await errorsOf(type, body)),
];

const filtered = (filter: object) => ({ filter: { time_range, ...filter } });
const filterFaults = (filter: object) => faultsOf(filtered(filter));
const readFilter = async (filter: object) => (await readRequest(EveryRequest, filtered(filter))).filter;

describe('a request', () => {
  it('has the documented defaults where nothing is set', async () => {
    expect(await readRequest(EveryRequest, { filter: { time_range } })).toEqual({
      keywords: '',
      filter: { time_range: { min: 1 } },
      orderby: [],
      page: 1,
      pagesize: 10,
      lang: 'EN_US',
    });
  });

  it('takes null for an optional field as not set', async () => {
    const body = { keywords: null, orderby: null, page: null, pagesize: null, lang: null, filter: { time_range } };
    const filter = { region: null, is_new: null, channel: null, product_id: null, count_range: null, time_range };
    expect(await readRequest(EveryRequest, { ...body, filter })).toEqual(
      await readRequest(EveryRequest, { filter: { time_range } }),
    );
  });

  it.each([[undefined], [null], [{}], [{ filter: null }], [{ filter: {} }], [{ filter: { time_range: null } }]])(
    'counts a missing filter as an empty one: %j',
    async (body) => {
      expect(await faultsOf(body)).toEqual([
        {
          path: 'filter.time_range',
          rule: 'required',
          message: 'filter.time_range is required, for example {"min":1780272000,"max":1782863999}.',
        },
      ]);
    },
  );

  it.each([
    [[], '[]'],
    ['text', '"text"'],
    [5, '5'],
    [false, 'false'],
  ])('that is no object is refused: %j', async (body, shown) => {
    expect(await faultsOf(body)).toEqual([
      { path: 'body', rule: 'type', message: `body must be an object, but is ${shown}.` },
    ]);
  });

  it.each([['[1]'], ['[{"region":"UK"}]']])('has an object as its filter, and not %s', async (filter) => {
    expect(await faultsOf({ filter: JSON.parse(filter) as unknown })).toEqual([
      { path: 'filter', rule: 'type', message: `filter must be an object, but is ${filter}.` },
    ]);
  });

  it('gets its faults in the order of its fields, and those of a list in the order of the items', async () => {
    const orderby = [{ field: 'play_count' }, { field: 'play_count' }, { field: 'plays' }];
    const faults = await faultsOf({ filter: { time_range, product_id: ['1', ''], count_range: {} }, orderby });
    expect(faults.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      'filter.product_id[1] empty',
      'filter.count_range empty',
      'orderby[1].field duplicate',
      'orderby[2].field one_of',
    ]);
  });

  it('gets every fault at once', async () => {
    const body = {
      keyword: 'x',
      page: 0,
      pagesize: 101,
      lang: 'FR',
      orderby: [{ field: 'plays' }],
      filter: { region: 'UK', is_new: 'yes', count_range: {}, price_range: { min: 2, max: 1, mean: 1 } },
    };
    expect((await faultsOf(body)).map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      'keyword unknown',
      'filter.region one_of',
      'filter.is_new one_of',
      'filter.count_range empty',
      'filter.price_range.mean unknown',
      'filter.time_range required',
      'orderby[0].field one_of',
      'page min',
      'pagesize max',
      'lang one_of',
    ]);
  });

  it('made of nothing but faults gets the first hundred of them', async () => {
    const body = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, 1]));
    expect(await faultsOf({ ...body, filter: { time_range } })).toHaveLength(100);
  });

  it('shows at most 100 characters of an offending value', async () => {
    const [fault] = await filterFaults({ region: 'x'.repeat(500) });
    expect(fault?.message).toContain(`filter.region is "${'x'.repeat(99)}…; it must be one of US, GB`);
  });

  it.each([
    [{ page: 'x' }, 'page 的类型必须为 整数，当前值为 "x"。'],
    [{ keywords: 1 }, 'keywords 的类型必须为 字符串，当前值为 1。'],
    [{ filter: 1 }, 'filter 的类型必须为 对象，当前值为 1。'],
    [{ orderby: 1 }, 'orderby 的类型必须为 由排序项 {field, order} 组成的数组，当前值为 1。'],
    [{ orderby: [1] }, 'orderby[0] 的类型必须为 排序项 {field, order}，当前值为 1。'],
    [{ filter: { seller_id: true } }, 'filter.seller_id 的类型必须为 字符串或整数，当前值为 true。'],
    [{ filter: { count_range: 1 } }, 'filter.count_range 的类型必须为 对象 {min, max}，当前值为 1。'],
    [{ filter: { count_range: { min: true } } }, 'filter.count_range.min 的类型必须为 数字，当前值为 true。'],
    [
      { filter: { price_range: { min: 1 } } },
      'filter.price_range 必须与 region或seller_id 同时使用，因为金额以地区货币计。',
    ],
  ])('in Chinese with %j has an error in Chinese', async (given, message) => {
    const { filter = {} } = given as { filter?: unknown };
    const body = { ...given, lang: 'ZH_CN', filter: typeof filter === 'object' ? { time_range, ...filter } : filter };
    expect((await faultsOf(body)).map((fault) => fault.message)).toEqual([message]);
  });

  it('is answered in its language where the operation has one, else in English', async () => {
    expect((await faultsOf({ lang: 'ZH_CN', filter: { time_range, channel: 9 } }))[0]?.message).toBe(
      'filter.channel 的值 9 无效；有效值为 1, 2, 3。',
    );
    expect((await faultsOf({ lang: 'ZH_CN', page: 0 }, EnglishRequest)).map(({ message }) => message)).toEqual([
      'lang is not a field here; the fields are page.',
      'page must be at least 1, but is 0.',
    ]);
  });
});

describe('unknown fields', () => {
  it.each([
    ['keyword', 'keywords'],
    ['pageSize', 'pagesize'],
    ['order_by', 'orderby'],
    ['sort', 'orderby'],
    ['page_size', 'pagesize'],
    ['page_number', 'page'],
    ['limit', 'pagesize'],
    ['size', 'pagesize'],
    ['q', 'keywords'],
    ['query', 'keywords'],
    ['x', undefined],
    ['zzz', undefined],
    ['字段', undefined],
    ['__proto__', undefined],
    ['constructor', undefined],
  ])('%s is refused; suggestion %s', async (property, suggestion) => {
    const body = JSON.parse(`{"filter":{"time_range":{"min":1}},"${property}":1}`) as object;
    const valid = ['keywords', 'filter', 'orderby', 'page', 'pagesize', 'lang'];
    const sentence = `${property} is not a field here; the fields are ${valid.join(', ')}.`;
    expect(await faultsOf(body)).toEqual([
      {
        path: property,
        rule: 'unknown',
        message: suggestion === undefined ? sentence : `${sentence} Did you mean ${suggestion}?`,
        valid,
        ...(suggestion !== undefined && { did_you_mean: suggestion }),
      },
    ]);
  });

  it.each([
    [{ filter: { time_range, regions: 'US' } }, 'filter.regions', 'region'],
    [{ filter: { time_range, price: { min: 1 } } }, 'filter.price', 'price_range'],
    [{ filter: { time_range, region_code: 'US' } }, 'filter.region_code', 'region'],
    [{ filter: { time_range, kind_range: 1 } }, 'filter.kind_range', 'kind'],
    [{ filter: { time_range: { min: 1, maximum: 2 } } }, 'filter.time_range.maximum', undefined],
    [{ filter: { time_range: { min: 1, Max: 2 } } }, 'filter.time_range.Max', 'max'],
    [{ filter: { time_range }, orderby: [{ field: 'play_count', orders: 'desc' }] }, 'orderby[0].orders', 'order'],
  ])('are refused at every depth: %j', async (body, path, suggestion) => {
    const faults = await faultsOf(body);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ path, rule: 'unknown' });
    expect(faults[0]?.did_you_mean).toBe(suggestion);
  });
});

describe('names that every object inherits', () => {
  const RESERVED = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '\u0000toString'];
  const at = (property: string) => (property.startsWith('\u0000') ? `[${JSON.stringify(property)}]` : `.${property}`);

  it.each(RESERVED)('%j is an unknown field at every depth', async (property) => {
    const odd = `"min":1,${JSON.stringify(property)}:1`;
    const body = JSON.parse(
      `{"filter":{"time_range":{${odd}},"count_range":{${odd}}},"orderby":[{"field":"play_count",${odd.slice(8)}}]}`,
    ) as object;
    expect((await faultsOf(body)).map(({ path, rule }) => [path, rule])).toEqual(
      ['filter.count_range', 'filter.time_range', 'orderby[0]'].map((holder) => [
        `${holder}${at(property)}`,
        'unknown',
      ]),
    );
    const filter = JSON.parse(`{"time_range":{"min":1},${JSON.stringify(property)}:null}`) as object;
    expect(await faultsOf({ filter })).toMatchObject([{ path: `filter${at(property)}`, rule: 'unknown' }]);
  });
});

describe('numbers beyond the largest', () => {
  const page = (text: string) => faultsOf(JSON.parse(`{"page":${text},"filter":{"time_range":{"min":1}}}`));

  it('are refused, also after the request that they would be without them', async () => {
    for (let round = 0; round < 2; round++) {
      expect(await page('1')).toEqual([]);
      expect(await page('null')).toEqual([]);
      const refused = { path: 'page', rule: 'type', message: 'page must be an integer, but is Infinity.' };
      expect(await page('1e400')).toMatchObject([refused]);
      expect(await filterFaults({ count_range: { min: null, max: 5 } })).toEqual([]);
      expect(await filterFaults({ count_range: JSON.parse('{"min":1e400,"max":5}') as object })).toMatchObject([
        { path: 'filter.count_range.min', rule: 'type' },
      ]);
      expect(await filterFaults({ count_range: { max: BigInt(`1${'0'.repeat(400)}`) } })).toMatchObject([
        { path: 'filter.count_range.max', rule: 'type' },
      ]);
    }
  });
});

describe('category ids of a level', () => {
  const at = 'filter.l2_category_id';
  it.each([
    ['no id', [], [{ path: at, rule: 'empty', message: `${at} must list at least one id, but is [].` }]],
    ['101 ids', Array.from({ length: 101 }, (_, id) => id), [{ path: at, rule: 'max_items', limit: 100 }]],
    ['101 times one id', Array.from({ length: 101 }, () => 1), [{ path: at, rule: 'max_items', limit: 100 }]],
    ['a word', 'beauty', [{ path: at, rule: 'type', message: `${at} must be an integer, but is "beauty".` }]],
    ['ids with a comma between them', '10100,10200', [{ path: at, rule: 'type' }]],
    ['digits', '10100', [{ path: at, rule: 'quoted_number' }]],
    ['an object', { id: 10100 }, [{ path: at, rule: 'type' }]],
    [
      'a list with digits, a decimal, a list, null and an id that would lose digits',
      [10100, '10200', 1.5, [10100], null, 2n ** 60n],
      [
        { path: `${at}[1]`, rule: 'quoted_number' },
        { path: `${at}[2]`, rule: 'type' },
        { path: `${at}[3]`, rule: 'type' },
        { path: `${at}[4]`, rule: 'type' },
        { path: `${at}[5]`, rule: 'max' },
      ],
    ],
  ])('that are %s are refused', async (_, l2_category_id, faults) => {
    expect(await filterFaults({ l2_category_id })).toMatchObject(faults);
  });

  it.each([
    [10100, 10100],
    [[10100], 10100],
    [[10100, 10100], 10100],
    [
      [10200, 10100, 10200],
      [10200, 10100],
    ],
    [
      [-1, 0],
      [-1, 0],
    ],
    [null, undefined],
  ])('%j are read as %j', async (given, read) => {
    const { filter } = await readRequest(EveryRequest, {
      filter: { time_range, l2_category_id: given },
    });
    expect(filter.l2_category_id).toEqual(read);
  });
});

describe('a request too large to be valid', () => {
  it('is refused without being looked through', async () => {
    const many = (value: unknown) => Array.from({ length: 20_000 }, () => value);
    expect(await faultsOf({ orderby: many({}), filter: { time_range } })).toHaveLength(100);
    expect(await filterFaults({ product_id: many('1') })).toMatchObject([{ rule: 'max_items', limit: 100 }]);
    expect(await filterFaults({ region: many({ a: 1 }) })).toMatchObject([{ path: 'filter.region' }]);
  });

  it('is reported in the order of the items, also from the tenth on', async () => {
    const orderby = Array.from({ length: 12 }, () => ({ field: 'plays' }));
    const faults = await faultsOf({ filter: { time_range }, orderby });
    const paths = faults.map(({ path }) => path).filter((path) => path.includes('.field'));
    expect(paths).toEqual(orderby.map((_, at) => `orderby[${at}].field`));
  });

  it('with lists in the list of sort items is refused', async () => {
    const orderby = [{ field: 'play_count' }, [{ field: 'digg_count' }]];
    expect(await faultsOf({ orderby, filter: { time_range } })).toMatchObject([{ path: 'orderby[1]', rule: 'type' }]);
  });
});

describe('names that no path could hold', () => {
  it.each([
    ['', '[""]', 'filter[""]'],
    ['a b', '["a b"]', 'filter["a b"]'],
    ['filter.region', '["filter.region"]', 'filter["filter.region"]'],
    ['\ud800', '["\\ud800"]', 'filter["\\ud800"]'],
    ['x'.repeat(200), 'x'.repeat(100), `filter.${'x'.repeat(100)}`],
  ])('%j is shown in brackets, cut', async (property, path, nested) => {
    expect(await faultsOf({ [property]: 1, filter: { time_range } })).toMatchObject([{ path, rule: 'unknown' }]);
    expect(await filterFaults({ [property]: 1 })).toMatchObject([{ path: nested, rule: 'unknown' }]);
  });
});

describe('region', () => {
  it.each(REGION_CODES)('%s is taken', async (region) => {
    expect((await readFilter({ region })).region).toBe(region);
  });

  it.each([
    ['UK', 'GB'],
    ['uk', 'GB'],
    ['us', 'US'],
    ['USA', undefined],
    ['XX', undefined],
    ['', undefined],
    [5, undefined],
    [['US'], undefined],
    [{ toString: 1 }, undefined],
  ])('%j is refused; suggestion %s', async (region, suggestion) => {
    const sentence = `filter.region is ${JSON.stringify(region)}; it must be one of ${REGION_CODES.join(', ')}.`;
    expect(await filterFaults({ region })).toEqual([
      {
        path: 'filter.region',
        rule: 'one_of',
        message: suggestion === undefined ? sentence : `${sentence} Did you mean ${suggestion}?`,
        valid: REGION_CODES,
        ...(suggestion !== undefined && { did_you_mean: suggestion }),
      },
    ]);
  });
});

describe('flags', () => {
  it.each([
    [true, true],
    [1, true],
    [false, false],
    [0, false],
  ])('%j is %s', async (given, read) => {
    expect((await readFilter({ is_new: given })).is_new).toBe(read);
  });

  it.each([['true'], ['1'], [2], [-1], [''], [[]], [{}]])('%j is refused', async (given) => {
    expect(await filterFaults({ is_new: given })).toMatchObject([
      { path: 'filter.is_new', rule: 'one_of', valid: [true, false, 1, 0] },
    ]);
  });
});

describe('closed lists', () => {
  it.each([1, 2, 3])('take %d', async (channel) => {
    expect((await readFilter({ channel })).channel).toBe(channel);
  });

  it.each([[0], [4], [1.5], [true], ['one']])('refuse %j with the list', async (channel) => {
    expect(await filterFaults({ channel })).toEqual([
      {
        path: 'filter.channel',
        rule: 'one_of',
        message: `filter.channel is ${JSON.stringify(channel)}; it must be one of 1, 2, 3.`,
        valid: [1, 2, 3],
      },
    ]);
  });

  it('hint at the quotes of a quoted number', async () => {
    expect(await filterFaults({ channel: '1' })).toEqual([
      {
        path: 'filter.channel',
        rule: 'quoted_number',
        message: 'filter.channel must be a number without quotes, but is the string "1".',
      },
    ]);
  });

  it('suggest the word meant', async () => {
    expect(await filterFaults({ kind: 'vidoe' })).toMatchObject([{ did_you_mean: 'video', valid: ['video', 'live'] }]);
  });

  it('suggest no common name that is not on the list', async () => {
    expect(await filterFaults({ kind: 'uk' })).toMatchObject([{ rule: 'one_of', did_you_mean: undefined }]);
  });
});

describe('category ids', () => {
  it.each([
    [0, 0],
    [601450, 601450],
    [-1, -1],
    [2 ** 53 - 1, 9007199254740991],
    [1 - 2 ** 53, -9007199254740991],
  ])('%s is taken', async (given, read) => {
    expect((await readFilter({ category_id: given })).category_id).toBe(read);
  });

  it.each([
    ['10', 'quoted_number', 'filter.category_id must be a number without quotes, but is the string "10".'],
    ['ten', 'type', 'filter.category_id must be an integer, but is "ten".'],
    ['', 'type', 'filter.category_id must be an integer, but is "".'],
    [1.5, 'type', 'filter.category_id must be an integer, but is 1.5.'],
    [true, 'type', 'filter.category_id must be an integer, but is true.'],
    [[1], 'type', 'filter.category_id must be an integer, but is [1].'],
  ])('%j is refused', async (category_id, rule, message) => {
    expect(await filterFaults({ category_id })).toEqual([{ path: 'filter.category_id', rule, message }]);
  });

  it.each([
    [2n ** 53n + 1n, '9007199254740993'],
    [2 ** 53, '9007199254740992'],
    [1e20, '100000000000000000000'],
  ])('%s is refused as too large to be compared without a loss', async (category_id, shown) => {
    const message = `filter.category_id must be at most 9007199254740991, but is ${shown}.`;
    expect(await filterFaults({ category_id })).toEqual([
      { path: 'filter.category_id', rule: 'max', message, limit: 9007199254740991 },
    ]);
  });
});

describe('ids', () => {
  it.each([
    ['1729384756102938475', '1729384756102938475'],
    [1729384756102938475n, '1729384756102938475'],
    [2n ** 63n - 1n, '9223372036854775807'],
    [-(2n ** 63n), '-9223372036854775808'],
    [9007199254740991, '9007199254740991'],
    ['007', '007'],
    ['a'.repeat(64), 'a'.repeat(64)],
  ])('%s is read digit for digit', async (given, read) => {
    expect(await readFilter({ seller_id: given, product_id: given })).toMatchObject({
      seller_id: read,
      product_id: [read],
    });
  });

  it.each([
    ['', 'empty', 'filter.seller_id must name an id, but is "".'],
    [' ', 'empty', 'filter.seller_id must name an id, but is " ".'],
    [1.5, 'type', 'filter.seller_id must be a string, or an integer, but is 1.5.'],
    [
      1e20,
      'type',
      'filter.seller_id must be a string of digits (as a number it would lose digits), but is 100000000000000000000.',
    ],
    [
      2n ** 63n,
      'type',
      'filter.seller_id must be a string of digits (as an integer, at most 64 bits), but is 9223372036854775808.',
    ],
    [true, 'type', 'filter.seller_id must be a string, or an integer, but is true.'],
    [['1'], 'type', 'filter.seller_id must be a string, or an integer, but is ["1"].'],
    [{ a: 2n ** 64n }, 'type', 'filter.seller_id must be a string, or an integer, but is {"a":18446744073709551616}.'],
  ])('%p is refused', async (seller_id, rule, message) => {
    expect(await filterFaults({ seller_id })).toEqual([{ path: 'filter.seller_id', rule, message }]);
  });

  it('have at most 100 characters, as loaded ones', async () => {
    expect(await filterFaults({ seller_id: 'a'.repeat(101) })).toMatchObject([
      { path: 'filter.seller_id', rule: 'max_length', limit: 100 },
    ]);
    const longest = '😀'.repeat(100);
    expect(await readFilter({ seller_id: longest })).toMatchObject({ seller_id: longest });
  });

  it('lose the blanks around them, and count once', async () => {
    expect(
      await readFilter({ seller_id: '\t 74918\u00a0\r\n', product_id: ['74918', ' 74918 ', 74918, '2'] }),
    ).toMatchObject({
      seller_id: '74918',
      product_id: ['74918', '2'],
    });
  });

  it.each([
    [
      '1 2',
      'but an id has no blank, comma, line break or invisible sign inside, and is no number with a point or an exponent, which has lost digits; several ids are a list, such as ["1","2"].',
    ],
    ['1, 2,3', '; several ids are a list, such as ["1","2"].'],
    ['1，2', '; several ids are a list, such as ["1","2"].'],
    ['1\n2', '; several ids are a list, such as ["1","2"].'],
    [
      `${'1'.repeat(60)},${'2'.repeat(60)}`,
      `; several ids are a list, such as ["${'1'.repeat(60)}","${'2'.repeat(60)}"].`,
    ],
    ['1,', 'is "1,", but an id has no blank, comma, line break or invisible sign inside'],
    ['1;2;', '; several ids are a list, such as ["1","2"].'],
    ['1729.0', 'no number with a point or an exponent, which has lost digits.'],
    ['\u200b1', 'is "\\u200b1", but an id has no blank, comma, line break or invisible sign inside'],
  ])('are refused with a sign that no id has: %j', async (id, message) => {
    for (const [path, filter] of [
      ['filter.seller_id', { seller_id: id }],
      ['filter.product_id', { product_id: id }],
      ['filter.product_id[1]', { product_id: ['1', id] }],
    ] as const) {
      expect(await filterFaults(filter)).toEqual([
        { path, rule: 'id', message: expect.stringContaining(message) as string },
      ]);
    }
  });

  it('come in lists of 1 to 100', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => index);
    expect((await readFilter({ product_id: ids })).product_id).toEqual(ids.map(String));
    expect(await filterFaults({ product_id: [...ids, 100] })).toEqual([
      {
        path: 'filter.product_id',
        rule: 'max_items',
        message: 'filter.product_id must list at most 100 values, but lists 101.',
        limit: 100,
      },
    ]);
    expect(await filterFaults({ product_id: [] })).toEqual([
      {
        path: 'filter.product_id',
        rule: 'empty',
        message: 'filter.product_id must list at least one id, but is [].',
      },
    ]);
  });

  it('in a list are each named when at fault', async () => {
    expect(
      (await filterFaults({ product_id: ['1', null, '', ['2'], 3n] })).map(({ path, rule }) => [path, rule]),
    ).toEqual([
      ['filter.product_id[1]', 'type'],
      ['filter.product_id[2]', 'empty'],
      ['filter.product_id[3]', 'type'],
    ]);
  });
});

describe('ranges', () => {
  it.each([
    [{ min: 0 }, { min: 0 }],
    [{ max: 0 }, { max: 0 }],
    [
      { min: 5, max: 5 },
      { min: 5, max: 5 },
    ],
    [{ min: null, max: 7 }, { max: 7 }],
    [
      { min: 0.5, max: 1.25 },
      { min: 0.5, max: 1.25 },
    ],
    [{ max: 9007199254740991 }, { max: 9007199254740991 }],
  ])('%p is read as %p', async (given, read) => {
    expect((await readFilter({ count_range: given })).count_range).toEqual(read);
  });

  it.each([
    [{}, 'filter.count_range', 'empty', 'filter.count_range must have min, max or both, but is {}.'],
    [
      { min: null, max: null },
      'filter.count_range',
      'empty',
      'filter.count_range must have min, max or both, but is {"min":null,"max":null}.',
    ],
    [
      { min: 5.5, max: 5 },
      'filter.count_range',
      'min_above_max',
      'filter.count_range must have min at most max, but is {"min":5.5,"max":5}.',
    ],
    [{ min: '10' }, 'filter.count_range.min', 'quoted_number', undefined],
    [{ min: '-0.25' }, 'filter.count_range.min', 'quoted_number', undefined],
    [{ min: true }, 'filter.count_range.min', 'type', 'filter.count_range.min must be a number, but is true.'],
    [[1, 2], 'filter.count_range', 'type', 'filter.count_range must be an object {min, max}, but is [1,2].'],
    [10, 'filter.count_range', 'type', 'filter.count_range must be an object {min, max}, but is 10.'],
    ['', 'filter.count_range', 'type', 'filter.count_range must be an object {min, max}, but is "".'],
    [{ min: Infinity }, 'filter.count_range.min', 'type', undefined],
    [{ max: 2n ** 53n }, 'filter.count_range.max', 'max', undefined],
  ])('%j is refused', async (count_range, path, rule, message) => {
    const faults = await filterFaults({ count_range });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ path, rule, ...(message !== undefined && { message }) });
  });

  it.each(['count_range', 'percent_range', 'rate_range', 'time_range'])('%s refuses negative bounds', async (name) => {
    expect(await filterFaults({ [name]: { min: -0.01, max: 0 } })).toEqual([
      {
        path: `filter.${name}.min`,
        rule: 'min',
        message: `filter.${name}.min must be at least 0, but is -0.01.`,
        limit: 0,
      },
    ]);
  });

  it('of GMV may be negative', async () => {
    expect((await readFilter({ region: 'US', gmv_range: { min: -5.5, max: -1 } })).gmv_range).toEqual({
      min: -5.5,
      max: -1,
    });
  });

  it('of percent lie within 0 and 100 where the rate is a share', async () => {
    expect((await readFilter({ percent_range: { min: 0, max: 100 } })).percent_range).toEqual({ min: 0, max: 100 });
    expect(await filterFaults({ percent_range: { max: 100.01 } })).toEqual([
      {
        path: 'filter.percent_range.max',
        rule: 'max',
        message: 'filter.percent_range.max must be at most 100, but is 100.01.',
        limit: 100,
      },
    ]);
    expect((await readFilter({ rate_range: { max: 250 } })).rate_range).toEqual({ max: 250 });
  });

  it('of time say what Unix seconds are', async () => {
    expect(await filterFaults({ time_range: { min: '2026-06-01' } })).toEqual([
      {
        path: 'filter.time_range.min',
        rule: 'type',
        message:
          'filter.time_range.min must be Unix seconds, for example 1780272000 for 2026-06-01, but is "2026-06-01".',
      },
    ]);
    expect(new Date(1780272000 * 1000).toISOString()).toBe('2026-06-01T00:00:00.000Z');
  });

  it('of time refuse milliseconds', async () => {
    expect((await readFilter({ time_range: { max: 999_999_999_999 } })).time_range).toEqual({ max: 999_999_999_999 });
    expect(await filterFaults({ time_range: { min: 1_000_000_000_000, max: 1_782_864_000_123 } })).toEqual([
      {
        path: 'filter.time_range.min',
        rule: 'milliseconds',
        message:
          'filter.time_range.min is in Unix seconds, but 1000000000000 looks like milliseconds; did you mean 1000000000?',
      },
      {
        path: 'filter.time_range.max',
        rule: 'milliseconds',
        message:
          'filter.time_range.max is in Unix seconds, but 1782864000123 looks like milliseconds; did you mean 1782864000?',
      },
    ]);
  });

  it('of time may be left out beside an id, and are checked beside it', async () => {
    expect(await faultsOf({ filter: { product_id: '1' } })).toEqual([]);
    expect(await faultsOf({ filter: { product_id: '1', time_range: { min: -1 } } })).toMatchObject([
      { path: 'filter.time_range.min', rule: 'min' },
    ]);
  });

  it('of money need what fixes the currency', async () => {
    const price_range = { min: 1 };
    const message =
      'filter.price_range must be used with region or seller_id, because amounts are in the region’s currency.';
    expect(await filterFaults({ price_range })).toEqual([{ path: 'filter.price_range', rule: 'needs', message }]);
    expect(await filterFaults({ price_range, region: null })).toHaveLength(1);
    const rules = (await filterFaults({ price_range: { min: 2, max: 1 } })).map(({ rule }) => rule);
    expect(rules).toEqual(['min_above_max', 'needs']);
    expect(await filterFaults({ price_range, region: 'US' })).toEqual([]);
    expect(await filterFaults({ price_range, seller_id: 5 })).toEqual([]);
    expect(await filterFaults({ gmv_range: price_range, seller_id: 5 })).toMatchObject([
      { path: 'filter.gmv_range', rule: 'needs' },
    ]);
    expect(await filterFaults({ gmv_range: price_range, region: 'GB' })).toEqual([]);
  });
});

describe('keywords', () => {
  const keywordsOf = async (keywords: unknown) =>
    (await readRequest(EveryRequest, { keywords, filter: { time_range } })).keywords;

  it.each([
    ['', ''],
    ['  \t\n ', ''],
    ['  red shoes ', 'red shoes'],
    ['+-=&|><!(){}[]^"~*?:\\/ AND OR', '+-=&|><!(){}[]^"~*?:\\/ AND OR'],
    ['a\ud800b', 'a\ufffdb'],
    [' "iphone 15" ', '"iphone 15"'],
    ['""', ''],
    ['" "', ''],
    ['34" vanity', '34" vanity'],
    ['"a" or "b"', '"a" or "b"'],
    ['\u0000', '\u0000'],
  ])('%j is read as %j', async (given, read) => {
    expect(await keywordsOf(given)).toBe(read);
  });

  it('have at most 120 code points, without the spaces around them', async () => {
    expect(await keywordsOf(` ${'😀'.repeat(120)} `)).toBe('😀'.repeat(120));
    expect(await keywordsOf('\ud800'.repeat(120))).toBe('\ufffd'.repeat(120));
    expect(await keywordsOf(`"${'x'.repeat(120)}"`)).toBe(`"${'x'.repeat(120)}"`);
    expect(await faultsOf({ keywords: `"${'x'.repeat(121)}"`, filter: { time_range } })).toMatchObject([
      { limit: 120 },
    ]);
    expect(await faultsOf({ keywords: ` ${'x'.repeat(121)} `, filter: { time_range } })).toMatchObject([
      { message: `keywords must have at most 120 characters, but has 121: " ${'x'.repeat(98)}….` },
    ]);
    expect(await faultsOf({ keywords: '😀'.repeat(121), filter: { time_range } })).toEqual([
      {
        path: 'keywords',
        rule: 'max_length',
        message: `keywords must have at most 120 characters, but has 121: "${'😀'.repeat(99)}….`,
        limit: 120,
      },
    ]);
  });

  it.each([[5], [true], [['a']], [{}]])('%j is refused', async (keywords) => {
    expect(await faultsOf({ keywords, filter: { time_range } })).toMatchObject([
      { path: 'keywords', rule: 'type', message: `keywords must be a string, but is ${JSON.stringify(keywords)}.` },
    ]);
  });
});

describe('orderby', () => {
  const orderbyOf = async (orderby: unknown) =>
    (await readRequest(EveryRequest, { orderby, filter: { time_range } })).orderby;
  const orderbyFaults = (orderby: unknown) => faultsOf({ orderby, filter: { time_range } });
  const plays = { field: 'play_count', order: 'desc' };

  it.each([
    [[], []],
    [[plays], [plays]],
    [plays, [plays]],
    [[{ field: 'play_count' }], [plays]],
    [[{ field: 'play_count', order: null }], [plays]],
    [
      [{ field: 'digg_count', order: 'asc' }, plays],
      [{ field: 'digg_count', order: 'asc' }, plays],
    ],
  ])('%j is read as %j', async (given, read) => {
    expect(await orderbyOf(given)).toEqual(read);
  });

  it.each([
    ['up', 'orderby[0].order is "up"; it must be one of desc, asc.'],
    ['DESC', 'orderby[0].order is "DESC"; it must be one of desc, asc. Did you mean desc?'],
    ['', 'orderby[0].order is ""; it must be one of desc, asc.'],
  ])('order %j is refused', async (order, message) => {
    expect(await orderbyFaults([{ field: 'play_count', order }])).toMatchObject([
      { path: 'orderby[0].order', rule: 'one_of', message, valid: ['desc', 'asc'] },
    ]);
  });

  it.each([
    [[{ field: 'plays' }], 'orderby[0].field', 'one_of', undefined],
    [[{ field: 'play_cnt' }], 'orderby[0].field', 'one_of', 'play_count'],
    [[{ field: 'plgg_count' }], 'orderby[0].field', 'one_of', 'play_count'],
    [{ field: 'publish' }, 'orderby.field', 'one_of', undefined],
    [[{}], 'orderby[0].field', 'required', undefined],
    [[{ field: null }], 'orderby[0].field', 'required', undefined],
    [{}, 'orderby.field', 'required', undefined],
    [[plays, 'play_count'], 'orderby[1]', 'type', undefined],
    [[null], 'orderby[0]', 'type', undefined],
    ['play_count', 'orderby', 'type', undefined],
    [[plays, { field: 'digg_count' }, { field: 'play_count' }], 'orderby[2].field', 'duplicate', undefined],
  ])('%j is refused at %s: %s', async (orderby, path, rule, suggestion) => {
    const faults = await orderbyFaults(orderby);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ path, rule });
    expect(faults[0]?.did_you_mean).toBe(suggestion);
  });

  it('takes two items that are none for that', async () => {
    expect(await orderbyFaults([null, null])).toMatchObject([
      { path: 'orderby[0]', rule: 'type' },
      { path: 'orderby[1]', rule: 'type' },
    ]);
  });

  it('says which field comes twice', async () => {
    expect((await orderbyFaults([plays, plays]))[0]?.message).toBe(
      'orderby[1].field names "play_count" a second time; each field may be sorted by once.',
    );
  });
});

describe('paging', () => {
  const pageFaults = (paging: object) => faultsOf({ ...paging, filter: { time_range } });

  it.each([[{ page: 1, pagesize: 1 }], [{ page: 50, pagesize: 100 }], [{ page: 5000, pagesize: 1 }], [{ page: 500 }]])(
    '%j is taken',
    async (paging) => {
      expect(await readRequest(EveryRequest, { ...paging, filter: { time_range } })).toMatchObject(paging);
    },
  );

  it.each([
    [{ page: 0 }, 'page', 'min', 1, 'page must be at least 1, but is 0.'],
    [{ page: -1 }, 'page', 'min', 1, 'page must be at least 1, but is -1.'],
    [{ page: 1.5 }, 'page', 'type', undefined, 'page must be an integer, but is 1.5.'],
    [{ page: '1' }, 'page', 'quoted_number', undefined, 'page must be a number without quotes, but is the string "1".'],
    [{ page: '' }, 'page', 'type', undefined, 'page must be an integer, but is "".'],
    [{ pagesize: 0 }, 'pagesize', 'min', 1, 'pagesize must be at least 1, but is 0.'],
    [{ pagesize: 101 }, 'pagesize', 'max', 100, 'pagesize must be at most 100, but is 101.'],
    [{ page: 5000, pagesize: 101 }, 'pagesize', 'max', 100, 'pagesize must be at most 100, but is 101.'],
    [
      { page: 51, pagesize: 100 },
      'page',
      'page_window',
      5000,
      'page * pagesize must be at most 5000, but is 5100 (page 51, pagesize 100); narrow the filter, or use the operation’s /export, where it has one, for all records.',
    ],
    [
      { page: 501 },
      'page',
      'page_window',
      5000,
      'page * pagesize must be at most 5000, but is 5010 (page 501, pagesize 10); narrow the filter, or use the operation’s /export, where it has one, for all records.',
    ],
    [{ page: 2n ** 64n, pagesize: 1 }, 'page', 'max', 9007199254740991, undefined],
  ])('%p is refused', async (paging, path, rule, limit, message) => {
    const faults = await pageFaults(paging);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ path, rule, ...(message !== undefined && { message }) });
    expect(faults[0]?.limit).toBe(limit);
  });

  it('has the window of its operation', async () => {
    expect(await faultsOf({ page: 100 }, EnglishRequest)).toEqual([]);
    expect(await faultsOf({ page: 101 }, EnglishRequest)).toMatchObject([{ rule: 'page_window', limit: 1000 }]);
  });
});

describe('lang', () => {
  it.each(['EN_US', 'ZH_CN'])('%s is taken', async (lang) => {
    expect((await readRequest(EveryRequest, { lang, filter: { time_range } })).lang).toBe(lang);
  });

  it.each([
    ['en_us', 'EN_US'],
    ['EN', 'EN_US'],
    ['zh', 'ZH_CN'],
    ['FR', undefined],
    ['', undefined],
    [1, undefined],
  ])('%j is refused; suggestion %s', async (lang, suggestion) => {
    const faults = await faultsOf({ lang, filter: { time_range } });
    expect(faults).toMatchObject([{ path: 'lang', rule: 'one_of', valid: ['EN_US', 'ZH_CN'] }]);
    expect(faults[0]?.did_you_mean).toBe(suggestion);
  });
});

describe('a parameter of a handler that has no request fields', () => {
  it.each([String, Object, undefined])('is passed on: %p', (metatype) => {
    expect(new RequestValidationPipe().transform('text', { type: 'param', metatype })).toBe('text');
  });
});

describe('a body that is sent repeatedly', () => {
  const pipe = new RequestValidationPipe();
  const read = (body: object, metatype: new () => object = EveryRequest, scope = scopeOf()) =>
    inScope(scope, () => pipe.transform(Buffer.from(JSON.stringify(body)), { type: 'body', metatype }));

  it('is read once: its request is the same frozen object', () => {
    const first = read(filtered({ region: 'US' }));
    expect(first).toBeInstanceOf(EveryRequest);
    expect(Object.isFrozen(first)).toBe(true);
    expect(read(filtered({ region: 'US' }))).toBe(first);
    expect(read(filtered({ region: 'GB' }))).not.toBe(first);
  });

  it('sets the language of the errors of its request each time', () => {
    for (const lang of ['ZH_CN', 'ZH_CN', 'EN_US', 'ZH_CN']) {
      const scope = scopeOf();
      read({ ...filtered({}), lang }, EveryRequest, scope);
      expect(scope.lang).toBe(lang);
    }
  });

  it('is read for each class that takes it', () => {
    class OtherRequest extends EnglishRequest {}
    const [one, other] = [read({ page: 2 }, EnglishRequest), read({ page: 2 }, OtherRequest)];
    expect(other).toBeInstanceOf(OtherRequest);
    expect(read({ page: 2 }, EnglishRequest)).toBe(one);
    expect(read({ page: 2 }, OtherRequest)).toBe(other);
  });

  it('written in another way, gives an equal request with the same JSON', () => {
    const other = { page: 1, orderby: null, filter: { count_range: { max: 5, min: 1 }, region: null, time_range } };
    const [one, same] = [read(filtered({ count_range: { min: 1, max: 5 } })), read(other)];
    expect(same).toBeInstanceOf(EveryRequest);
    expect(JSON.stringify(same)).toBe(JSON.stringify(one));
  });

  it('is refused each time when it is not valid', () => {
    expect(() => read({ page: 0 }, EnglishRequest)).toThrow(RequestFailure);
    expect(() => read({ page: 0 }, EnglishRequest)).toThrow(RequestFailure);
  });

  it('of more than 2 KB is read each time', () => {
    const long = filtered({ product_id: Array.from({ length: 100 }, (_, at) => `74951234567890${at + 10000}`) });
    expect(read(long)).not.toBe(read(long));
  });
});

interface Shoe {
  colour_code: number;
  market: string;
}

class ShoeFilter extends DocumentFilter<Shoe> {
  @ChoiceField([1, 2], 'Colour.', { index: 'colour_code' })
  colour?: number;

  @RegionField('Region.', { index: 'market', facet: 'region' })
  region?: string;
}

describe('a filter class', () => {
  it('has its index fields and facets from its decorators, in the order of its fields', () => {
    expect(Object.entries(filterPlan<ShoeFilter, Shoe>(ShoeFilter).filters)).toEqual([
      ['colour', 'colour_code'],
      ['region', 'market'],
    ]);
    expect(filterPlan<ShoeFilter, Shoe>(ShoeFilter).facets).toEqual({ region: 'region' });
    expect(facetKinds(ShoeFilter)).toEqual({ region: 'region' });
  });

  it('can name only fields of its documents, as the compiler checks', () => {
    class Misspelt extends DocumentFilter<Shoe> {
      // @ts-expect-error a shoe has no such field
      @RegionField('Region.', { index: 'markt' })
      region?: string;
    }
    expect(facetKinds(Misspelt)).toEqual({});
  });

  it('is refused when a filter names no index field, which would be ignored', () => {
    class Incomplete extends ShoeFilter {
      @ChoiceField([1, 2], 'Size.')
      size?: number;
    }
    expect(() => filterPlan<Incomplete, Shoe>(Incomplete)).toThrow('Incomplete.size names no index field');
  });
});

class ListRequest {
  @KeywordsField('Keywords') keywords: string;
  @CategoryIdField('Parent') parent_id?: number;
  @LangField() lang: string;
}

const read = (query: Record<string, unknown>) => readRequest(ListRequest, readParameters(ListRequest, query));
const message = async (query: Record<string, unknown>): Promise<string> =>
  (await errorsOf(ListRequest, readParameters(ListRequest, query))).map((error) => error.message).join(' ');

describe('a query string', () => {
  it('gives numbers as digits and texts as they are', async () => {
    expect(await read({ parent_id: '10', keywords: '12', lang: 'ZH_CN' })).toEqual({
      parent_id: 10,
      keywords: '12',
      lang: 'ZH_CN',
    });
  });

  it('takes 10.0 for the whole number it is, as JSON does', async () => {
    expect(await read({ parent_id: '-10.0' })).toMatchObject({ parent_id: -10 });
    expect(await message({ parent_id: '10.5' })).not.toBe('');
  });

  it.each([
    [{ parent_id: 'ten' }, 'parent_id must be an integer, but is "ten".'],
    [{ parent_id: '' }, 'parent_id must be an integer, but is "".'],
    [{ parent_id: ['1', '2'] }, 'parent_id must be an integer, but is ["1","2"].'],
    [
      { parentid: '1' },
      'parentid is not a field here; the fields are keywords, parent_id, lang. Did you mean parent_id?',
    ],
    [{ lang: 'EN' }, 'lang is "EN"; it must be one of EN_US, ZH_CN. Did you mean EN_US?'],
  ])('%j is refused', async (query, expected) => {
    expect(await message(query)).toBe(expected);
  });
});
