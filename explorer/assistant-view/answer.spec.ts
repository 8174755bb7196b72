import { columnsIn, figuresIn, keysOf, periodIn, sorted, topicsOf } from './answer.js';
import { viewTexts } from './texts.js';

const ROWS = [
  { uid: '7', creator: { nickname: 'B', region: 'US' }, rank: 1, is_new: 0, usd_gmv: 5, rate_info: { rate: 2 } },
  { uid: '8', creator: { nickname: 'a', region: null }, rank: 2, is_new: 1, usd_gmv: null, rate_info: { rate: 12 } },
];

describe('an answer that the view shows', () => {
  it('has the columns of its rows besides their names', () => {
    const columns = columnsIn(ROWS, ['creator']);
    const expected = ['creator.region region', 'rank number', 'usd_gmv usd', 'rate_info.rate percent'];
    expect(columns.map(({ path, kind }) => `${path} ${kind}`)).toEqual(expected);
    expect(figuresIn(columns).map(({ path }) => path)).toEqual(['usd_gmv', 'rate_info.rate']);
  });

  it('is of the subject of a ranking, of the keys of a breakdown, or of periods', () => {
    const inputs = [{ of: 'shopTopSelling' }, { by: 'day' }, { by: ['tag', 'day'] }, { of: 'product' }];
    expect(inputs.map((input) => keysOf(input).join())).toEqual(['shop', 'day', 'tag,day', '']);
    expect(periodIn({ date_type: 'week', date_value: '2026-26' })).toBe('week:2026-26');
    expect(periodIn({ from: '2026-06-01', to: '2026-06-02' })).toBe('range:2026-06-01~2026-06-02');
  });

  it('is sorted by numbers and texts, what nobody knows last', () => {
    const orders = ['', 'usd_gmv', 'usd_gmv:asc', 'rank', 'creator.nickname:asc'];
    const ids = orders.map((orderby) => sorted(ROWS, orderby).map(({ uid }) => uid));
    expect(ids.map((one) => one.join(''))).toEqual(['78', '78', '78', '87', '87']);
  });

  it('leads to questions with the ids that tools take, whatever ids stand first in a row', () => {
    const answer = { list: [{ product_category_id: 1, product_id: '5', product: { title: 'A' } }], from: '1', to: '2' };
    const values = { name: 'A', field: 'product_id', id: '5', period: '1 – 2' };
    expect(topicsOf(answer, { of: 'productTopSelling' })).toEqual([{ asks: ['History', 'Sales'], values }]);
    const category = { list: [{ l2_category_id: 7, category: { id: 7, name: 'B' } }] };
    const [topic] = topicsOf(category, { of: 'categoryTopSelling' });
    expect(topic?.values).toMatchObject({ field: 'l2_category_id', id: '7' });
    expect(viewTexts('EN_US')('saySales', values)).toBe('What made the sales of A (product_id 5) in 1 – 2?');
  });
});
