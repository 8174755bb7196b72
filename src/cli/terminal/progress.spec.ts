import { jest } from '@jest/globals';
import { Progress } from './progress.js';

describe('Progress', () => {
  const written: string[] = [];
  const output = (isTTY: boolean): NodeJS.WriteStream =>
    ({ isTTY, columns: 30, write: (text: string) => written.push(text) }) as unknown as NodeJS.WriteStream;
  beforeEach(() => {
    written.length = 0;
    jest.useFakeTimers({ now: 0 });
  });
  afterEach(() => jest.useRealTimers());

  it('writes a line every two seconds into a log, with the rate and the time left', () => {
    const progress = new Progress('Loading sales', output(false));
    jest.advanceTimersByTime(1900);
    progress.advance(1000, 'lines');
    progress.advance(4000, 'lines', 0.25);
    jest.advanceTimersByTime(2200);
    progress.note('Retrying in 100 ms');
    progress.done();
    jest.advanceTimersByTime(10_000);
    expect(written).toEqual([
      'Loading sales (0 s): …\n',
      'Loading sales (2 s): 4,000 lines, 2,105/s, 6 s left\n',
      'Loading sales (4 s): 4,000 lines, 2,105/s, 6 s left\n',
      'Retrying in 100 ms\n',
      'Loading sales: done in 4.1 s\n',
    ]);
    progress.update('ended unexpectedly');
    expect(written.at(-1)).toBe('Loading sales (14 s): ended unexpectedly\n');
  });

  it('replaces the line of a terminal, cut at its width', () => {
    const progress = new Progress('Loading sales', output(true));
    jest.advanceTimersByTime(1000);
    progress.advance(4000, 'lines', 1);
    progress.done('stopped');
    expect(written).toEqual([
      '\r\x1b[KLoading sales (0 s): …',
      '\r\x1b[KLoading sales (1 s): 4,000 li',
      '\r\x1b[KLoading sales: stopped\n',
    ]);
  });
});
