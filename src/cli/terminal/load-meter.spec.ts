import { LoadMeter } from './load-meter.js';

describe('LoadMeter', () => {
  it('shows share, rates and time left', () => {
    const meter = new LoadMeter(10_000_000, 0);
    expect(meter.describe(2000, 2_500_000, 1000)).toBe(
      '[#####---------------] 25 %  2,000 lines  2,000 lines/s  2.5 MB/s  0:03 left',
    );
  });

  it('goes by the last five seconds', () => {
    const meter = new LoadMeter(1_000_000_000, 0);
    for (let second = 1; second <= 10; second += 1) meter.describe(second * 100, second * 1_000_000, second * 1000);
    expect(meter.describe(11_000, 100_000_000, 11_000)).toContain('2,080 lines/s  18.8 MB/s  0:48 left');
  });

  it('does without a share when the size is not known, and shows hours', () => {
    expect(new LoadMeter(undefined, 0).describe(5, 1000, 1000)).toBe('5 lines  5 lines/s  0.0 MB/s');
    expect(new LoadMeter(7_385_000, 0).describe(1, 1000, 1000)).toContain('2:03:04 left');
  });
});
