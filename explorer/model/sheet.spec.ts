import { readFileSync } from 'node:fs';
import { ENGLISH } from '../texts/en.js';
import { textsOf } from '../texts/texts.js';
import { chosenColumns, recordColumns } from './columns.js';
import { type OpenApi } from './open-api.js';
import { csvRows, sheetFields, sheetRows } from './sheet.js';
import { type RowNames, VIEWS } from './views.js';

const DOCUMENT = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApi;
const sheetOf = (view: keyof typeof VIEWS, period?: string) => {
  const all = recordColumns(DOCUMENT, VIEWS[view].path);
  return { names: VIEWS[view].names, columns: chosenColumns(all, VIEWS[view].columns), all, period };
};
const texts = textsOf('EN_US', ENGLISH);

describe('a sheet', () => {
  it.each(Object.keys(VIEWS) as (keyof typeof VIEWS)[])(
    'of %s has the columns of the list, each heading once',
    (view) => {
      const sheet = sheetOf(view, 'week:2026-26');
      const { shown } = sheetFields(sheet);
      expect(shown).toEqual(expect.arrayContaining(sheet.columns.map(({ path }) => path)));
      const [headings = []] = sheetRows(shown.join(','), sheet, texts, 'EN_US');
      expect(new Set(headings).size).toBe(headings.length);
      expect(headings).not.toContain('Movement');
      // Also where every column is chosen.
      const whole = { ...sheet, columns: sheet.all };
      const [all = []] = sheetRows(sheetFields(whole).shown.join(','), whole, texts, 'EN_US');
      expect(all.filter((heading, at) => all.indexOf(heading) < at)).toEqual([]);
    },
  );

  it('of products has each id once, and of steps both ends by the name of the key', () => {
    const paths = sheetOf('topProducts').all.map(({ path }) => path);
    expect(paths.filter((path) => /_id$/.test(path))).toEqual(['product_id', 'product.seller_id']);
    const all = recordColumns(DOCUMENT, '/sales/v1/breakdown');
    const ends = ['follower_tier', 'price_band'].flatMap((key) => [`${key}.min`, `${key}.max`]);
    const columns = chosenColumns(all, ends);
    const sheet = { names: undefined, columns, all, period: undefined };
    const [headings] = sheetRows(sheetFields(sheet).shown.join(','), sheet, texts, 'EN_US');
    const names = ['Follower tier', 'Price band'];
    expect(headings).toEqual(names.flatMap((name) => [`${name}: Min`, `${name}: Max`]));
  });

  it('has times by the clock of their region, and durations with hours', () => {
    const sheet = sheetOf('videos');
    const columns = chosenColumns(sheet.all, ['publish_time', 'duration']);
    const times = { ...sheet, columns };
    const csv = 'publish_time,duration,region\r\n1781478589,90,US\r\n1781478589,,JP\r\n';
    const [headings = [], ...rows] = sheetRows(csv, times, texts, 'EN_US');
    const at = headings.findIndex((heading) => heading.startsWith('Published'));
    expect([sheetFields(times).clock, headings[at + 1]]).toEqual(['region', 'Duration']);
    expect(rows.map((row) => row.slice(at, at + 2))).toEqual([
      ['2026-06-14 19:09', '0:01:30'],
      ['2026-06-15 08:09', ''],
    ]);
  });

  it('calls the id of a row by its kind, and by its field where the kind has no page', () => {
    const sheet = sheetOf('topLives');
    const headingsOf = (names: RowNames) => sheetRows('room_id', { ...sheet, names }, texts, 'EN_US')[0];
    const { entity, ...pageless } = sheet.names;
    const headings = [sheet.names, pageless].map((names) => headingsOf(names)?.[0]);
    expect([entity, ...headings]).toEqual(['live', 'Live stream ID', 'Room ID']);
  });

  it('is read from quoted cells, with commas, quotes and lines in them', () => {
    expect(csvRows('\uFEFFa,b\r\n"1,""2""","x\r\ny"\r\n,\r\n')).toEqual([
      ['a', 'b'],
      ['1,"2"', 'x\r\ny'],
      ['', ''],
    ]);
  });
});
