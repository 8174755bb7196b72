import { readFileSync } from 'node:fs';
import { readAddress } from './address.js';
import { recordColumns, tiedWith } from './columns.js';
import { dayOf, endOfData, lastDays, newestPeriod } from './periods.js';
import { facetBodies, fieldsOf, facetsPath, fieldValue, formFields, listBody } from './forms.js';
import { timeBuckets } from './charts.js';
import { fieldText, typedNumber } from './field-text.js';
import { type OpenApi, type Schema, withHelp } from './open-api.js';
import { inWords, repairState } from './problems.js';
import { datesOf, isRule, ruleOf } from './rules.js';
import { VIEWS } from './views.js';

const DOCUMENT = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApi;
const PRODUCTS = { fields: formFields(DOCUMENT, VIEWS.products.path), keywords: true, lang: false };
const kindsOf = (path: string): Record<string, string> =>
  Object.fromEntries(formFields(DOCUMENT, path).map(({ name, kind }) => [name, kind]));

it.each([
  ['7491 ', '7491'],
  [' 7491, 7492', ['7491', '7492']],
  ['7491;7492\n7493', ['7491', '7492', '7493']],
  ['7491，7492、7493,', ['7491', '7492', '7493']],
])('the pasted ids %j are sent as %j', (text, ids) => {
  const field = formFields(DOCUMENT, VIEWS.videos.path).find(({ name }) => name === 'video_id');
  expect(field && fieldValue(field, text)).toEqual(ids);
});

describe('the form of an operation', () => {
  it('has every filter of the document, by its kind', () => {
    const { VideoFilter } = DOCUMENT.components.schemas;
    expect(Object.keys(kindsOf(VIEWS.videos.path))).toEqual(Object.keys(VideoFilter?.properties ?? {}));
    expect(kindsOf(VIEWS.videos.path)).toMatchObject({
      video_id: 'ids',
      region: 'choice',
      is_ecommerce: 'flag',
      product_category_id: 'category',
      create_time_range: 'times',
      follower_count_range: 'range',
    });
    expect(kindsOf(VIEWS.products.path)).toMatchObject({ seller_id: 'ids', l2_category_id: 'category' });
    expect(kindsOf(VIEWS.sales.path)).toMatchObject({ date_info: 'period', account_type: 'choice' });
    expect(kindsOf('/creator/v1/history')).toEqual({
      uid: 'ids',
      date_type: 'choice',
      ...{ from: 'text', to: 'text', compare_to: 'text' },
      ...{ is_ad: 'flag', tags: 'ids', duration_range: 'range', product_age_range: 'range', listed_range: 'range' },
    });
  });

  it('knows whose categories are meant, what must be set, and what goes together', () => {
    const [videos, growth] = [VIEWS.videos, VIEWS.growth].map(({ path }) => formFields(DOCUMENT, path));
    const categories = [videos, growth].flatMap((fields) => fields?.filter(({ kind }) => kind === 'category') ?? []);
    const trees = { creator_category_id: 'creator', product_category_id: 'product', category_id: 'creator' };
    expect(Object.fromEntries(categories.map(({ name, tree }) => [name, tree]))).toEqual(trees);
    expect(videos?.filter(({ required }) => required).map(({ name }) => name)).toEqual(['create_time_range']);
    expect(PRODUCTS.fields.find(({ name }) => name === 'price_range')?.needs).toEqual(['region', 'seller_id']);
  });
});

it('help goes to the objects of the document in their order', () => {
  const documentOf = (row: Schema, two: Schema): OpenApi => ({
    paths: { '/a': { post: { responses: {} } } },
    components: { schemas: { A: { type: ['string', 'null'], properties: { one: { enum: [1] }, two }, ...row } } },
  });
  // The document, paths, /a, post, responses, components, schemas, A, properties, one, two.
  const help = ['', '', '', '', '', '', '', 'A row', '', '', 'The second'];
  const [row, two] = [{ description: 'A row' }, { description: 'The second' }];
  expect(withHelp(documentOf({}, {}), help)).toEqual(documentOf(row, two));
});

describe('columns', () => {
  it.each(Object.entries(VIEWS))('of %s are there in the record, those of the view among them', (_, view) => {
    const columns = recordColumns(DOCUMENT, view.path);
    expect(columns.map(({ path }) => path)).toEqual(
      expect.arrayContaining(view.columns.filter((path) => path !== 'rank')),
    );
    expect(columns.filter(({ path }) => /cover|avatar|url/.test(path))).toEqual([]);
  });

  it('are written as what they are', () => {
    const kinds = recordColumns(DOCUMENT, VIEWS.videos.path).map(({ path, kind }) => [path, kind]);
    expect(Object.fromEntries(kinds)).toMatchObject({
      video_id: 'id',
      publish_time: 'time',
      play_count: 'number',
      usd_gmv: 'usd',
      usd_gmv_per_1000_plays: 'usd',
      gmv: 'money',
      is_ad: 'flag',
      'interact_rate_info.rate': 'percent',
    });
  });
});

it('a tie is not said of rows without a rank, nor of ranks by another figure', () => {
  const [one, other] = [{ usd_gmv: 7 }, { usd_gmv: 7 }];
  const shares = [
    { rank: 1, largest_creator: { share: 100 } },
    { rank: 9, largest_creator: { share: 100 } },
  ];
  expect([tiedWith([one, other], one, 'usd_gmv'), tiedWith(shares, shares[1])]).toEqual([undefined, undefined]);
  expect(tiedWith(shares, shares[0], 'largest_creator.share')).toBeUndefined();
});

describe('a request', () => {
  it('takes as many words of the keywords as the counts did, unless it has an order', () => {
    const state = readAddress('?view=products&keywords=phone+case&match=all_words', 'EN_US');
    expect(listBody(PRODUCTS, state)).toMatchObject({ keywords: 'phone case', match: 'all_words' });
    expect(listBody(PRODUCTS, { ...state, orderby: 'total_gmv' })).not.toHaveProperty('match');
    const orderby = [{ field: 'total_gmv', order: 'asc' }];
    expect(listBody(PRODUCTS, { ...state, orderby: 'total_gmv:asc' })).toMatchObject({ orderby });
    expect(listBody(PRODUCTS, { ...state, keywords: '' })).not.toHaveProperty('match');
  });

  it('has the values that the texts of the address stand for', () => {
    const state = readAddress(
      '?view=products&keywords=lip&region=US&is_free_shipping=1&off_shelves=0&l1_category_id=10000&price_range=..20.5' +
        '&launch_time_range=1780272000..1782863999&seller_id=7495123456789012345&product_id=1,2&orderby=total_gmv&page=2',
      'ZH_CN',
    );
    expect(listBody(PRODUCTS, state)).toEqual({
      keywords: 'lip',
      filter: {
        region: 'US',
        is_free_shipping: true,
        off_shelves: 0,
        l1_category_id: 10000,
        price_range: { max: 20.5 },
        launch_time_range: { min: 1780272000, max: 1782863999 },
        seller_id: '7495123456789012345',
        product_id: ['1', '2'],
      },
      orderby: [{ field: 'total_gmv' }],
      page: 2,
      pagesize: 20,
    });
  });

  it('has what it can’t read as it is, for the service to refuse', () => {
    const field = (kind: 'category' | 'flag' | 'range') => ({ kind, choices: [] });
    expect(fieldValue(field('category'), 'x')).toBe('x');
    expect(fieldValue(field('flag'), 'maybe')).toBe('maybe');
    expect(fieldValue(field('range'), 'a..2')).toEqual({ min: 'a', max: 2 });
    expect(fieldValue(undefined, 'y')).toBe('y');
  });

  it.each([
    [true, '1'],
    [{ min: 1, max: 2.5 }, '1..2.5'],
    [{ type: 'month', value: '2026-06' }, 'month:2026-06'],
    [10000, '10000'],
    [['1', '2'], '1,2'],
    [null, ''],
  ])('takes %j back as the text %s', (value, text) => {
    expect(fieldText(value)).toBe(text);
  });
});

it.each([
  ['50k', '50000'],
  ['1.5M', '1500000'],
  ['1,234.5', '1234.5'],
  ['$20', '20'],
  ['12%', '12'],
  ['0,99', '0.99'],
  ['12,5%', '12.5'],
  ['1,5k', '1500'],
  ['0,125', '0.125'],
  ['12,345,678', '12345678'],
  ['1.234,56', '1234.56'],
  ['１２，５', '12.5'],
  ['MX$1,000', '1000'],
  ['1,23,456', '1,23,456'],
  ['1,2,3', '1,2,3'],
  ['1234,567', '1234,567'],
  ['3万', '30000'],
  ['.5', '0.5'],
  ['-7', '-7'],
  ['0', '0'],
  ['', ''],
  ['many', 'many'],
  ['.', '.'],
  ['5kk', '5kk'],
  ['−5', '-5'],
  ['-$5', '-5'],
  ['$−5', '-5'],
  ['--5', '--5'],
  ['Rp 12.500', '12500'],
  ['₫1.500.000', '1500000'],
  ['1.234.567', '1234567'],
  ['$12.500', '12.5'],
])('a number as it is typed: %s is %s', (typed, number) => {
  expect(typedNumber(typed)).toBe(number);
});

describe('facets', () => {
  const names = fieldsOf(DOCUMENT, facetsPath(VIEWS.products.path), 'facets');
  const counted = PRODUCTS.fields.filter(({ name, deprecated }) => names.includes(name) && !deprecated);
  const asked = (search: string): string[][] =>
    facetBodies(PRODUCTS, readAddress(search, 'EN_US'), counted).map((body) =>
      (body.facets as { field: string }[]).map(({ field }) => field),
    );

  it('are asked for eight at a time, ids by themselves, prices only with a region', () => {
    const free = asked('?view=products');
    expect(free.map((fields) => fields.length)).toEqual([8, 5, 1]);
    expect(free.flat().sort()).toEqual(
      counted
        .map(({ name }) => name)
        .filter((name) => !/^l[23]_|^price/.test(name))
        .sort(),
    );
    expect(free.at(-1)).toEqual(['seller_id']);
    expect(asked('?view=products&region=US').flat()).toContain('price_range');
  });

  it('of a field that is set leave its own filter out, in the same request', () => {
    const bodies = facetBodies(PRODUCTS, readAddress('?view=products&region=US&is_free_shipping=1', 'EN_US'), counted);
    for (const body of bodies) expect(body).toMatchObject({ filter: { region: 'US', is_free_shipping: true } });
    const facets = bodies.flatMap((body) => body.facets);
    expect(facets.filter((facet) => 'own_filter' in facet)).toEqual([
      { field: 'region', size: 30, own_filter: false },
      { field: 'is_free_shipping', own_filter: false },
    ]);
  });

  it('have names in the language of the page where the operation takes one', () => {
    const [body] = facetBodies({ ...PRODUCTS, lang: true }, readAddress('?view=products', 'ZH_CN'), counted);
    expect(body).toMatchObject({ lang: 'ZH_CN' });
  });

  it('of lower categories come with the one above', () => {
    expect(asked('?view=products&l1_category_id=10000').flat()).toContain('l2_category_id');
    expect(asked('?view=products&l1_category_id=10000').flat()).not.toContain('l3_category_id');
  });
});

describe('the values of a time facet', () => {
  const DAY = 86_400;
  /** Monday */
  const JUNE_1 = 1_780_272_000;
  const value = (start: number, days: number, count: number) => ({
    value: { min: start, max: start + days * DAY - 1 },
    label: '',
    count,
  });

  it('are partial where the filter or the data ends within them', () => {
    const weeks = [value(JUNE_1, 7, 5), value(JUNE_1 + 14 * DAY, 7, 6)];
    const from = JUNE_1 + 2 * DAY;
    const buckets = timeBuckets(weeks, `${from}..${from + 70 * DAY}`, JUNE_1 + 17 * DAY - 1);
    expect(buckets.map(({ count, isPartial }) => [count, isPartial])).toEqual([
      [5, true],
      [0, false],
      [6, true],
    ]);
  });

  it.each([[undefined], ['1e20..'], ['0..'], ['x..y']])(
    'of the filter %s are those from the first to the last',
    (text) => {
      const months = [value(JUNE_1, 30, 3), value(JUNE_1 + 61 * DAY, 31, 1)];
      expect(timeBuckets(months, text, undefined).map(({ min, count }) => [min, count])).toEqual([
        [JUNE_1, 3],
        [JUNE_1 + 30 * DAY, 0],
        [JUNE_1 + 61 * DAY, 1],
      ]);
    },
  );
});

it.each([
  ['1780272000', '2026-06-01'],
  ['1e20', ''],
  ['9999999999999', ''],
  ['', ''],
])('a moment: %s has the day %s', (seconds, day) => {
  expect(dayOf(seconds)).toBe(day);
});

describe('periods', () => {
  const period = (date_type: 'day' | 'month', date_value: string, complete = true) => ({
    ranking: 'topGrowth' as const,
    date_type,
    date_value,
    complete,
  });
  const list = [
    period('day', '2026-07-02'),
    period('day', '2026-07-01'),
    period('month', '2026-07', false),
    period('month', '2026-06'),
  ];

  it('begin with the newest whole month, and times with the last days of the data', () => {
    expect(newestPeriod({ list }, 'topGrowth')).toBe('month:2026-06');
    expect(newestPeriod({ list: list.slice(0, 3) }, 'topGrowth')).toBe('month:2026-07');
    expect(newestPeriod({ list }, 'topEcommerce')).toBeUndefined();
    const end = Date.UTC(2026, 6, 3) / 1000 - 1;
    const newest = { sales: '2026-07-02', videos: end, products: null, lives: Date.UTC(2026, 6, 2) / 1000 };
    const ends = (['sales', 'videos', 'lives', 'products'] as const).map((kind) => endOfData({ list, newest }, kind));
    expect(ends).toEqual([end, end, end, undefined]);
    expect(endOfData({ list, newest: null }, 'lives')).toBeUndefined();
    expect(lastDays(Date.UTC(2026, 6, 1) / 1000 - 1, 30)).toBe('1780272000..1782863999');
  });
});

describe('a rule of a saved view', () => {
  const week = (date_value: string, complete: boolean) =>
    ({ ranking: 'topEcommerce', date_type: 'week', date_value, complete }) as const;
  const sources = {
    periods: { list: [week('2026-27', false), week('2026-26', true), week('2026-25', true)] },
    ranking: 'topEcommerce' as const,
    end: Date.UTC(2026, 6, 1) / 1000 - 1,
  };

  it.each([
    ['period', 'week:2026-26', 'week:last'],
    ['period', 'range:2026-06-03~2026-06-30', 'range:last28'],
    ['times', '1780272000..1782863999', 'last30'],
  ] as const)('of a %s is found for %s, and gives it back: %s', (kind, text, rule) => {
    expect([ruleOf(kind, text, sources), datesOf(rule, sources)]).toEqual([rule, text]);
    expect([isRule(rule), isRule(text)]).toEqual([true, false]);
  });

  it('is none for other dates, and has no dates without data', () => {
    expect(ruleOf('period', 'week:2026-25', sources)).toBeUndefined();
    expect(ruleOf('range', '7..28', sources)).toBeUndefined();
    expect(datesOf('range:last28', { ...sources, end: undefined })).toBeUndefined();
    expect(datesOf('7', sources)).toBeUndefined();
  });
});

it('an order that the service proposes is taken over', () => {
  const state = readAddress('?view=videos&orderby=plays', 'EN_US');
  const fault = { path: 'orderby[0].field', rule: 'one_of', message: '' } as const;
  expect(repairState(state, { ...fault, did_you_mean: 'play_count' })?.orderby).toBe('play_count');
  expect(repairState(state, fault)).toBeUndefined();
});

it('a message of the service names fields as the page does', () => {
  const nameOf = (path: string): string => `<${path}>`;
  const message = 'filter.price_range must be used with region or seller_id: amounts are in the region’s currency.';
  const named = '<price_range> must be used with <region> or <seller_id>: amounts are in the <region>’s currency.';
  expect(inWords(message, nameOf)).toBe(named);
  expect(inWords('filter.play_count_range.min must be at most 9007199254740991', nameOf)).toBe(
    '<play_count_range> must be at most 9007199254740991',
  );
});
