import type { RecordKind } from '../../src/common/record-kind.js';
import { elasticsearchUrl } from '../support/app.js';
import { execute } from '../../tools/testing/python-package.js';
import { type Ended, loadSuite, proposedIn, startCommand } from './load-suite.js';

/** Writes sheets as people have them, and prints what Python's csv, decimal, datetime and zoneinfo read in each. */
const PROGRAM = String.raw`
import csv, io, json, sys
from datetime import datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

folder = sys.argv[1] + "/"

def sheet(file, encoding, delimiter, rows, above=(), below=()):
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    for row in [*above, *rows, *below]: writer.writerow(row)
    with open(folder + file, "wb") as target: target.write(out.getvalue().encode(encoding))
    lines = list(csv.reader(io.StringIO(open(folder + file, encoding=encoding, newline="").read()), delimiter=delimiter))
    header, *found = lines[len(above):len(lines) - len(below)]
    return [dict(zip(header, line)) for line in found]

def german(text): return None if text == "-" else float(Decimal(text.replace(" €", "").replace(".", "").replace(",", ".")))

def amount(value, sign=""): return f"{value:,.2f}".translate(str.maketrans(".,", ",.")) + sign

articles = sheet("artikel.csv", "cp1252", ";", [
    ["", "Artikel", "Name", "Preis", "Verkauft (7 Tage)", "Händler", "Lager"],
    *[[at, 1729384756 + at, f"Öl – {at} l; \"Größe\"", amount(at * 731.45), "-" if at % 7 == 0 else f"{at * 1500:,}".replace(",", "."), "Bär & Söhne", at]
      for at in range(1, 250)]])
days = sheet("tage.csv", "utf-16", "\t", [["Datum", "Creator ID", "Follower"], *[[f"{at % 28 + 1:02d}/{at % 12 + 1:02d}/2026", at, at * 10] for at in range(300)]])
report = sheet("bericht.csv", "utf-8", ";", [["Artikelnummer", "Produktname", "Verkaufspreis", "Umsatz"],
    *[[f"90{at}", f"Lampe {at}", amount(at + 0.5, " €"), amount(at * 1234, " €")] for at in range(1, 260)]],
    above=[["Verkaufsbericht Mai"], ["Zeitraum: 01.05.2026 – 31.05.2026"], []], below=[["Summe", "", "", amount(1e6, " €")]])
lives = sheet("lives.csv", "utf-8", ",", [["Live ID", "Judul", "Mulai", "Omset", "Penonton"],
    *[[at, f"Live {at}", f"{at % 28 + 1:02d}/05/2026 19:30", f"Rp {at * 12500:,}".replace(",", "."), f"{at * 1210:,}".replace(",", ".")] for at in range(1, 60)]])

print(json.dumps({
    "artikel.csv": {row["Artikel"]: [row["Name"], german(row["Preis"]), german(row["Verkauft (7 Tage)"]), row["Händler"]] for row in articles},
    "tage.csv": {f"{datetime.strptime(row['Datum'], '%d/%m/%Y'):%Y-%m-%d}:{row['Creator ID']}": [int(row["Follower"])] for row in days},
    "bericht.csv": {row["Artikelnummer"]: [row["Produktname"], german(row["Verkaufspreis"]), german(row["Umsatz"])] for row in report},
    "lives.csv": {row["Live ID"]: [int(datetime.strptime(row["Mulai"], "%d/%m/%Y %H:%M").replace(tzinfo=ZoneInfo("Asia/Jakarta")).timestamp()),
        float(row["Omset"][3:].replace(".", "")), int(row["Penonton"].replace(".", ""))] for row in lives},
}))
`;

const SHEETS: readonly (readonly [string, RecordKind, Readonly<Record<string, string>>, readonly string[]])[] = [
  ['artikel.csv', 'products', {}, ['title', 'floor_price', 'day7_units_sold', 'shop.name']],
  ['tage.csv', 'creator-days', {}, ['follower_count']],
  ['bericht.csv', 'products', { REGION: 'DE' }, ['title', 'floor_price', 'total_gmv']],
  ['lives.csv', 'lives', { ZONE: 'Asia/Jakarta' }, ['start_time', 'total_gmv', 'total_viewer_count']],
];

const hasPython = await execute('python3', ['-c', 'import zoneinfo; zoneinfo.ZoneInfo("Asia/Jakarta")']).then(
  () => true,
  () => false,
);

(hasPython ? describe : describe.skip)('a sheet as people have it', () => {
  const suite = loadSuite('sheets');
  let expected: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;
  beforeAll(async () => {
    const { stdout } = await execute('python3', ['-c', PROGRAM, suite.folder]);
    expected = JSON.parse(stdout) as typeof expected;
  });

  const load = (parameters: readonly string[]): Promise<Ended> =>
    startCommand('load', parameters, { url: elasticsearchUrl(), prefix: suite.prefix, cwd: suite.folder }).ended;

  it.each(SHEETS)(
    'is loaded in one round, with the values that Python reads: %s',
    async (file, kind, answers, fields) => {
      const refused = await load([kind, file, '--replace']);
      expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining(`; none is refused.`)]);
      for (const word of Object.keys(answers)) expect(refused.stderr).toContain(`\n${word} is `);
      expect(await load(proposedIn(refused.stderr, answers))).toMatchObject({ status: 0 });
      const stored = await suite.contents(kind);
      const found = [...stored].map(([id, document]) => {
        const record = JSON.parse(
          String((document as { record?: string }).record ?? JSON.stringify(document)),
        ) as object;
        const whole = { ...(document as object), ...record };
        const values = fields.map((path) =>
          path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], whole),
        );
        return [id, values] as const;
      });
      expect(Object.fromEntries(found)).toEqual(expected[file]);
    },
  );
});
