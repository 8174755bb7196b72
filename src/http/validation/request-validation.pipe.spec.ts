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
const filtered = (filter: object) => ({ filter: { time_range, ...filter } });
const faultsOf = (body: unknown, type: new () => object = EveryRequest) => errorsOf(type, body);

/** An error as its path and rule. */
const placed = ({ path, rule }: ErrorFault): string => `${path} ${rule}`;

/** An error as its rule and sentence; what it says next to its sentence must be what the sentence says. */
function shown({ path, rule, message, ...facts }: ErrorFault): string {
  const [, limit] = / at (?:most|least) (-?\d+)/.exec(message) ?? [];
  const [, did_you_mean] = /Did you mean (\S+)\?$/.exec(message) ?? [];
  const [, valid] = /(?:one of|fields are) (.+?)\.(?: Did you|$)/.exec(message) ?? [];
  expect([message.startsWith(`${path} `), { ...facts, valid: facts.valid?.join(', ') }]).toEqual([
    true,
    { limit: limit === undefined ? undefined : Number(limit), did_you_mean, valid },
  ]);
  return `${rule}: ${message}`;
}

/** A value, and the errors that it has. */
type Refused = [given: unknown, ...errors: string[]];

/** The error of a value that is not on a list. */
const unlisted = (path: string, valid: readonly unknown[], given: unknown, meant = ''): string =>
  `one_of: ${path} is ${JSON.stringify(given)}; it must be one of ${valid.join(', ')}.${meant && ` Did you mean ${meant}?`}`;

/** The refusals of a field with a closed list. */
const notOneOf =
  (name: string, valid: readonly unknown[], path = `filter.${name}`) =>
  (given: unknown, meant?: string): Refused => [{ [name]: given }, unlisted(path, valid, given, meant)];
const notRegion = notOneOf('region', REGION_CODES);
const notFlag = notOneOf('is_new', [true, false, 1, 0]);
const notChannel = notOneOf('channel', [1, 2, 3]);
const notKind = notOneOf('kind', ['video', 'live']);
const notLang = notOneOf('lang', ['EN_US', 'ZH_CN'], 'lang');

/** The refusals of an id wherever it stands. */
const notId = (given: string, sentence: string): Refused[] =>
  (
    [
      ['filter.seller_id', { seller_id: given }],
      ['filter.product_id', { product_id: given }],
      ['filter.product_id[1]', { product_id: ['1', given] }],
    ] as const
  ).map(([path, filter]) => [filter, `id: ${path} is ${sentence}`]);
const SIGNS =
  'but an id has no blank, comma, line break or invisible sign inside, and is no number with a point or an exponent, which has lost digits';
const severalIds = (given: string, ids: readonly string[]): Refused[] =>
  notId(given, `${JSON.stringify(given)}, ${SIGNS}; several ids are a list, such as ${JSON.stringify(ids)}.`);

const MANY_IDS = Array.from({ length: 100 }, (_, index) => index);
const UNSAFE = 'must be at most 9007199254740991, but is';

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
      expect((await faultsOf(body)).map(shown)).toEqual([
        'required: filter.time_range is required, for example {"min":1780272000,"max":1782863999}.',
      ]);
    },
  );

  it.each<Refused>([
    [[], 'type: body must be an object, but is [].'],
    ['text', 'type: body must be an object, but is "text".'],
    [5, 'type: body must be an object, but is 5.'],
    [false, 'type: body must be an object, but is false.'],
    [{ filter: [1] }, 'type: filter must be an object, but is [1].'],
    [{ filter: [{ region: 'UK' }] }, 'type: filter must be an object, but is [{"region":"UK"}].'],
  ])('is an object with an object as its filter, and not %j', async (body, ...errors) => {
    expect((await faultsOf(body)).map(shown)).toEqual(errors);
  });

  it('gets its faults in the order of its fields, and those of a list in the order of the items', async () => {
    const orderby = [{ field: 'play_count' }, { field: 'play_count' }, { field: 'plays' }];
    const faults = await faultsOf({ filter: { time_range, product_id: ['1', ''], count_range: {} }, orderby });
    expect(faults.map(placed)).toEqual([
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
    expect((await faultsOf(body)).map(placed)).toEqual([
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
    const [fault] = await faultsOf(filtered({ region: 'x'.repeat(500) }));
    expect(fault?.message).toContain(`filter.region is "${'x'.repeat(99)}…; it must be one of US, GB`);
  });

  it.each([
    [{ page: 'x' }, 'page 的类型必须为 整数，当前值为 "x"。'],
    [{ keywords: 1 }, 'keywords 的类型必须为 字符串，当前值为 1。'],
    [{ filter: 1 }, 'filter 的类型必须为 对象，当前值为 1。'],
    [{ orderby: 1 }, 'orderby 的类型必须为 由排序项 {field, order} 组成的数组，当前值为 1。'],
    [{ orderby: [1] }, 'orderby[0] 的类型必须为 排序项 {field, order}，当前值为 1。'],
    [filtered({ channel: 9 }), 'filter.channel 的值 9 无效；有效值为 1, 2, 3。'],
    [filtered({ seller_id: true }), 'filter.seller_id 的类型必须为 字符串或整数，当前值为 true。'],
    [filtered({ count_range: 1 }), 'filter.count_range 的类型必须为 对象 {min, max}，当前值为 1。'],
    [filtered({ count_range: { min: true } }), 'filter.count_range.min 的类型必须为 数字，当前值为 true。'],
    [
      filtered({ price_range: { min: 1 } }),
      'filter.price_range 必须与 region或seller_id 同时使用，因为金额以地区货币计。',
    ],
  ])('in Chinese with %j has an error in Chinese', async (given, message) => {
    const faults = await faultsOf({ lang: 'ZH_CN', ...filtered({}), ...given });
    expect(faults.map((fault) => fault.message)).toEqual([message]);
  });

  it('has errors in English where the operation has no language', async () => {
    expect((await faultsOf({ lang: 'ZH_CN', page: 0 }, EnglishRequest)).map(shown)).toEqual([
      'unknown: lang is not a field here; the fields are page.',
      'min: page must be at least 1, but is 0.',
    ]);
  });
});

const MEANT = {
  ...{ keyword: 'keywords', pageSize: 'pagesize', order_by: 'orderby', sort: 'orderby', page_size: 'pagesize' },
  ...{ page_number: 'page', limit: 'pagesize', size: 'pagesize', q: 'keywords', query: 'keywords' },
};

describe('unknown fields', () => {
  it.each<[string, string?]>([
    ...Object.entries(MEANT),
    ...['x', 'zzz', '字段', '__proto__', 'constructor'].map((name): [string] => [name]),
  ])('%s is refused; suggestion %s', async (property, suggestion = '') => {
    const body = JSON.parse(`{"filter":{"time_range":{"min":1}},"${property}":1}`) as object;
    const sentence = `${property} is not a field here; the fields are keywords, filter, orderby, page, pagesize, lang.`;
    expect((await faultsOf(body)).map(shown)).toEqual([
      `unknown: ${sentence}${suggestion && ` Did you mean ${suggestion}?`}`,
    ]);
  });

  it.each([
    [filtered({ regions: 'US' }), 'filter.regions', 'region'],
    [filtered({ price: { min: 1 } }), 'filter.price', 'price_range'],
    [filtered({ region_code: 'US' }), 'filter.region_code', 'region'],
    [filtered({ kind_range: 1 }), 'filter.kind_range', 'kind'],
    [filtered({ time_range: { min: 1, maximum: 2 } }), 'filter.time_range.maximum', undefined],
    [filtered({ time_range: { min: 1, Max: 2 } }), 'filter.time_range.Max', 'max'],
    [{ ...filtered({}), orderby: [{ field: 'play_count', orders: 'desc' }] }, 'orderby[0].orders', 'order'],
  ])('are refused at every depth: %j', async (body, path, did_you_mean) => {
    const faults = await faultsOf(body);
    expect(faults.map((fault) => [placed(fault), fault.did_you_mean])).toEqual([[`${path} unknown`, did_you_mean]]);
  });

  const RESERVED = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '\u0000toString'];
  it.each(RESERVED)('%j, which every object inherits, is refused at every depth', async (property) => {
    const at = property.startsWith('\u0000') ? `[${JSON.stringify(property)}]` : `.${property}`;
    const odd = `"min":1,${JSON.stringify(property)}:1`;
    const body = JSON.parse(
      `{"filter":{"time_range":{${odd}},"count_range":{${odd}}},"orderby":[{"field":"play_count",${odd.slice(8)}}]}`,
    ) as object;
    const holders = ['filter.count_range', 'filter.time_range', 'orderby[0]'];
    expect((await faultsOf(body)).map(placed)).toEqual(holders.map((holder) => `${holder}${at} unknown`));
    const filter = JSON.parse(`{"time_range":{"min":1},${JSON.stringify(property)}:null}`) as object;
    expect((await faultsOf({ filter })).map(placed)).toEqual([`filter${at} unknown`]);
  });

  it.each([
    ['', '[""]', 'filter[""]'],
    ['a b', '["a b"]', 'filter["a b"]'],
    ['filter.region', '["filter.region"]', 'filter["filter.region"]'],
    ['\ud800', '["\\ud800"]', 'filter["\\ud800"]'],
    ['x'.repeat(200), 'x'.repeat(100), `filter.${'x'.repeat(100)}`],
  ])('%j is shown in brackets where no path could hold it, and cut', async (property, path, nested) => {
    expect((await faultsOf({ [property]: 1, filter: { time_range } })).map(placed)).toEqual([`${path} unknown`]);
    expect((await faultsOf(filtered({ [property]: 1 }))).map(placed)).toEqual([`${nested} unknown`]);
  });
});

describe('a request too large to be valid', () => {
  it('is refused without being looked through', async () => {
    const many = (value: unknown) => Array.from({ length: 20_000 }, () => value);
    expect(await faultsOf({ orderby: many({}), filter: { time_range } })).toHaveLength(100);
    expect((await faultsOf(filtered({ product_id: many('1') }))).map(placed)).toEqual(['filter.product_id max_items']);
    expect((await faultsOf(filtered({ region: many({ a: 1 }) }))).map(placed)).toEqual(['filter.region one_of']);
  });

  it('is reported in the order of the items, also from the tenth on', async () => {
    const orderby = Array.from({ length: 12 }, () => ({ field: 'plays' }));
    const faults = await faultsOf({ filter: { time_range }, orderby });
    const paths = faults.map(({ path }) => path).filter((path) => path.includes('.field'));
    expect(paths).toEqual(orderby.map((_, at) => `orderby[${at}].field`));
  });
});

describe('numbers beyond the largest', () => {
  it('are refused, also after the request that they would be without them', async () => {
    const ofPage = (text: string) => faultsOf(JSON.parse(`{"page":${text},"filter":{"time_range":{"min":1}}}`));
    for (let round = 0; round < 2; round++) {
      expect([await ofPage('1'), await ofPage('null')]).toEqual([[], []]);
      expect((await ofPage('1e400')).map(shown)).toEqual(['type: page must be an integer, but is Infinity.']);
      expect(await faultsOf(filtered({ count_range: { min: null, max: 5 } }))).toEqual([]);
    }
  });
});

describe('a filter', () => {
  it.each<[given: object, read?: object]>([
    ...REGION_CODES.map((region): [object] => [{ region }]),
    ...[1, 2, 3].map((channel): [object] => [{ channel }]),
    [{ is_new: true }],
    [{ is_new: 1 }, { is_new: true }],
    [{ is_new: false }],
    [{ is_new: 0 }, { is_new: false }],
    ...[0, 601450, -1, 2 ** 53 - 1, 1 - 2 ** 53].map((category_id): [object] => [{ category_id }]),
    [{ l2_category_id: 10100 }],
    [{ l2_category_id: [10100] }, { l2_category_id: 10100 }],
    [{ l2_category_id: [10100, 10100] }, { l2_category_id: 10100 }],
    [{ l2_category_id: [10200, 10100, 10200] }, { l2_category_id: [10200, 10100] }],
    [{ l2_category_id: [-1, 0] }],
    [{ l2_category_id: null }, {}],
    [
      { seller_id: 1729384756102938475n, product_id: '007' },
      { seller_id: '1729384756102938475', product_id: ['007'] },
    ],
    [
      { seller_id: '1729384756102938475', product_id: 2n ** 63n - 1n },
      { seller_id: '1729384756102938475', product_id: ['9223372036854775807'] },
    ],
    [
      { seller_id: -(2n ** 63n), product_id: 9007199254740991 },
      { seller_id: '-9223372036854775808', product_id: ['9007199254740991'] },
    ],
    [{ seller_id: 'a'.repeat(64) }],
    [{ seller_id: '😀'.repeat(100) }],
    [
      { seller_id: '\t 74918\u00a0\r\n', product_id: ['74918', ' 74918 ', 74918, '2'] },
      { seller_id: '74918', product_id: ['74918', '2'] },
    ],
    [{ product_id: MANY_IDS }, { product_id: MANY_IDS.map(String) }],
    [{ count_range: { min: 0 } }],
    [{ count_range: { max: 0 } }],
    [{ count_range: { min: 5, max: 5 } }],
    [{ count_range: { min: null, max: 7 } }, { count_range: { max: 7 } }],
    [{ count_range: { min: 0.5, max: 1.25 } }],
    [{ count_range: { max: 9007199254740991 } }],
    [{ percent_range: { min: 0, max: 100 }, rate_range: { max: 250 } }],
    [{ region: 'US', gmv_range: { min: -5.5, max: -1 } }],
    [{ time_range: { max: 999_999_999_999 } }],
    [{ price_range: { min: 1 }, region: 'US' }],
    [
      { price_range: { min: 1 }, seller_id: 5 },
      { price_range: { min: 1 }, seller_id: '5' },
    ],
  ])('%p is read', async (given, read = given) => {
    expect((await readRequest(EveryRequest, filtered(given))).filter).toEqual({ time_range, ...read });
  });

  it.each<Refused>([
    ...[notRegion('UK', 'GB'), notRegion('uk', 'GB'), notRegion('us', 'US'), notRegion('USA'), notRegion('XX')],
    ...[notRegion(''), notRegion(5), notRegion(['US']), notRegion({ toString: 1 })],
    ...[notFlag('true', 'true'), notFlag('1'), notFlag(2), notFlag(-1), notFlag(''), notFlag([]), notFlag({})],
    ...[notChannel(0), notChannel(4), notChannel(1.5), notChannel(true), notChannel('one')],
    [{ channel: '1' }, 'quoted_number: filter.channel must be a number without quotes, but is the string "1".'],
    ...[notKind('vidoe', 'video'), notKind('uk')],
    [
      { category_id: '10' },
      'quoted_number: filter.category_id must be a number without quotes, but is the string "10".',
    ],
    [{ category_id: 'ten' }, 'type: filter.category_id must be an integer, but is "ten".'],
    [{ category_id: '' }, 'type: filter.category_id must be an integer, but is "".'],
    [{ category_id: 1.5 }, 'type: filter.category_id must be an integer, but is 1.5.'],
    [{ category_id: true }, 'type: filter.category_id must be an integer, but is true.'],
    [{ category_id: [1] }, 'type: filter.category_id must be an integer, but is [1].'],
    [{ category_id: 2n ** 53n + 1n }, `max: filter.category_id ${UNSAFE} 9007199254740993.`],
    [{ category_id: 2 ** 53 }, `max: filter.category_id ${UNSAFE} 9007199254740992.`],
    [{ category_id: 1e20 }, `max: filter.category_id ${UNSAFE} 100000000000000000000.`],
    [{ l2_category_id: [] }, 'empty: filter.l2_category_id must list at least one id, but is [].'],
    [
      { l2_category_id: [...MANY_IDS, 100] },
      'max_items: filter.l2_category_id must list at most 100 values, but lists 101.',
    ],
    [
      { l2_category_id: Array.from({ length: 101 }, () => 1) },
      'max_items: filter.l2_category_id must list at most 100 values, but lists 101.',
    ],
    [{ l2_category_id: 'beauty' }, 'type: filter.l2_category_id must be an integer, but is "beauty".'],
    [{ l2_category_id: '10100,10200' }, 'type: filter.l2_category_id must be an integer, but is "10100,10200".'],
    [
      { l2_category_id: '10100' },
      'quoted_number: filter.l2_category_id must be a number without quotes, but is the string "10100".',
    ],
    [{ l2_category_id: { id: 10100 } }, 'type: filter.l2_category_id must be an integer, but is {"id":10100}.'],
    [
      { l2_category_id: [10100, '10200', 1.5, [10100], null, 2n ** 60n] },
      'quoted_number: filter.l2_category_id[1] must be a number without quotes, but is the string "10200".',
      'type: filter.l2_category_id[2] must be an integer, but is 1.5.',
      'type: filter.l2_category_id[3] must be an integer, but is [10100].',
      'type: filter.l2_category_id[4] must be an integer, but is null.',
      `max: filter.l2_category_id[5] ${UNSAFE} 1152921504606846976.`,
    ],
    [{ seller_id: '' }, 'empty: filter.seller_id must name an id, but is "".'],
    [{ seller_id: ' ' }, 'empty: filter.seller_id must name an id, but is " ".'],
    [{ seller_id: 1.5 }, 'type: filter.seller_id must be a string, or an integer, but is 1.5.'],
    [
      { seller_id: 1e20 },
      'type: filter.seller_id must be a string of digits (as a number it would lose digits), but is 100000000000000000000.',
    ],
    [{ seller_id: true }, 'type: filter.seller_id must be a string, or an integer, but is true.'],
    [{ seller_id: ['1'] }, 'type: filter.seller_id must be a string, or an integer, but is ["1"].'],
    [
      { seller_id: { a: 2n ** 64n } },
      'type: filter.seller_id must be a string, or an integer, but is {"a":18446744073709551616}.',
    ],
    [
      { seller_id: 'a'.repeat(101) },
      `max_length: filter.seller_id must have at most 100 characters, but has 101: "${'a'.repeat(99)}….`,
    ],
    ...severalIds('1 2', ['1', '2']),
    ...severalIds('1, 2,3', ['1', '2']),
    ...severalIds('1，2', ['1', '2']),
    ...severalIds('1\n2', ['1', '2']),
    ...severalIds('1;2;', ['1', '2']),
    ...notId('1,', `"1,", ${SIGNS}.`),
    ...notId('1729.0', `"1729.0", ${SIGNS}.`),
    ...notId('\u200b1', `"\\u200b1", ${SIGNS}.`),
    [{ product_id: [] }, 'empty: filter.product_id must list at least one id, but is [].'],
    [{ product_id: [...MANY_IDS, 100] }, 'max_items: filter.product_id must list at most 100 values, but lists 101.'],
    [
      { product_id: ['1', null, '', ['2'], 3n] },
      'type: filter.product_id[1] must be a string, or an integer, but is null.',
      'empty: filter.product_id[2] must name an id, but is "".',
      'type: filter.product_id[3] must be a string, or an integer, but is ["2"].',
    ],
    [{ count_range: {} }, 'empty: filter.count_range must have min, max or both, but is {}.'],
    [
      { count_range: { min: null, max: null } },
      'empty: filter.count_range must have min, max or both, but is {"min":null,"max":null}.',
    ],
    [
      { count_range: { min: 5.5, max: 5 } },
      'min_above_max: filter.count_range must have min at most max, but is {"min":5.5,"max":5}.',
    ],
    [
      { count_range: { min: '10' } },
      'quoted_number: filter.count_range.min must be a number without quotes, but is the string "10".',
    ],
    [
      { count_range: { min: '-0.25' } },
      'quoted_number: filter.count_range.min must be a number without quotes, but is the string "-0.25".',
    ],
    [{ count_range: { min: true } }, 'type: filter.count_range.min must be a number, but is true.'],
    [{ count_range: { min: Infinity, max: 5 } }, 'type: filter.count_range.min must be a number, but is Infinity.'],
    [{ count_range: { max: 2n ** 53n } }, `max: filter.count_range.max ${UNSAFE} 9007199254740992.`],
    [{ count_range: [1, 2] }, 'type: filter.count_range must be an object {min, max}, but is [1,2].'],
    [{ count_range: 10 }, 'type: filter.count_range must be an object {min, max}, but is 10.'],
    [{ count_range: '' }, 'type: filter.count_range must be an object {min, max}, but is "".'],
    ...['count_range', 'percent_range', 'rate_range', 'time_range'].map((name): Refused => [
      { [name]: { min: -0.01, max: 0 } },
      `min: filter.${name}.min must be at least 0, but is -0.01.`,
    ]),
    [{ percent_range: { max: 100.01 } }, 'max: filter.percent_range.max must be at most 100, but is 100.01.'],
    [
      { time_range: { min: '2026-06-01' } },
      `type: filter.time_range.min must be Unix seconds, for example ${Date.parse('2026-06-01') / 1000} for 2026-06-01, but is "2026-06-01".`,
    ],
    [
      { time_range: { min: 1_000_000_000_000, max: 1_782_864_000_123 } },
      'milliseconds: filter.time_range.min is in Unix seconds, but 1000000000000 looks like milliseconds; did you mean 1000000000?',
      'milliseconds: filter.time_range.max is in Unix seconds, but 1782864000123 looks like milliseconds; did you mean 1782864000?',
    ],
    [
      { price_range: { min: 2, max: 1 }, region: null },
      'min_above_max: filter.price_range must have min at most max, but is {"min":2,"max":1}.',
      'needs: filter.price_range must be used with region or seller_id, because amounts are in the region’s currency.',
    ],
    [
      { gmv_range: { min: 1 }, seller_id: 5 },
      'needs: filter.gmv_range must be used with region, because amounts are in the region’s currency.',
    ],
  ])('%p is refused', async (filter, ...errors) => {
    expect((await faultsOf(filtered(filter as object))).map(shown)).toEqual(errors);
  });

  it('takes an integer beyond 64 bits for no id, and a long one for no number', async () => {
    const faults = await faultsOf(filtered({ seller_id: 2n ** 63n, count_range: { max: 10n ** 400n } }));
    expect(faults.map(placed)).toEqual(['filter.seller_id type', 'filter.count_range.max type']);
    expect(faults[0]?.message).toBe(
      'filter.seller_id must be a string of digits (as an integer, at most 64 bits), but is 9223372036854775808.',
    );
  });

  it('shows two of several ids whole', async () => {
    const [one, other] = ['1'.repeat(60), '2'.repeat(60)];
    const [fault] = await faultsOf(filtered({ seller_id: `${one},${other}` }));
    expect(fault?.message).toContain(`; several ids are a list, such as ["${one}","${other}"].`);
  });

  it('may leave out a required range next to an id, and has it checked there', async () => {
    expect(await faultsOf({ filter: { product_id: '1' } })).toEqual([]);
    const faults = await faultsOf({ filter: { product_id: '1', time_range: { min: -1 } } });
    expect(faults.map(placed)).toEqual(['filter.time_range.min min']);
  });
});

/** A part of the body next to the filter, as it is read. */
const readBody = async (body: object): Promise<object> => readRequest(EveryRequest, { ...body, ...filtered({}) });
const PLAYS = { field: 'play_count', order: 'desc' };
const WINDOW = 'narrow the filter, or use the operation’s /export, where it has one, for all records.';
const notOrder = (order: string, meant?: string): Refused => [
  { orderby: [{ field: 'play_count', order }] },
  unlisted('orderby[0].order', ['desc', 'asc'], order, meant),
];

describe('the fields next to a filter', () => {
  it.each<[given: object, read?: object]>([
    [{ keywords: '' }],
    [{ keywords: '  \t\n ' }, { keywords: '' }],
    [{ keywords: '  red shoes ' }, { keywords: 'red shoes' }],
    [{ keywords: '+-=&|><!(){}[]^"~*?:\\/ AND OR' }],
    [{ keywords: 'a\ud800b' }, { keywords: 'a\ufffdb' }],
    [{ keywords: ' "iphone 15" ' }, { keywords: '"iphone 15"' }],
    [{ keywords: '""' }, { keywords: '' }],
    [{ keywords: '" "' }, { keywords: '' }],
    [{ keywords: '34" vanity' }],
    [{ keywords: '"a" or "b"' }],
    [{ keywords: '\u0000' }],
    [{ keywords: ` ${'😀'.repeat(120)} ` }, { keywords: '😀'.repeat(120) }],
    [{ keywords: '\ud800'.repeat(120) }, { keywords: '\ufffd'.repeat(120) }],
    [{ keywords: `"${'x'.repeat(120)}"` }],
    [{ orderby: [] }],
    [{ orderby: [PLAYS] }],
    [{ orderby: PLAYS }, { orderby: [PLAYS] }],
    [{ orderby: [{ field: 'play_count' }] }, { orderby: [PLAYS] }],
    [{ orderby: [{ field: 'play_count', order: null }] }, { orderby: [PLAYS] }],
    [{ orderby: [{ field: 'digg_count', order: 'asc' }, PLAYS] }],
    [{ page: 1, pagesize: 1 }],
    [{ page: 50, pagesize: 100 }],
    [{ page: 5000, pagesize: 1 }],
    [{ page: 500 }],
    [{ lang: 'EN_US' }],
    [{ lang: 'ZH_CN' }],
  ])('%j are read', async (given, read = given) => {
    expect(await readBody(given)).toMatchObject(read);
  });

  it.each<Refused>([
    [{ keywords: 5 }, 'type: keywords must be a string, but is 5.'],
    [{ keywords: true }, 'type: keywords must be a string, but is true.'],
    [{ keywords: ['a'] }, 'type: keywords must be a string, but is ["a"].'],
    [{ keywords: {} }, 'type: keywords must be a string, but is {}.'],
    [
      { keywords: `"${'x'.repeat(121)}"` },
      `max_length: keywords must have at most 120 characters, but has 121: "\\"${'x'.repeat(97)}….`,
    ],
    [
      { keywords: ` ${'x'.repeat(121)} ` },
      `max_length: keywords must have at most 120 characters, but has 121: " ${'x'.repeat(98)}….`,
    ],
    [
      { keywords: '😀'.repeat(121) },
      `max_length: keywords must have at most 120 characters, but has 121: "${'😀'.repeat(99)}….`,
    ],
    ...[notOrder('up'), notOrder('DESC', 'desc'), notOrder('')],
    [
      { orderby: [PLAYS, PLAYS] },
      'duplicate: orderby[1].field names "play_count" a second time; each field may be sorted by once.',
    ],
    [{ page: 0 }, 'min: page must be at least 1, but is 0.'],
    [{ page: -1 }, 'min: page must be at least 1, but is -1.'],
    [{ page: 1.5 }, 'type: page must be an integer, but is 1.5.'],
    [{ page: '1' }, 'quoted_number: page must be a number without quotes, but is the string "1".'],
    [{ page: '' }, 'type: page must be an integer, but is "".'],
    [{ page: 2n ** 64n, pagesize: 1 }, `max: page ${UNSAFE} 18446744073709551616.`],
    [{ pagesize: 0 }, 'min: pagesize must be at least 1, but is 0.'],
    [{ pagesize: 101 }, 'max: pagesize must be at most 100, but is 101.'],
    [{ page: 5000, pagesize: 101 }, 'max: pagesize must be at most 100, but is 101.'],
    [
      { page: 51, pagesize: 100 },
      `page_window: page * pagesize must be at most 5000, but is 5100 (page 51, pagesize 100); ${WINDOW}`,
    ],
    [
      { page: 501 },
      `page_window: page * pagesize must be at most 5000, but is 5010 (page 501, pagesize 10); ${WINDOW}`,
    ],
    ...[notLang('en_us', 'EN_US'), notLang('EN', 'EN_US'), notLang('zh', 'ZH_CN')],
    ...[notLang('FR'), notLang(''), notLang(1)],
  ])('%p are refused', async (body, ...errors) => {
    expect((await faultsOf({ ...(body as object), ...filtered({}) })).map(shown)).toEqual(errors);
  });

  it.each<Refused>([
    [[{ field: 'plays' }], 'orderby[0].field one_of'],
    [[{ field: 'play_cnt' }], 'orderby[0].field one_of play_count'],
    [[{ field: 'plgg_count' }], 'orderby[0].field one_of play_count'],
    [{ field: 'publish' }, 'orderby.field one_of'],
    [[{}], 'orderby[0].field required'],
    [[{ field: null }], 'orderby[0].field required'],
    [{}, 'orderby.field required'],
    [[PLAYS, 'play_count'], 'orderby[1] type'],
    [[PLAYS, [{ field: 'digg_count' }]], 'orderby[1] type'],
    [[null], 'orderby[0] type'],
    [[null, null], 'orderby[0] type', 'orderby[1] type'],
    ['play_count', 'orderby type'],
    [[PLAYS, { field: 'digg_count' }, { field: 'play_count' }], 'orderby[2].field duplicate'],
  ])('the order %j is refused', async (orderby, ...places) => {
    const faults = await faultsOf({ orderby, ...filtered({}) });
    expect(faults.map((fault) => [placed(fault), fault.did_you_mean ?? []].flat().join(' '))).toEqual(places);
  });

  it('have the window of their operation', async () => {
    expect(await faultsOf({ page: 100 }, EnglishRequest)).toEqual([]);
    expect(await faultsOf({ page: 101 }, EnglishRequest)).toMatchObject([{ rule: 'page_window', limit: 1000 }]);
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
