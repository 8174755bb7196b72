import { COLUMNS } from '../../clients/typescript/src/columns.js';
import { columnsThatFit, csvLine, tableLines, withValues } from '../../clients/typescript/src/row-writer.js';
import { recordWriter } from '../../src/http/export/record-writer.js';
import { BreakdownRecord } from '../../src/sales/breakdown.record.js';
import { CreatorRecord } from '../../src/creator/creator.record.js';
import { LiveRecord } from '../../src/live/live.record.js';
import { ProductRecord } from '../../src/product/product.record.js';
import * as creatorRankings from '../../src/rankings/records/creator-rankings.record.js';
import * as topSelling from '../../src/rankings/records/top-selling.record.js';
import { VideoRecord } from '../../src/video/video.record.js';

const { TopEcommerceRecord, TopGrowthRecord } = creatorRankings;
const { ProductTopSellingRecord, ShopTopSellingRecord, CategoryTopSellingRecord } = topSelling;
const { VideoTopSellingRecord, LiveTopSellingRecord } = topSelling;

describe("the command's CSV", () => {
  const RECORDS = [
    ...[VideoRecord, ProductRecord, LiveRecord, CreatorRecord, BreakdownRecord, TopEcommerceRecord, TopGrowthRecord],
    ...[ProductTopSellingRecord, ShopTopSellingRecord, CategoryTopSellingRecord],
    ...[VideoTopSellingRecord, LiveTopSellingRecord],
  ];
  it.each(RECORDS.map((record) => [record.name, record] as const))(
    'has the columns of an export: %s',
    (name, record) => {
      const columns: readonly string[] = COLUMNS[name as keyof typeof COLUMNS];
      expect(`${columns.join()}\r\n`).toBe(recordWriter(record, { format: 'csv', fields: [] }).head);
    },
  );

  it.each([
    ...['=cmd|x', '+49', '-5 %', '@name', '\ttab', '\rreturn', '\nline', "'quoted", '', '＝1', '＋1', '－1', '＠x'],
    ...['a "b", c', 'two\r\nlines', '1e5', '手机 😀', null, undefined],
  ])('has the cell of an export: %j', (desc) => {
    const video = { video_id: '1', desc, gmv: -1.5, product_info: [{ title: '=1' }], creator: null };
    const writer = recordWriter(VideoRecord, { format: 'csv', fields: [] });
    expect(csvLine(video, COLUMNS.VideoRecord)).toBe(writer.write([video]));
    const field = recordWriter(VideoRecord, { format: 'csv', fields: ['desc'] });
    expect(csvLine(video, ['desc'])).toBe(field.write([video]));
  });
});

describe("the command's table", () => {
  it('is aligned by what a terminal shows', () => {
    const names = ['Ava', '👨‍👩‍👧‍👦 Fam', '手机', 'Zoë', 'u\u200bv', '한국', '❤️', 'ｶﾞｷﾞ', 'ﾞ'];
    expect(
      tableLines(
        names.map((name, at) => ({ name, id: String(at) })),
        ['name', 'id'],
      ),
    ).toEqual([
      'name    id',
      'Ava     0',
      '👨‍👩‍👧‍👦 Fam  1',
      '手机    2',
      'Zoë     3',
      'u\u200bv      4',
      '한국    5',
      '❤️      6',
      'ｶﾞｷﾞ    7',
      'ﾞ       8',
    ]);
  });

  it.each([
    [80, ['id', 'title', 'shop'], 48, []],
    [40, ['id', 'title', 'shop'], 25, []],
    [30, ['id', 'title', 'shop'], 15, []],
    [20, ['id', 'title'], 12, ['shop']],
    [2, ['id'], 12, ['title', 'shop']],
  ])('fits a terminal of %i columns', (width, columns, widest, left) => {
    const table = [{ id: '12345', title: 'A title that is as long as such titles are in shops', shop: 'Shop 1' }];
    const fitting = columnsThatFit(table, ['id', 'title', 'shop'], width);
    expect(fitting).toEqual({ columns, widest, left });
    const [head, row] = tableLines(table, fitting.columns, fitting.widest);
    if (width > 12) expect(Math.max(head?.length ?? 0, row?.length ?? 0)).toBeLessThanOrEqual(width);
  });

  it('cuts a long cell between characters', () => {
    const [, cell] = tableLines([{ name: 'é'.repeat(40) + '👨‍👩‍👧‍👦'.repeat(9) }], ['name']);
    expect(cell).toBe(`${'é'.repeat(40)}${'👨‍👩‍👧‍👦'.repeat(3)}…`);
  });

  it('leaves columns without a value out, unless they are chosen', () => {
    const row = { name: 'Ava', shop: null };
    expect(withValues([row], ['name', 'shop.name'])).toEqual(['name']);
    expect(tableLines([row], ['shop.name', 'name'])).toEqual(['shop.name  name', '           Ava']);
  });
});
