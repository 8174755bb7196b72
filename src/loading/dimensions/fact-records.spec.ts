import { Rates } from '../../documents/rates.record.js';
import { fillUsd, NO_RECORDS } from './fact-records.js';

describe('fillUsd', () => {
  it('passes over an amount that is no number, which the check refuses', () => {
    const sale = { uid: '1', date: '2026-06-30' };
    const values = [JSON.parse('{"uid":"1","date":"2026-06-30","gmv":1e400}'), { ...sale, gmv: 2 }] as const;
    const lacking = fillUsd(new Rates(), NO_RECORDS, values);
    expect([...lacking]).toEqual([[values[1], { usd_gmv: 'no creator 1 with a region is loaded' }]]);
  });
});
