import { Rates } from '../../money/rates.record.js';
import { fillUsd, NO_RECORDS } from './fact-records.js';

describe('fillUsd', () => {
  it('passes over an amount that is no number, which the check refuses', () => {
    const sale = { uid: '1', date: '2026-06-30' };
    const values = [JSON.parse('{"uid":"1","date":"2026-06-30","gmv":1e400}'), { ...sale, gmv: 2 }] as const;
    const lacking = fillUsd(new Rates(), NO_RECORDS, values);
    expect([...lacking]).toEqual([[values[1], { usd_gmv: 'no creator 1 with a region is loaded' }]]);
  });

  it('says of which amount one is made that is too large, and nothing of the largest', () => {
    const rates = new Rates([{ date: '2026-06-30', currency: 'GBP', usd: '1.25' }]);
    const creator = { region: 'GB', category_id: null, account_type: null };
    const values = [8e8, -8e8, 800_000_000.0001, -4e11].map((gmv) => ({ uid: '1', date: '2026-06-30', gmv }));
    const lacking = fillUsd(rates, { ...NO_RECORDS, creators: new Map([['1', creator]]) }, values);
    expect(values.map((value) => Reflect.get(value, 'usd_gmv') as number)).toEqual([
      1e9, -1e9, 1_000_000_000.0001, -5e11,
    ]);
    expect([...lacking]).toEqual([
      [values[2], { usd_gmv: '800000000.0001 GBP at the rate of its day' }],
      [values[3], { usd_gmv: '-400000000000 GBP at the rate of its day' }],
    ]);
  });
});
