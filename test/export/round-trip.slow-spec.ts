import { parse } from 'csv-parse/sync';
import { Seed } from '../../dev/seed/seed.js';
import { type LoadSuite, loadSuite } from '../loading/load-suite.js';
import { testApp } from '../support/app.js';
import { exportAll } from './export-client.js';
import type { RecordKind } from '../../src/common/record-kind.js';

/** What a spreadsheet, CSV or JSON could take for something else. */
const ODD_TEXTS = [
  ...['=1+1', '+49', '-5 %', '@name', '\ttab', '\rreturn', "'quoted", "''twice", "'", "'=1", '', ' ', 'null', '0012'],
  ...[
    'a "b", c',
    'two\nlines',
    'two\r\nlines',
    '="1"',
    '=HYPERLINK("https://x")',
    '1e5',
    'é 手机 😀',
    '\uFEFFmark',
    '\nline',
    ...['＝1', '＋1', '－1', '＠x', "'＝1"],
    ';',
  ],
];
const ODD_IDS = ['9007199254740993', '=1', '-7', '="8"', "'9", 'a"b', '+1', '@x', '7491823746501928374'];
const NO_FIGURES = { play_count: null, gmv: -12.5, digg_count: 0, share_count: Number.MAX_SAFE_INTEGER };

const texts = <Row>(make: (text: string, id: string) => Row): Row[] =>
  [...ODD_TEXTS, ...ODD_IDS].map((text, index) => make(text, ODD_IDS[index] ?? `id-${index}`));

const seed = new Seed({ scale: 0.01, until: '2026-06-30' });
const KINDS = [
  {
    kind: 'videos',
    path: '/video/v1/export',
    body: { filter: { create_time_range: { min: 0 } } },
    records: [
      ...seed.videos(),
      ...texts((text, id) => ({
        ...NO_FIGURES,
        video_id: id,
        publish_time: 1,
        desc: text,
        creator: { uid: id, nickname: text, unique_id: null },
        product_info: [{ product_id: id, title: text, gmv: -0.01, category: { l1: { id: 1, name: text } } }],
      })),
    ],
  },
  {
    kind: 'products',
    path: '/product/v1/export',
    body: {},
    records: [
      ...seed.products(),
      ...texts((text, id) => ({
        product_id: id,
        title: text,
        commission_rate: '-5%',
        floor_price: 0.1,
        shop: { seller_id: id, name: text, avatar: null },
      })),
    ],
  },
  {
    kind: 'lives',
    path: '/live/v1/export',
    body: {},
    records: [...seed.lives(), ...texts((text, id) => ({ room_id: id, title: text, uid: id, total_gmv: -3.25 }))],
  },
] as const;

const FORMATS = [
  ['ndjson', {}],
  ['csv', { format: 'csv' }],
  ['csv for a spreadsheet', { format: 'csv', excel: true }],
] as const;

describe('exported records', () => {
  const from = loadSuite('round-trip-from');
  const to = loadSuite('round-trip-to');
  const service = testApp(async () => {
    for (const { kind, records } of KINDS) {
      const { rejects } = await from.load(kind, [from.records(`${kind}.ndjson`, records)]);
      expect(rejects).toEqual([]);
    }
    return { name: 'round-trip', indices: from.prefix };
  });

  const recordsOf = async (suite: LoadSuite, kind: RecordKind): Promise<Map<string, unknown>> => {
    const contents = await suite.contents<{ record: string }>(kind);
    return new Map([...contents].map(([id, { record }]): [string, unknown] => [id, record]).sort());
  };

  describe.each(KINDS)('of $kind', ({ kind, path, body, records }) => {
    it.each(FORMATS)('load back unchanged: %s', async (_, options) => {
      const exported = await exportAll(service, path, { ...body, ...options });
      expect(exported.isWhole).toBe(true);
      const file = to.file('format' in options ? `${kind}.csv` : `${kind}.ndjson`, exported.text);
      const { summary, rejects } = await to.load(kind, [file], { mode: 'replace' });
      expect(rejects).toEqual([]);
      expect(summary).toMatchObject({ read: records.length, loaded: records.length });
      expect(await recordsOf(to, kind)).toEqual(await recordsOf(from, kind));
    });

    it('show a spreadsheet no formula', async () => {
      const { text } = await exportAll(service, path, { ...body, format: 'csv' });
      const cells = parse(text).flat();
      expect(cells.filter((cell) => /^[=+@\t\r\n＝＋－＠]/.test(cell) || /^-(?![\d.]+$)/.test(cell))).toEqual([]);
      expect(cells.filter((cell) => cell.startsWith("'="))).not.toEqual([]);
    });
  });
});
