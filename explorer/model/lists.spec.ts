import { readAddress, writeAddress } from './address.js';
import { isListed, listedRows, type NamedList, rankRequests, sharedList, withSharedList, withThings } from './lists.js';

const HOME = readAddress('?view=home', 'EN_US');
const read = (search: string): unknown => sharedList(readAddress(search, 'EN_US').filter);
const thing = (entity: 'product' | 'creator' | 'video', id: string, added?: string) => ({
  entity,
  id,
  name: '',
  ...(added !== undefined && { added }),
});
const PRODUCT = thing('product', '1729', 'week:2026-24');

describe('the link of a list', () => {
  it.each<NamedList>([
    { name: '', things: [PRODUCT] },
    { name: 'Träume & ?x=1, 中文: "a"', things: [PRODUCT, thing('product', '1730')] },
    { name: 'list', things: [thing('creator', '7', 'week:2020-53'), PRODUCT, thing('video', '99999999999999999999')] },
  ])('holds $name as it is', (list) => {
    expect(read(writeAddress(withSharedList(HOME, list)))).toEqual(list);
  });

  it.each([
    ['?view=list&list=A&product_id=12,abc', 'product_id=abc'],
    ['?view=list&product_id=12:2026-54', 'product_id=12:2026-54'],
    ['?view=list&product_id=12:week', 'product_id=12:week'],
    ['?view=list&uid=12,', 'uid='],
    ['?view=list&region=US', 'region=US'],
    ['?view=list&l1_category_id=10101', 'l1_category_id=10101'],
  ])('%s is refused by its part', (search, wrong) => {
    expect(read(search)).toEqual({ wrong });
  });

  it('names a list of the browser where it holds none, and a thing once', () => {
    expect(read('?view=list&list=A')).toBeUndefined();
    expect(read('?view=list&product_id=1729:2026-24,1729')).toEqual({ name: '', things: [PRODUCT] });
  });
});

describe('a list', () => {
  it('keeps the week of what it has', () => {
    const list = { name: 'A', things: [PRODUCT] };
    const creator = thing('creator', '1729');
    expect(withThings(list, [thing('product', '1729', 'week:2026-26'), creator]).things).toEqual([PRODUCT, creator]);
    expect(['shop', 'category', 'home', ''].map(isListed)).toEqual([true, false, false, false]);
  });

  it('asks for each kind and week once, with as many ids as a filter takes', () => {
    const many = Array.from({ length: 101 }, (_, at) => thing('creator', String(at)));
    const asked = rankRequests([PRODUCT, thing('product', '1', 'week:2026-26'), ...many], 'week:2026-26');
    const idsOf = ({ entity, week, body }: (typeof asked)[number]): unknown => {
      const { filter } = body as { filter: Readonly<Record<string, readonly string[]>> };
      return [entity, week, (filter.uid ?? filter.product_id)?.length];
    };
    expect(asked.map(idsOf)).toEqual([
      ['creator', 'week:2026-26', 100],
      ['creator', 'week:2026-26', 1],
      ['product', 'week:2026-26', 2],
      ['product', 'week:2026-24', 1],
    ]);
  });

  it('has no change where the data does not cover the week before', () => {
    const asked = rankRequests([PRODUCT], 'week:2026-26');
    const row = { product_id: '1729', usd_gmv: 30, usd_gmv_change: -5, usd_gmv_growth_rate_info: { rate: -14.29 } };
    const changeOf = (answer: object): unknown =>
      listedRows([PRODUCT], 'week:2026-26', asked, [{ list: [row], ...answer }])[0]?.change;
    expect([changeOf({}), changeOf({ previous_complete: false })]).toEqual([-5, undefined]);
  });
});
