import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A product of a judged set: a title alone. */
export interface JudgedProduct {
  readonly id: string;
  readonly title: string;
}

/** Products, queries and the grades (0 to 3) that people gave to products for queries. */
export interface JudgedSet {
  readonly products: readonly JudgedProduct[];
  /** Query by its id; none without a product that is worth finding. */
  readonly clean: ReadonlyMap<string, string>;
  /** The same ids with one word misspelt; empty when the set has no such file. */
  readonly misspelt: ReadonlyMap<string, string>;
  /** Grades by product, by the id of the query. */
  readonly grades: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

type Row = Readonly<Record<string, string>>;

/**
 * Reads a folder: `products.ndjson.gz` (id, title), `queries.tsv` (qid, query), `typo_queries.tsv` (the same columns; may
 * be missing) and `qrels.tsv` (qid, docid, grade), the tables with a line of headings.
 * @throws Error that names the file and what it lacks
 */
export function readJudgedSet(folder: string): JudgedSet {
  const lines = gunzipSync(readFileSync(join(folder, 'products.ndjson.gz')))
    .toString('utf8')
    .trim()
    .split('\n');
  const grades = new Map<string, Map<string, number>>();
  for (const { qid = '', docid = '', grade } of readTable(join(folder, 'qrels.tsv'), ['qid', 'docid', 'grade'])) {
    grades.set(qid, (grades.get(qid) ?? new Map<string, number>()).set(docid, Number(grade)));
  }
  const hasGains = ({ qid = '' }: Row): boolean => [...(grades.get(qid)?.values() ?? [])].some((grade) => grade > 0);
  const queriesIn = (file: string, isOptional: boolean): Map<string, string> => {
    const rows = readTable(join(folder, file), ['qid', 'query'], isOptional).filter(hasGains);
    return new Map(rows.map(({ qid = '', query = '' }) => [qid, query]));
  };
  return {
    products: lines.map((line) => JSON.parse(line) as JudgedProduct),
    clean: queriesIn('queries.tsv', false),
    misspelt: queriesIn('typo_queries.tsv', true),
    grades,
  };
}

function readTable(file: string, columns: readonly string[], isOptional = false): Row[] {
  const text = readText(file, isOptional);
  const [head = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const names = head.split('\t');
  const missing = columns.filter((column) => !names.includes(column));
  if (text !== '' && missing.length > 0) throw new Error(`${file} has no column ${missing.join(', ')}.`);
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  });
}

function readText(file: string, isOptional: boolean): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isOptional && (error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
