import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { columnsOf } from '../../src/loading/load-kind.js';
import { Remarks } from '../../src/loading/load-item.js';
import { decode, decompress } from '../../src/loading/reading/decode.js';
import { Mapping } from '../../src/loading/reading/mapping.js';
import { readCsv } from '../../src/loading/reading/read-csv.js';
import { execute, findParquetEnvironment } from '../../tools/testing/python-package.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const environment = await findParquetEnvironment();
const withPython = environment === undefined ? it.skip : it;
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

interface WrittenFile {
  readonly file: string;
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly line?: number;
  /** The rows as other programs read them as text. */
  readonly readers: Readonly<Record<string, readonly (readonly string[])[]>>;
}

/** Writes CSV as data frames, databases and spreadsheets do, and prints what pandas and DuckDB read of it. */
const PROGRAM = String.raw`
import csv, gzip, itertools, json, sys
import duckdb, pandas as pd

folder = sys.argv[1] + "/"
texts = ["a", "", "a,b", "a;b", "a\tb", "a|b", 'say "hi"', '"', '""', "two\nlines", "two\r\nlines", " blanks around ",
  "é 中文 😀 ö", '="7491823746501928374"', "'5", "007", "1,234.50", "12E5", "NULL", "NaN", "#N/A", "TRUE", "=1+1", "-",
  "\\", 'back\\"slash', "sep=,", "Total", "\u00a0", "\u2028", "a\ufeffb", "x" * 5000, "#comment", "//", "\u200b"]
table = pd.DataFrame({"id": [str(at) for at in range(len(texts))], "text": texts, "other text": texts[::-1]})
names = list(table.columns)
written = []

def rows_of(frame): return [["" if cell is None else cell for cell in row] for row in frame.itertuples(index=False, name=None)]

def add(file, delimiter=",", encoding="utf-8", line=1, label=None, with_duckdb=False):
    path = folder + file
    frame = pd.read_csv(path, sep=delimiter, encoding=encoding, dtype=str, keep_default_na=False, skiprows=line - 1)
    readers = {"pandas": rows_of(frame)}
    if with_duckdb:
        found = duckdb.sql("SELECT * FROM read_csv(?, delim=?, header=true, quote='\"', escape='\"', auto_detect=false, max_line_size=100000, strict_mode=true, columns={'id': 'VARCHAR', 'text': 'VARCHAR', 'other text': 'VARCHAR'})", params=[path, delimiter])
        readers["DuckDB"] = [["" if cell is None else cell for cell in row] for row in found.fetchall()]
    written.append({"file": file, "delimiter": delimiter, "encoding": label, "line": line, "readers": readers})

delimiters = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
encodings = {"utf-8": None, "utf-8-sig": None, "utf-16": "utf-16le"}
quotings = {"minimal": csv.QUOTE_MINIMAL, "all": csv.QUOTE_ALL, "nonnumeric": csv.QUOTE_NONNUMERIC}
ends = {"lf": "\n", "crlf": "\r\n"}
for (name, delimiter), (encoding, label), (quoting, number), (end, mark) in itertools.product(delimiters.items(), encodings.items(), quotings.items(), ends.items()):
    file = f"pandas-{name}-{encoding}-{quoting}-{end}.csv"
    table.to_csv(folder + file, index=False, sep=delimiter, encoding=encoding, quoting=number, lineterminator=mark)
    add(file, delimiter, encoding, label=label, with_duckdb=encoding == "utf-8" and end == "lf")
table.to_csv(folder + "pandas.csv.gz", index=False)
add("pandas.csv.gz")
for (name, delimiter), forced in itertools.product(delimiters.items(), ["", ", FORCE_QUOTE *"]):
    file = f"duckdb-{name}{'-forced' if forced else ''}.csv"
    duckdb.sql(f"COPY (SELECT * FROM \"table\") TO '{folder}{file}' (FORMAT csv, HEADER, DELIMITER '{delimiter}'{forced})")
    add(file, delimiter, with_duckdb=True)

def sheet(file, rows, delimiter=",", encoding="utf-8", line=1, label=None, end="\r\n"):
    with open(folder + file, "wb") as out: out.write((end.join(rows) + end).encode(encoding))
    add(file, delimiter, encoding, line, label)

plain = ["id,text,other text", '1,"a, ""b""",é', "2,,", '3," c ","two\nlines"', "4,TRUE,12.50", '5,"007",#N/A']
semicolons = ["id;text;other text", '1;"a; ""b""";é', "2;;", '3;" c ";1.234,50 €', "4;WAHR;12,50"]
tabs = [row.replace(";", "\t") for row in semicolons]
sheet("excel-utf-8.csv", plain, encoding="utf-8-sig")
sheet("excel-ansi.csv", semicolons, ";", "cp1252", label="windows-1252")
sheet("excel-unicode-text.txt.csv", tabs, "\t", "utf-16", label="utf-16le")
sheet("excel-mac.csv", [row for row in plain if "\n" not in row], end="\r")
sheet("excel-sep.csv", ["sep=;", *semicolons], ";", line=2)
sheet("libreoffice.csv", plain, end="\n")
sheet("google.csv", plain)
sheet("formulas.csv", ["id,text,other text", '="7491823746501928374",="007",="a"', '2,5" wide,TV 55" or 60"', '3,a"b"c,"="', '4, "a",b" '])
sheet("lines-above.csv", ["Report of May", "from 1 May,to 31 May", *plain], line=3)
print(json.dumps(written))
`;

async function rowsOf(folder: string, { file, delimiter, encoding, line }: WrittenFile): Promise<string[][]> {
  const mapping = new Mapping('lives', { columns: { room_id: 'id', title: 'text' } });
  const bytes = decode(decompress(createReadStream(join(folder, file))), encoding ?? undefined);
  const given = { ...(delimiter !== undefined && { delimiter }), ...(line !== 1 && { headerLine: line }) };
  const rows: string[][] = [];
  for await (const portion of readCsv(file, bytes, columnsOf('lives'), new Remarks(), given, mapping))
    for (const { value, reasons } of portion)
      rows.push(reasons ? [...reasons] : Object.values(value as Record<string, string>));
  return rows;
}

describe('CSV of other programs', () => {
  const folder = temporaryFolder('csv');

  withPython('is read to the texts that pandas and DuckDB read', async () => {
    const python = join(environment as string, 'python');
    const { stdout } = await execute(python, ['-c', PROGRAM, folder], { maxBuffer: MOST_OUTPUT_BYTES });
    const files = JSON.parse(stdout) as WrittenFile[];
    expect(files.length).toBeGreaterThan(80);
    for (const file of files) {
      const rows = await rowsOf(folder, file);
      for (const [reader, expected] of Object.entries(file.readers))
        expect({ file: file.file, reader, rows }).toEqual({ file: file.file, reader, rows: expected });
    }
  });
});
