import { langIn, readAddress, type State, withFilter, withView, writeAddress } from './address.js';

const STATE: State = {
  view: 'products',
  lang: 'ZH_CN',
  keywords: 'a&b=c #1 “é”',
  match: 'some_words',
  filter: { region: 'US', price_range: '10..20.5', product_id: '1729384756102938475,2', no_such: 'x=y' },
  orderby: 'total_gmv',
  page: 3,
  pagesize: 50,
  kept: { date_info: 'week:2026-26' },
  measure: 'usd_gmv',
  base: 'year',
  by: ['start_weekday', 'start_hour'],
  columns: ['region', 'creator.nickname'],
  ticked: ['1729384756102938475', '2'],
};

describe('the address', () => {
  it('holds the whole state but for the language, which is the reader’s', () => {
    expect(readAddress(writeAddress(STATE), 'EN_US')).toEqual({ ...STATE, lang: 'EN_US' });
    const searches = ['?view=videos&lang=ZH_CN', writeAddress(STATE), '?lang=FR'];
    expect(searches.map(langIn)).toEqual(['ZH_CN', undefined, undefined]);
  });

  it('is readable, and leaves out what is as ever', () => {
    const state = readAddress('?view=products&date_info=month%3A2026-06&orderby=total_gmv&page=1&pagesize=20', 'EN_US');
    expect(writeAddress(state)).toBe('?view=products&date_info=month:2026-06&orderby=total_gmv');
  });

  it('without anything is the home page in the language of the browser', () => {
    const home = { view: 'home', lang: 'ZH_CN', keywords: '', filter: {}, orderby: '', page: 1, pagesize: 20 };
    expect(readAddress('', 'ZH_CN')).toEqual(home);
  });

  it.each([['?view=nothing&page=-1&pagesize=ten&lang=FR'], ['?view=&page=1.5&columns=,']])(
    'takes what it can’t be for not said: %s',
    (search) => {
      expect(readAddress(search, 'EN_US')).toEqual(readAddress('', 'EN_US'));
    },
  );

  it('begins again with the first page when a filter changes', () => {
    expect(withFilter(STATE, 'region', '')).toMatchObject({ page: 1, filter: { price_range: '10..20.5' } });
    expect(withFilter(STATE, 'region', '').filter).not.toHaveProperty('region');
    expect(withFilter(STATE, 'region', 'GB').filter.region).toBe('GB');
  });

  it('keeps what views share, under the name that each has for it, through a view that has no such filter', () => {
    const filter = { region: 'US', date_info: 'week:2026-26', account_type: '1', creator_category_id: '20' };
    const onRanking: State = { ...STATE, view: 'sales', keywords: '', kept: undefined, filter };
    const growth = { region: 'US', date_info: 'week:2026-26', category_id: '20' };
    expect(withView(onRanking, 'growth').filter).toEqual(growth);
    const products = withView(onRanking, 'products');
    expect(products).toMatchObject({ filter: { region: 'US' }, keywords: '', page: 1 });
    const { region, account_type, ...kept } = filter;
    expect(products.kept).toEqual({ 'sales.account_type': account_type, ...kept });
    expect(withView(onRanking, 'sales').filter).not.toHaveProperty('account_type');
    expect(withView(products, 'lives').filter).toEqual({ region, creator_category: '20' });
    const back = withView(withView(products, 'lives'), 'sales');
    expect([back.filter, back.kept]).toEqual([filter, undefined]);
    expect(withView(products, 'home').filter).toEqual({ region: 'US' });
    expect(withView(onRanking, 'creator').filter).toEqual({});
  });

  it('keeps a range of days and its base, and the id of a category from naming something else', () => {
    const days = 'range:2026-06-03~2026-06-30';
    const growth = withView({ ...STATE, keywords: '', kept: undefined, filter: { date_info: days } }, 'growth');
    expect([growth.filter, growth.kept, growth.base]).toEqual([{ date_info: days }, undefined, 'year']);
    const search = withView({ ...growth, filter: { date_info: 'month:2026-06' } }, 'products');
    expect([search.filter, withView(search, 'sales').filter]).toEqual([{}, { date_info: 'month:2026-06' }]);
    const category: State = { ...STATE, view: 'category', kept: undefined, filter: { l1_category_id: '7' } };
    expect(withView(category, 'topProducts').filter).toEqual({});
  });
});
