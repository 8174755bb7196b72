import { loadSchema } from '../load-kind.js';
import { Remarks } from '../remarks.js';
import type { ReadOptions, RecordFormat } from './input.js';
import { ValueConversion } from './value-conversion.js';

const origin = { file: 'a', line: 3, text: '' };

function convert(
  value: object,
  format: RecordFormat = 'ndjson',
  options: ReadOptions = {},
): { readonly remarks: readonly string[] } {
  const remarks = new Remarks();
  new ValueConversion(loadSchema('videos'), remarks, options).apply({ value, origin }, format);
  return { remarks: remarks.describe() };
}

describe('ValueConversion', () => {
  it('reads texts of digits as numbers where the field is a number, at every depth, and counts them', () => {
    const video = {
      video_id: '7491823746501928374',
      desc: '12',
      play_count: '9007199254740991',
      gmv: '-12.50',
      publish_time: ' 1781234567 ',
      creator: { uid: '1', follower_count: '5', unique_id: '77' },
      product_info: [{ product_id: '8', units_sold: '3' }],
      digg_count: 4,
    };
    const { remarks } = convert(video);
    expect(video).toEqual({
      video_id: '7491823746501928374',
      desc: '12',
      play_count: 9007199254740991,
      gmv: -12.5,
      publish_time: 1781234567,
      creator: { uid: '1', follower_count: 5, unique_id: '77' },
      product_info: [{ product_id: '8', units_sold: 3 }],
      digg_count: 4,
    });
    expect(remarks).toEqual([
      '5 texts were read as numbers, such as play_count "9007199254740991" as 9007199254740991 (a:3).',
    ]);
  });

  it.each([
    ['gmv', "'9.99", 9.99],
    ['gmv', '1.2E+06', 1_200_000],
    ['play_count', "'12", 12],
    ['play_count', '12.0', 12],
    ['play_count', '1.2E+06', '1.2E+06'],
    ['play_count', '12.5', '12.5'],
    ['play_count', '1,234', '1,234'],
    ['gmv', '1,5', '1,5'],
    ['gmv', '15.5k', '15.5k'],
    ['gmv', '', ''],
    ['gmv', '0x10', '0x10'],
    ['gmv', "''1", "''1"],
    ['creator', '1', '1'],
  ])('reads %s %j as %j', (field, text, value) => {
    const video = { [field]: text };
    convert(video);
    expect(video).toEqual({ [field]: value });
  });

  it('does not count digits in CSV, but a number with an apostrophe', () => {
    expect(convert({ play_count: '12' }, 'csv').remarks).toEqual([]);
    expect(convert({ play_count: "'12" }, 'csv').remarks).toEqual([
      '1 texts were read as numbers, such as play_count "\'12" as 12 (a:3).',
    ]);
  });

  it('counts ids that had blanks or an apostrophe around them', () => {
    const video = { video_id: " '7 ", product_info: [{ product_id: '8 ' }] };
    expect(convert(video).remarks).toEqual([
      '2 ids were loaded without the blanks or signs around them, such as video_id " \'7 " (a:3).',
    ]);
    expect(video).toEqual({ video_id: '7', product_info: [{ product_id: '8' }] });
  });

  it.each<[ReadOptions, string, string, unknown]>([
    [{ decimal: ',' }, 'gmv', '1.234,50', 1234.5],
    [{ decimal: ',' }, 'gmv', '1.234', 1234],
    [{ decimal: ',' }, 'gmv', '12,5', 12.5],
    [{ decimal: ',' }, 'gmv', '12.5', '12.5'],
    [{ decimal: ',' }, 'gmv', "1'234'567,8", 1234567.8],
    [{ decimal: ',' }, 'gmv', '-1\u202f234,5', -1234.5],
    [{ decimal: ',' }, 'gmv', '1234,5', 1234.5],
    [{ decimal: ',' }, 'play_count', '1.234', 1234],
    [{ decimal: ',' }, 'play_count', '1,5', '1,5'],
    [{ decimal: '.' }, 'play_count', '1,234', 1234],
    [{ decimal: '.' }, 'play_count', '12,34', '12,34'],
    [{ decimal: '.' }, 'gmv', '1,234,567.89', 1234567.89],
    [{ units: true }, 'play_count', '15.5k', 15500],
    [{ units: true }, 'play_count', '1.1K', 1100],
    [{ units: true }, 'play_count', '1.2M', 1_200_000],
    [{ units: true }, 'play_count', '1.2345k', '1.2345k'],
    [{ units: true }, 'gmv', '1.2345k', 1234.5],
    [{ units: true, decimal: ',' }, 'play_count', '15,5k', 15500],
    [{ decimal: ',' }, 'play_count', '15,5k', '15,5k'],
    [{ nullValues: ['n/a', '-'] }, 'gmv', '-', null],
    [{ nullValues: ['n/a', '-'] }, 'desc', 'n/a', null],
    [{ nullValues: ['n/a', '-'] }, 'desc', 'n/a ', 'n/a '],
    [{ nullValues: ['n/a'] }, 'creator', 'n/a', null],
  ])('with %j reads %s %j as %j', (options, field, text, value) => {
    const video = { [field]: text };
    convert(video, 'csv', options);
    expect(video).toEqual({ [field]: value });
  });

  it('counts what options converted', () => {
    const video = { gmv: '1,5', play_count: '12', desc: '-' };
    expect(convert(video, 'csv', { decimal: ',', nullValues: ['-'] }).remarks).toEqual([
      '1 texts were read as numbers, such as gmv "1,5" as 1.5 (a:3).',
      '1 values were loaded as unknown, such as desc "-" (a:3).',
    ]);
  });

  it('leaves names alone that only objects have', () => {
    const value = JSON.parse('{"__proto__":"1","constructor":"2","toString":{"gmv":"3"}}') as object;
    expect(convert(value).remarks).toEqual([]);
    expect(JSON.stringify(value)).toBe('{"__proto__":"1","constructor":"2","toString":{"gmv":"3"}}');
  });
});
