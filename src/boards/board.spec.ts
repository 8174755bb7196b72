import { isComplete } from './board.js';

describe('a period', () => {
  const week26 = { type: 'week', value: '2026-26' } as const;

  it.each([
    [['2026-06-22', '2026-06-28'], true],
    [['2026-06-01', '2026-06-25', '2026-07-01'], true],
    [['2026-06-21', '2026-06-29'], true],
    [['2026-06-23', '2026-06-28'], false],
    [['2026-06-22', '2026-06-27'], false],
    [['2026-06-25'], false],
    [[], false],
  ])('with facts on %j, complete: %s', (days, complete) => {
    expect(isComplete(week26, days)).toBe(complete);
  });
});
