import { IdLedger } from './id-ledger.js';

const [a, b] = [Buffer.from('a'), Buffer.from('b')];

describe('IdLedger', () => {
  it('tells new, changed and unchanged ids by what was there first and what is there last', () => {
    const ledger = new IdLedger();
    ledger.add('new', undefined, a);
    ledger.add('new', a, b);
    ledger.add('changed', a, b);
    ledger.add('changed too', b, a);
    ledger.add('same', a, a);
    ledger.add('there and back', a, b);
    ledger.add('there and back', b, a);
    expect(ledger.tally()).toEqual({ distinct: 5, loaded: 1, updated: 2, unchanged: 2 });
  });

  it('counts exactly when most of it is on disk', () => {
    const ledger = new IdLedger();
    const count = 2_200_000;
    for (let number = 0; number < count; number += 1) ledger.add(String(number % (count - 1000)));
    expect(ledger.tally().distinct).toBe(count - 1000);
  }, 60_000);
});
