import { loadSchema } from '../load-kind.js';
import { Remarks } from '../load-item.js';
import type { ReadOptions, RecordFormat } from './input.js';
import { convertValues } from './mapping.js';

const origin = { file: 'a', line: 3, text: '' };

function convert(
  value: object,
  format: RecordFormat = 'ndjson',
  options: ReadOptions = {},
): { readonly remarks: readonly string[] } {
  const remarks = new Remarks();
  convertValues({ value, origin }, format, loadSchema('videos'), remarks, options);
  return { remarks: remarks.describe() };
}

describe('convertValues', () => {
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
      'Texts were read as numbers: 5, such as play_count "9007199254740991" as 9007199254740991 (a:3).',
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
      'Texts were read as numbers: 1, such as play_count "\'12" as 12 (a:3).',
    ]);
  });

  it('counts ids that had blanks or an apostrophe around them', () => {
    const video = { video_id: " '7 ", product_info: [{ product_id: '8 ' }] };
    expect(convert(video).remarks).toEqual([
      'Ids were loaded without the blanks or signs around them: 2, such as video_id " \'7 " (a:3).',
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
      'Texts were read as numbers: 1, such as gmv "1,5" as 1.5 (a:3).',
      'Values were loaded as unknown: 1, such as desc "-" (a:3).',
    ]);
  });

  it('leaves names alone that only objects have', () => {
    const value = JSON.parse('{"__proto__":"1","constructor":"2","toString":{"gmv":"3"}}') as object;
    expect(convert(value).remarks).toEqual([]);
    expect(JSON.stringify(value)).toBe('{"__proto__":"1","constructor":"2","toString":{"gmv":"3"}}');
  });
});

describe('the conversion of what sellers and analysts have', () => {
  const reads = (kind: 'products' | 'videos' | 'lives' | 'rates', value: object, options: ReadOptions = {}): object => {
    convertValues({ value, origin }, 'csv', loadSchema(kind), new Remarks(), options);
    return value;
  };
  const units = { units: true, decimal: '.' } as const;
  const german = { units: true, decimal: ',' } as const;

  it.each<[ReadOptions, string, string, unknown]>([
    [units, 'US', '$7.99', 7.99],
    [units, 'US', 'US$ 1,234.50', 1234.5],
    [units, 'US', '-$7.99', -7.99],
    [units, 'US', '$-7.99', -7.99],
    [units, 'US', '7.99 USD', 7.99],
    [units, 'US', '7.99 US dollars', 7.99],
    [units, 'US', '$1.2K', 1200],
    [units, 'US', '$2B', 2_000_000_000],
    [units, 'US', '1.2万', 12_000],
    [units, 'US', '3亿', 300_000_000],
    [units, 'MX', '5MXN', 5],
    [units, 'US', '€7.99', '€7.99'],
    [units, 'DE', '$7.99', '$7.99'],
    [units, 'SA', '$7.99', '$7.99'],
    [units, 'US', '7.99%', '7.99%'],
    [units, 'US', '7.99 apples', '7.99 apples'],
    [{ decimal: '.' }, 'US', '$7.99', '$7.99'],
    [german, 'DE', '1.234,50 €', 1234.5],
    [german, 'DE', 'EUR 7,99', 7.99],
    [german, 'DE', '7 Euro', 7],
    [german, 'BR', 'R$ 1.234,50', 1234.5],
    [german, 'ID', 'Rp1.200.000', 1_200_000],
    [german, 'VN', '12.500 ₫', 12_500],
    [german, 'PL', '1 234,50 zł', 1234.5],
    [units, 'JP', '￥1,200', 1200],
    [units, 'MY', 'RM12.50', 12.5],
    [units, 'SG', 'S$12.90', 12.9],
    [units, 'US', 'S$12.90', 'S$12.90'],
    [german, 'VN', '1.234.567đ', 1_234_567],
    [german, 'VN', '12.500 VNĐ', 12_500],
    [german, 'ID', 'Rp. 12.500', 12_500],
    [units, 'PH', 'P1,200', 1200],
    [{ decimal: '.' }, 'US', '(629.99)', -629.99],
    [{ units: true }, 'US', '(629.99)', -629.99],
    [{}, 'US', '(629.99)', '(629.99)'],
    [units, 'US', '($1,629.99)', -1629.99],
    [units, 'US', '$ (1.2K)', -1200],
    [units, 'US', '(629.99) USD', -629.99],
    [units, 'US', '(-5)', '(-5)'],
    [units, 'US', '(5', '(5'],
    [units, 'US', '5)', '5)'],
    [units, 'US', ')5(', ')5('],
    [units, 'US', '5-', '5-'],
    [units, 'US', '--5', '--5'],
    [{}, 'US', '\u2212629.99', -629.99],
    [units, 'US', '\u2212$7.99', -7.99],
    [units, 'US', '  1,234.50\u00a0 USD ', 1234.5],
  ])('with %j reads an amount of %s, %j, as %j', (options, region, text, value) => {
    expect(reads('products', { region, floor_price: text }, options)).toEqual({ region, floor_price: value });
  });

  it('reads amounts in the currency that a record names, percentages, and no currency in a count', () => {
    expect(reads('lives', { currency: 'GBP', total_gmv: '£5' }, units)).toEqual({ currency: 'GBP', total_gmv: 5 });
    expect(reads('lives', { currency: 'EUR', total_gmv: '£5' }, units)).toMatchObject({ total_gmv: '£5' });
    expect(reads('lives', { currency: '£', total_gmv: '£5' }, units)).toMatchObject({ total_gmv: '£5' });
    expect(reads('lives', { total_gmv: '£5' }, units)).toEqual({ total_gmv: '£5' });
    expect(reads('videos', { interact_rate: '7,5 %', play_count: '$5' }, german)).toEqual({
      interact_rate: 7.5,
      play_count: '$5',
    });
    expect(reads('products', { commission_rate: '7,5%' }, german)).toEqual({ commission_rate: '7.5%' });
    expect(reads('products', { commission_rate: '12.5%' })).toEqual({ commission_rate: '12.5%' });
    expect(reads('products', { commission_rate: 12.5 }, { units: true })).toEqual({ commission_rate: '12.5%' });
    expect(reads('products', { commission_rate: '12,5' }, german)).toEqual({ commission_rate: '12.5%' });
    expect(reads('products', { commission_rate: 12.5 })).toEqual({ commission_rate: 12.5 });
  });

  it.each<[ReadOptions, string | number, string | number]>([
    [{ dates: 'ymd' }, '2026/11/5', '2026-11-05'],
    [{ dates: 'dmy' }, '05.11.2026', '2026-11-05'],
    [{ dates: 'dmy' }, '5-11-2026 23:59', '2026-11-05'],
    [{ dates: 'mdy' }, '11/5/2026', '2026-11-05'],
    [{ dates: 'excel' }, '46331', '2026-11-05'],
    [{ dates: 'excel' }, 46331, '2026-11-05'],
    [{ dates: 'excel' }, '46331.75', '2026-11-05'],
    [{ dates: 'excel' }, '61', '1900-03-01'],
    [{ dates: 'excel' }, '60', '60'],
    [{ dates: 'dmy' }, '31.02.2026', '31.02.2026'],
    [{ dates: 'dmy' }, '5.11.0026', '5.11.0026'],
    [{ dates: 'dmy' }, '11/13/2026', '11/13/2026'],
    [{ dates: 'dmy' }, '05.11.26', '05.11.26'],
    [{ dates: 'dmy' }, '05.11/2026', '05.11/2026'],
    [{ dates: 'dmy' }, '2026-11-05', '2026-11-05'],
    [{}, '05.11.2026', '05.11.2026'],
  ])('with %j reads the day %j as %j', (options, text, day) => {
    expect(reads('rates', { date: text }, options)).toEqual({ date: day });
  });

  it.each<[ReadOptions, string | number, string | number]>([
    [{ dates: 'dmy', zone: 'UTC' }, '05.11.2026 14:30', 1793889000],
    [{ dates: 'ymd', zone: 'Asia/Shanghai' }, '2026/11/5 14:30:15', 1793860215],
    [{ dates: 'mdy', zone: 'America/New_York' }, '11/5/2026 2:30 PM', 1793907000],
    [{ dates: 'mdy', zone: 'America/New_York' }, '11/5/2026 12:30 AM', 1793856600],
    [{ dates: 'ymd', zone: 'Asia/Shanghai' }, '2026-11-05T14:30:00Z', 1793889000],
    [{ dates: 'ymd' }, '2026-11-05T14:30:00+08:00', 1793860200],
    [{ dates: 'ymd', zone: 'Asia/Shanghai' }, '2026-05-31 15:09:53 UTC', 1780240193],
    [{ dates: 'ymd' }, '2026-05-31 15:09:53 gmt', 1780240193],
    [{ dates: 'ymd' }, '2026-05-31 15:09:53+00', 1780240193],
    [{ dates: 'ymd' }, '2026-05-31 15:09:53.123456-07', 1780265393],
    [{ dates: 'ymd' }, '2026-05-31 15:09:53 \u221207:00', 1780265393],
    [{ dates: 'ymd' }, '2026-05-31 15:09:53 CST', '2026-05-31 15:09:53 CST'],
    [{ dates: 'excel', zone: 'UTC' }, '46331.604166666664', 1793889000],
    [{ dates: 'excel', zone: 'UTC' }, '1793889000', 1793889000],
    [{ dates: 'dmy', zone: 'UTC' }, '05.11.2026', 1793836800],
    // Clocks skipped this hour, and showed that one twice.
    [{ dates: 'dmy', zone: 'Europe/Berlin' }, '29.03.2026 02:30', '29.03.2026 02:30'],
    [{ dates: 'dmy', zone: 'Europe/Berlin' }, '25.10.2026 02:30', 1792888200],
    [{ dates: 'dmy' }, '05.11.2026 14:30', '05.11.2026 14:30'],
    [{ dates: 'dmy', zone: 'UTC' }, '05.11.2026 24:30', '05.11.2026 24:30'],
  ])('with %j reads the moment %j as %j', (options, text, seconds) => {
    expect(reads('videos', { publish_time: text }, options)).toEqual({ publish_time: seconds });
  });

  it('reads moments in UTC as they are written', () => {
    const options = { dates: 'dmy', zone: 'Asia/Shanghai' } as const;
    expect(reads('products', { ctime: '05.11.2026 14:30' }, options)).toEqual({ ctime: '2026-11-05 06:30:00' });
  });

  it('takes true and false for no ids', () => {
    expect(reads('lives', { room_id: true, uid: false })).toEqual({ room_id: true, uid: false });
  });

  it('shows the beginning of a long text in its remarks', () => {
    const remarks = new Remarks();
    const value = { video_id: ` ${'7'.repeat(10_000)}` };
    convertValues({ value, origin }, 'csv', loadSchema('videos'), remarks, {});
    expect(remarks.describe()).toEqual([
      `Ids were loaded without the blanks or signs around them: 1, such as video_id " ${'7'.repeat(98)}… (a:3).`,
    ]);
  });

  it('reads flags as true and false in any case, without an option', () => {
    const value = { is_sshop: 'True', off_shelves: 'FALSE', is_free_shipping: true, is_top_selling: false };
    expect(reads('products', { ...value, shop_type: 'true' })).toEqual({
      is_sshop: 1,
      off_shelves: 0,
      is_free_shipping: 1,
      is_top_selling: 0,
      shop_type: 'true',
    });
  });
});
