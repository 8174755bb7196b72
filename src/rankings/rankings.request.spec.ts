import { CONVERSIONS } from '../figures/figures.record.js';
import { errorsOf, readRequest } from '../../test/support/requests.js';
import { RANKING_NAMES } from '../subjects/subjects.js';
import { TopEcommerceRequest, TopGrowthRequest } from './rankings.requests.js';
import { PeriodsRequest } from './periods/periods.requests.js';

const date_info = { type: 'week', value: '2026-26' };

const summary = async (type: new () => object, body: unknown) =>
  (await errorsOf(type, body)).map(({ path, rule }) => `${path} ${rule}`);

describe('date_info', () => {
  const given = (value: unknown) => summary(TopGrowthRequest, { filter: { date_info: value } });

  it('is required, also when there is no filter', async () => {
    for (const body of [undefined, {}, { filter: null }, { filter: {} }, { filter: { date_info: null } }]) {
      expect(await summary(TopEcommerceRequest, body)).toEqual(['filter.date_info required']);
      expect(await summary(TopGrowthRequest, body)).toEqual(['filter.date_info required']);
    }
  });

  it('is shown by an example where it, or a part of it, is missing', async () => {
    const messages = async (date_info: unknown) =>
      (await errorsOf(TopGrowthRequest, { filter: { date_info } })).map(({ message }) => message);
    expect(await messages(undefined)).toEqual([
      'filter.date_info is required, for example {"type":"week","value":"2026-26"}.',
    ]);
    expect(await messages({})).toEqual([
      'filter.date_info.type is required, for example "week".',
      'filter.date_info.value is required, for example "2026-26".',
    ]);
  });

  it.each([
    ['a text', '2026-26', ['filter.date_info type']],
    ['an array', [date_info], ['filter.date_info type']],
    ['empty', {}, ['filter.date_info.type required', 'filter.date_info.value required']],
    ['without its type', { value: '2026-26' }, ['filter.date_info.type required']],
    ['of another type', { type: 'year', value: '2026' }, ['filter.date_info.type one_of']],
    ['with a number', { type: 'month', value: 202606 }, ['filter.date_info.value type']],
    ['with a field too many', { ...date_info, year: 2026 }, ['filter.date_info.year unknown']],
    ['of a week written as a day', { type: 'week', value: '2026-06-30' }, ['filter.date_info.value period']],
    ['of a week that is not there', { type: 'week', value: '2025-53' }, ['filter.date_info.value period']],
    ['of a day that is not there', { type: 'day', value: '2026-02-29' }, ['filter.date_info.value period']],
  ])('is refused when it is %s', async (_, value, faults) => expect(await given(value)).toEqual(faults));

  it('says what is wrong with it in a sentence', async () => {
    const faults = await Promise.all(
      ['2025-53', '2025/01'].map((value) =>
        errorsOf(TopGrowthRequest, { filter: { date_info: { type: 'week', value } } }),
      ),
    );
    expect(faults.map(([first]) => first?.message)).toEqual([
      'filter.date_info.value is "2025-53"; the calendar has no such week, the nearest is 2025-52.',
      'filter.date_info.value is "2025/01"; a week is written YYYY-WW.',
    ]);
  });

  it.each([
    [
      { type: 'week', value: '2026-W05' },
      { type: 'week', value: '2026-05' },
    ],
    [
      { type: 'week', value: '2026-53' },
      { type: 'week', value: '2026-53' },
    ],
    [
      { type: 'day', value: '2024-02-29' },
      { type: 'day', value: '2024-02-29' },
    ],
    [
      { type: 'month', value: '2026-06' },
      { type: 'month', value: '2026-06' },
    ],
  ])('%j is read as %j', async (value, period) => {
    expect((await readRequest(TopGrowthRequest, { filter: { date_info: value } })).filter.date_info).toEqual(period);
  });
});

describe('orderby of the top e-commerce creators', () => {
  const FIELDS = ['creator_usd_gmv', 'video_usd_gmv', 'live_usd_gmv'];
  const OTHERS = ['usd_gmv_change', 'growth_rate', 'rank_change', ...CONVERSIONS];

  it.each([
    [undefined, 'creator_usd_gmv'],
    [null, 'creator_usd_gmv'],
    [1, 'video_usd_gmv'],
    [2, 'live_usd_gmv'],
  ])('takes with ecommerce_type %j of the USD figures only %s', async (ecommerce_type, valid) => {
    for (const field of FIELDS) {
      const faults = await errorsOf(TopEcommerceRequest, {
        filter: { date_info, ecommerce_type },
        orderby: [{ field }],
      });
      if (field === valid) expect(faults).toEqual([]);
      else {
        expect(faults).toMatchObject([
          {
            path: 'orderby[0].field',
            rule: 'orderby_by_type',
            valid: [valid, 'average_usd_price', ...OTHERS],
          },
        ]);
        expect(faults[0]?.message).toMatch(
          new RegExp(`; valid with [^:]*ecommerce_type[^:]*: ${valid}, average_usd_price, ${OTHERS.join(', ')}[.]$`),
        );
      }
    }
  });

  it('names no other field, and gets one error for it', async () => {
    const body = { filter: { date_info }, orderby: [{ field: 'gmv' }] };
    expect(await summary(TopEcommerceRequest, body)).toEqual(['orderby[0].field orderby_by_type']);
  });

  it('is judged only by its form when ecommerce_type is none of the list', async () => {
    const body = (field: string) => ({ filter: { date_info, ecommerce_type: 3 }, orderby: [{ field }] });
    for (const field of FIELDS)
      expect(await summary(TopEcommerceRequest, body(field))).toEqual(['filter.ecommerce_type one_of']);
    expect(await summary(TopEcommerceRequest, body('gmv'))).toEqual([
      'filter.ecommerce_type one_of',
      'orderby[0].field one_of',
    ]);
  });

  it('names a field once, in either direction, and may be a single object or empty', async () => {
    const orderby = (value: unknown) => summary(TopEcommerceRequest, { filter: { date_info }, orderby: value });
    const item = { field: 'creator_usd_gmv', order: 'desc' };
    expect(await orderby(item)).toEqual([]);
    expect(await orderby([])).toEqual([]);
    expect(await orderby([item, item])).toEqual(['orderby[1].field duplicate']);
    expect(await orderby([{ ...item, order: 'asc' }])).toEqual([]);
    expect(await orderby([{ ...item, order: 'ascending' }])).toEqual(['orderby[0].order one_of']);
  });
});

describe('fields that an operation does not have', () => {
  it.each([
    [TopEcommerceRequest, { words: 'x', filter: { date_info, category_id: 1 } }, ['filter.category_id', 'words']],
    [
      TopGrowthRequest,
      { filter: { date_info, account_type: 1, creator_category_id: 1 } },
      ['filter.account_type', 'filter.creator_category_id'],
    ],
    [PeriodsRequest, { page: 1, filter: { type: 'day' } }, ['filter.type', 'page']],
  ])('are refused', async (type, body, paths) => {
    const faults = await errorsOf(type, body);
    expect(faults.map(({ path }) => path).sort()).toEqual(paths);
    expect(faults.every(({ rule }) => rule === 'unknown')).toBe(true);
  });

  it('are refused with the valid values when the values of a list are meant', async () => {
    expect(await errorsOf(PeriodsRequest, { filter: { ranking: 'topecommerce', date_type: 'year' } })).toMatchObject([
      {
        path: 'filter.ranking',
        did_you_mean: 'topEcommerce',
        valid: RANKING_NAMES,
      },
      { path: 'filter.date_type', valid: ['day', 'week', 'month'] },
    ]);
  });
});
