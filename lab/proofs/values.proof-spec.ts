import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../dev/seed/random.js';
import { findInputs } from '../../src/loading/reading/input.js';
import { readInputs } from '../../src/loading/reading/read-inputs.js';
import { Remarks } from '../../src/loading/load-item.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';

const FILES = 1000;
const ROWS = 20;
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Shanghai', 'Asia/Kolkata', 'Australia/Lord_Howe'];
const CURRENCIES = { US: ['$', 'US$', 'USD'], DE: ['€', 'EUR'], GB: ['£', 'GBP'] } as const;
const POWERS = ['k', 'K', 'M', 'B', '万', '亿'];

/** The days around which clocks change, and any others. */
const CHANGES = ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01', '2026-04-05', '2026-10-04'];

interface Style {
  readonly path: string;
  readonly delimiter: string;
  readonly decimal: '.' | ',';
  readonly dates: 'dmy' | 'mdy' | 'ymd' | 'excel';
  readonly zone: string;
  readonly region: keyof typeof CURRENCIES;
}

/** Whether a text is a day as it is stored, which the check of records takes. */
const exists = (day: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);

describe(`${FILES} random files of amounts, days and moments`, () => {
  const folder = temporaryFolder('values-proof');

  const random = new Random('values', 0);
  const one = <Item>(items: readonly Item[]): Item => random.pick(items);
  const below = (most: number): number => Math.floor(random.next() * most);
  const pad = (part: number): string => (random.next() < 0.5 ? String(part) : String(part).padStart(2, '0'));

  function amount({ decimal, region }: Style): string {
    const groups = decimal === '.' ? [',', ' ', "'", ''] : ['.', '\u202f', '’', ''];
    const group = one(groups);
    const whole = String(below(10 ** (1 + below(8)))).replace(/\B(?=(?:\d{3})+$)/g, group);
    const decimals =
      random.next() < 0.5
        ? `${decimal}${String(below(10_000))
            .padStart(4, '0')
            .slice(0, 1 + below(4))}`
        : '';
    const power = random.next() < 0.3 ? `${one(['', ' '])}${one(POWERS)}` : '';
    const sign = one(CURRENCIES[region]);
    const number = `${random.next() < 0.2 ? '-' : ''}${whole}${decimals}${power}`;
    return one([number, `${sign}${number}`, `${sign} ${number}`, `${number} ${sign}`]);
  }

  function moment({ dates }: Style, withTime: boolean): string {
    if (dates === 'excel') return String(40_000 + below(10_000) + (withTime ? below(86_400) / 86_400 : 0));
    const [year, month, day] =
      random.next() < 0.3
        ? (one(CHANGES).split('-').map(Number) as [number, number, number])
        : [1990 + below(60), 1 + below(12), 1 + below(31)];
    const mark = one(['/', '.', '-']);
    const parts = { d: pad(day), m: pad(month), y: String(year) };
    const text = [...dates].map((part) => parts[part as 'd']).join(mark);
    const hour = random.next() < 0.5 ? 1 + below(3) : below(24);
    const rest = `:${String(below(60)).padStart(2, '0')}${one(['', ':59'])}`;
    if (!withTime) return text;
    return `${text} ${random.next() < 0.3 ? `${hour % 12 || 12}${rest} ${one(['AM', 'PM'])}` : `${pad(hour)}${rest}`}`;
  }

  it('are read as an independent reader reads them', async () => {
    const styles = Array.from({ length: FILES }, (_, file): Style => {
      const path = join(folder, `${file}.csv`);
      const decimal = one(['.', ','] as const);
      const style: Style = {
        path,
        delimiter: one([';', '\t', '|']),
        decimal,
        dates: one(['dmy', 'mdy', 'ymd', 'excel']),
        zone: one(ZONES),
        region: one(['US', 'DE', 'GB']),
      };
      const rows = Array.from({ length: ROWS }, () => [amount(style), moment(style, false), moment(style, true)]);
      const lines = [['gmv', 'date', 'at'], ...rows].map((cells) => cells.join(style.delimiter));
      writeFileSync(path, lines.join(one(['\n', '\r\n'])));
      return style;
    });
    const python = spawnSync('python3', [join(import.meta.dirname, 'read-values.py')], {
      input: JSON.stringify(styles),
      maxBuffer: 2 ** 28,
      encoding: 'utf8',
    });
    expect(python.stderr).toBe('');
    const expected = python.stdout.trim().split('\n');
    let values = 0;
    let refused = 0;
    for (const [file, style] of styles.entries()) {
      const wanted = JSON.parse(expected[file] as string) as (number | string | null)[][];
      const read = async (kind: 'videos' | 'rates', columns: Record<string, string>, constants: object) => {
        const records: Record<string, unknown>[] = [];
        const { delimiter, decimal, dates, zone } = style;
        const options = {
          delimiter,
          decimal,
          dates,
          zone,
          units: true,
          mapping: { columns, constants: { ...constants } },
        };
        const inputs = await findInputs([style.path]);
        for await (const portion of readInputs(kind, inputs, new Remarks(), options))
          records.push(...portion.map(({ value }) => value as Record<string, unknown>));
        return records;
      };
      const amounts = await read('videos', { gmv: 'gmv', publish_time: 'at' }, { region: style.region });
      const days = await read('rates', { date: 'date' }, {});
      for (const [row, [gmv, day, at]] of wanted.entries()) {
        const readDay = days[row]?.date as string;
        const readAt = amounts[row]?.publish_time;
        expect([style, amounts[row]?.gmv]).toEqual([style, gmv]);
        expect([style, exists(readDay) ? readDay : null]).toEqual([style, day]);
        expect([style, typeof readAt === 'number' ? readAt : null]).toEqual([style, at]);
        values += 3;
        refused += [day, at].filter((value) => value === null).length;
      }
    }
    process.stdout.write(`${values} values in ${FILES} files read alike, of them ${refused} refused by both\n`);
    expect(refused).toBeGreaterThan(100);
  });
});
