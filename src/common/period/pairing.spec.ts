import { pairingOf } from './pairing.js';
import type { DatedPeriod, PeriodType } from './period.js';

const month = (value: string): DatedPeriod => ({ type: 'month', value });
const range = (value: string): DatedPeriod => ({ type: 'range', value });

describe('the pairing of a period with another', () => {
  it.each<[PeriodType, DatedPeriod, DatedPeriod, string, string | undefined]>([
    ['day', month('2026-06'), month('2026-05'), '2026-05-01', '2026-06-01'],
    ['day', month('2026-06'), month('2026-05'), '2026-05-30', '2026-06-30'],
    ['day', month('2026-06'), month('2026-05'), '2026-05-31', undefined],
    ['day', month('2026-03'), month('2026-02'), '2026-02-28', '2026-03-28'],
    ['week', month('2026-06'), month('2026-05'), '2026-05-07', '2026-23'],
    ['week', month('2026-06'), month('2026-05'), '2026-05-31', '2026-27'],
    ['week', range('2026-06-01~2026-06-07'), range('2026-05-01~2026-05-31'), '2026-05-08', undefined],
    ['month', month('2026-06'), month('2026-05'), '2026-05-31', '2026-06'],
    ['month', range('2026-01-01~2026-03-31'), range('2025-10-01~2025-12-31'), '2025-12-31', '2026-03'],
    ['month', range('2026-01-01~2026-01-31'), range('2025-10-01~2025-12-31'), '2025-11-01', undefined],
    ['month', range('2026-03-02~2026-03-31'), range('2026-01-31~2026-03-01'), '2026-03-01', '2026-03'],
    ['day', range('9999-12-30~9999-12-31'), range('9999-12-01~9999-12-31'), '9999-12-03', undefined],
  ])('by %s puts %j next to %j: %s is at %s', (type, now, before, day, value) => {
    expect(pairingOf(type, now, before).partnerOf(day)).toBe(value);
  });

  it.each<[PeriodType, string, string, string, boolean]>([
    ['day', '2026-03', '2026-02', '2026-03-28', true],
    ['day', '2026-03', '2026-02', '2026-03-29', false],
    ['week', '2026-03', '2026-02', '2026-09', true],
    ['week', '2026-03', '2026-02', '2026-14', false],
    ['month', '2026-03', '2026-02', '2026-03', true],
  ])('by %s of %s and %s knows whether %s has a partner: %s', (type, now, before, value, has) => {
    expect(pairingOf(type, month(now), month(before)).hasPartner(value)).toBe(has);
  });
});
