import { InvalidArgumentError } from 'commander';
import { readDelimiter, readEncoding, readLifetime } from './option-values.js';

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

describe('readDelimiter', () => {
  it.each([
    [';', ';'],
    ['tab', '\t'],
    ['|', '|'],
  ])('reads %s', (text, delimiter) => expect(readDelimiter(text)).toBe(delimiter));

  it.each(['', '"', ';;', '\n', 'tabs'])('refuses %j', (text) => {
    expect(() => readDelimiter(text)).toThrow('It must be one character, such as ;, or tab.');
  });
});

describe('readEncoding', () => {
  it.each([
    ['UTF-8', 'utf-8'],
    ['utf-16', 'utf-16le'],
    ['cp1252', 'windows-1252'],
    ['latin1', 'windows-1252'],
    ['GBK', 'gbk'],
  ])('reads %s as %s', (text, encoding) => expect(readEncoding(text)).toBe(encoding));

  it('refuses a name that is not known with names that are', () => {
    expect(() => readEncoding('windows-12520')).toThrow('It must be utf-8, utf-16, windows-1250 to windows-1258');
  });
});
