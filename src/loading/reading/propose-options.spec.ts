import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordKind } from '../../common/record-kind.js';
import { Remarks } from '../load-item.js';
import { RecordCheck } from '../record-check.js';
import { findInputs, type ReadOptions } from './input.js';
import { proposeOptions } from './propose-options.js';
import { readInputs } from './read-inputs.js';
import { Command } from 'commander';
import { READING_OPTIONS } from '../../cli/terminal/options.js';

describe('proposeOptions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'propose-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What the command reads the arguments as. */
  function optionsIn(parameters: readonly string[]): ReadOptions {
    const program = new Command().exitOverride();
    for (const option of READING_OPTIONS) program.addOption(option);
    const { map, ...options } = program
      .parse(['node', 'load', ...parameters])
      .opts<ReadOptions & { map?: ReadOptions }>();
    return { ...map, ...options };
  }

  const write = (name: string, content: Buffer | string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  async function propose(kind: RecordKind, path: string, parameters: readonly string[] = [], isChange = false) {
    const proposal = await proposeOptions(kind, await findInputs([path]), optionsIn(parameters), isChange);
    return proposal && { ...proposal, notes: proposal.notes.map((note) => note.replaceAll(`${folder}/`, '')) };
  }

  /** The valid records that the arguments read; a refused line fails the test. */
  async function recordsOf(kind: RecordKind, path: string, parameters: readonly string[]): Promise<unknown[]> {
    const options = optionsIn(parameters);
    const check = new RecordCheck(kind);
    const records: unknown[] = [];
    const inputs = await findInputs([path], (options as { format?: 'csv' }).format);
    for await (const portion of readInputs(kind, inputs, new Remarks(), options))
      for (const { value, reasons, origin } of portion) {
        const checked = reasons === undefined ? check.check(value) : { reasons };
        if (checked.reasons !== undefined) throw new Error(`${origin.line}: ${checked.reasons.join(' ')}`);
        records.push(checked.record);
      }
    return records;
  }

  it('takes semicolons, decimal commas, Windows-1252 and German names in one round', async () => {
    const text =
      ';Artikel;Bezeichnung;Preis;Verkauft (7 Tage);Händler;Lager\r\n' +
      '0;1729384756;Öl – 5 l;1.234,50;1.500;-;12\r\n1;1729384757;"Tür ""Nord""";9,99;-;Bär & Söhne;3\r\n';
    const path = write('artikel.csv', Buffer.from(text.replace('–', '\x96'), 'latin1'));
    const { options = [], notes } = (await propose('products', path)) ?? {};
    expect(options).toEqual([
      ...['--encoding', 'windows-1252', '--delimiter', ';', '--map'],
      'product_id=Artikel,title=Bezeichnung,floor_price=Preis,day7_units_sold=Verkauft (7 Tage),shop.name=Händler',
      ...['--decimal', ',', '--null-values', '-'],
    ]);
    expect(notes?.slice(0, 2)).toEqual([
      'The header is read as , Artikel, Bezeichnung, Preis, Verkauft (7 Tage), Händler, Lager.',
      'It reads 2 lines of artikel.csv; none is refused.',
    ]);
    expect(await recordsOf('products', path, options)).toEqual([
      { product_id: '1729384756', title: 'Öl – 5 l', floor_price: 1234.5, day7_units_sold: 1500, shop: { name: null } },
      {
        product_id: '1729384757',
        title: 'Tür "Nord"',
        floor_price: 9.99,
        day7_units_sold: null,
        shop: { name: 'Bär & Söhne' },
      },
    ]);
  });

  it.each([
    ['utf-16le', '\ufeff'],
    ['utf-16be', '\ufeff'],
  ])('takes %s with days before months', async (encoding, mark) => {
    const text = 'date\tuid\tfollower_count\r\n03/04/2026\t1\t5\r\n25/04/2026\t2\t6\r\n';
    const bytes = Buffer.from(mark + text, 'utf16le');
    const path = write(`${encoding}.csv`, encoding === 'utf-16be' ? bytes.swap16() : bytes);
    const { options = [] } = (await propose('creator-days', path)) ?? {};
    expect(options).toEqual(['--encoding', 'utf-16le', '--delimiter', 'tab', '--dates', 'dmy']);
    expect(await recordsOf('creator-days', path, options)).toEqual([
      { date: '2026-04-03', uid: '1', follower_count: 5 },
      { date: '2026-04-25', uid: '2', follower_count: 6 },
    ]);
  });

  it('finds a header below other lines, and leaves sums below out', async () => {
    const text =
      'Verkaufsbericht Mai\r\nErstellt am 01.06.2026; durch: Müller\r\n\r\nArtikelnummer;Titel;Preis;Umsatz\r\n' +
      '17;Lampe;"1.299,00";2.598,00\r\n18;Stuhl;49,90;499,00\r\nTotal;;;3.097,00\r\n';
    const path = write('bericht.csv', text);
    const { options = [], notes } = (await propose('products', path)) ?? {};
    expect(options).toEqual([
      ...['--delimiter', ';', '--header-line', '4', '--skip-totals', '--map'],
      ...['product_id=Artikelnummer,title=Titel,floor_price=Preis,total_gmv=Umsatz', '--decimal', ','],
    ]);
    expect(notes).toContain('Lines of sums were left out: 1, such as Total (bericht.csv:7).');
    expect(await recordsOf('products', path, options)).toEqual([
      { product_id: '17', title: 'Lampe', floor_price: 1299, total_gmv: 2598 },
      { product_id: '18', title: 'Stuhl', floor_price: 49.9, total_gmv: 499 },
    ]);
  });

  it('reads local money, and asks for the zone of times without one', async () => {
    const text =
      'room_id,title,start_time,total_gmv\n1,a,"13.05.2026 19:30","Rp 12.500"\n2,b,"03.05.2026 20:00","Rp 1.250"\n';
    const path = write('lives.csv', text);
    const { options = [], notes } = (await propose('lives', path)) ?? {};
    expect(options).toEqual([
      '--constants',
      'currency=IDR',
      '--decimal',
      ',',
      '--units',
      '--dates',
      'dmy',
      '--zone',
      'ZONE',
    ]);
    expect(notes?.[0]).toBe('ZONE is the time zone of the clock that its times were read from, such as Asia/Jakarta.');
    const answered = options.map((text) => (text === 'ZONE' ? 'Asia/Jakarta' : text));
    expect(await recordsOf('lives', path, answered)).toEqual([
      { room_id: '1', title: 'a', start_time: Date.UTC(2026, 4, 13, 12, 30) / 1000, total_gmv: 12500, currency: 'IDR' },
      { room_id: '2', title: 'b', start_time: Date.UTC(2026, 4, 3, 13) / 1000, total_gmv: 1250, currency: 'IDR' },
    ]);
  });

  it('asks for the region of a sign that several regions have', async () => {
    const path = write('euro.csv', 'product_id,floor_price\n1,"7,99 €"\n');
    const { options, notes } = (await propose('products', path)) ?? {};
    expect(options).toEqual(['--constants', 'region=REGION', '--decimal', ',', '--units']);
    expect(notes?.[0]).toBe('REGION is the region of all records: ES, DE, IT, FR, PT, NL, BE, AT.');
  });

  it('asks for the order of days that can be read both ways, and proposes none for days in two orders', async () => {
    const both = write('both.csv', 'date,uid,follower_count\n03/04/2026,1,5\n05/04/2026,2,6\n');
    expect(await propose('creator-days', both)).toMatchObject({
      options: ['--dates', 'ORDER'],
      notes: [
        'ORDER is dmy or mdy: all days in the first lines can be read with the day or the month first.',
        expect.anything(),
        expect.anything(),
      ],
    });
    const mixed = write('mixed.csv', 'date,uid,follower_count\n13/04/2026,1,5\n04/25/2026,2,6\n');
    expect(await propose('creator-days', mixed)).toEqual({
      options: [],
      notes: ['Some days have the day first, others the month; no option reads both.'],
    });
  });

  it('names the columns of required fields that no name is recognized for', async () => {
    const path = write('other.csv', 'Kode;Nama Produk;Harga\n1;Lampu;5\n');
    expect(await propose('products', path)).toEqual({
      options: ['--delimiter', ';', '--map', 'title=Nama Produk,floor_price=Harga,product_id=COLUMN'],
      notes: ['COLUMN is the column of product_id, such as Kode.'],
    });
  });

  it('keeps the options that are used, and proposes the rest', async () => {
    const path = write('more.txt', 'product_id;floor_price\n1;7,99\n');
    expect((await propose('products', path))?.options).toEqual([
      '--format',
      'csv',
      '--delimiter',
      ';',
      '--decimal',
      ',',
    ]);
    const csv = write('more.csv', 'product_id;floor_price\n1;7,99\n');
    expect((await propose('products', csv, ['--delimiter', ';']))?.options).toEqual(['--decimal', ',']);
  });

  it.each([
    ['a file without a fault', 'product_id\n1\n'],
    ['values that no option reads', 'product_id,floor_price\n1,cheap\n'],
    ['an empty file', ''],
    ['an archive', 'PK\u0003\u0004 …'],
  ])('proposes nothing for %s', async (_, text) => {
    expect(await propose('products', write('none.csv', text))).toBeUndefined();
  });
});
