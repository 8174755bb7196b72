import { newestDay } from './day-ledger.js';

describe('the newest day of any fact', () => {
  it.each<[string[], string[], string | undefined]>([
    [['2026-01-01', '2026-01-02'], ['2026-01-01'], '2026-01-02'],
    [['2026-01-01'], ['2026-01-03'], '2026-01-03'],
    [['2026-01-01'], [], '2026-01-01'],
    [[], ['2026-01-03'], '2026-01-03'],
    [[], [], undefined],
  ])('of sales on %j and creator-days on %j is %s', (sales, creatorDays, newest) => {
    const ledgerOf = (days: readonly string[]) => days.map((day) => ({ day, facts: 1, digest: '' }));
    const ledgers = { sales: ledgerOf(sales), creatorDays: ledgerOf(creatorDays) };
    expect(newestDay(ledgers)).toBe(newest);
  });
});
