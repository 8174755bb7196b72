import { InvalidArgumentError } from 'commander';
import { readLifetime } from './option-values.js';

describe('readLifetime', () => {
  it.each([
    ['45s', 45],
    ['90m', 5400],
    ['12h', 43_200],
    ['30d', 2_592_000],
    ['2w', 1_209_600],
  ])('reads %s as %d seconds', (text, seconds) => {
    expect(readLifetime(text)).toBe(seconds);
  });

  it.each(['', '30', 'd', '0d', '-1d', '1.5h', '30 d', '30y', '2026-12-31', '999999999w'])('refuses "%s"', (text) => {
    expect(() => readLifetime(text)).toThrow(InvalidArgumentError);
  });
});
