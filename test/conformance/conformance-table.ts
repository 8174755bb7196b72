import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SEPARATOR, testTitlesOf } from './test-titles.js';

/** A test that a row names: file, then groups and title as they are written. */
export interface Proof {
  readonly file: string;
  readonly title: string;
}

/** One rule with the tests that prove it. */
export interface Row {
  readonly number: string;
  readonly rule: string;
  readonly section: string;
  readonly proofs: readonly Proof[];
}

const ROW = /^\| *(\d+) *\|(.*)\|$/;
const PROOF = /^`([^`]+)` (.+)$/;

/**
 * Reads the table rows of the conformance page: `| number | rule | section | proofs |`, proofs apart by `<br>`, each
 * `` `file` groups › title ``.
 * @throws Error when a row has not these four cells, or a proof can't be read
 */
export function readRows(page: string): Row[] {
  return page.split('\n').flatMap((line) => {
    const match = ROW.exec(line.trim());
    if (match === null) return [];
    const [, number = '', rest = ''] = match;
    const cells = rest.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
    const [rule, section, proofs] = cells;
    if (cells.length !== 3 || !rule || !section || proofs === undefined) {
      throw new Error(`Row ${number} must have a number, a rule, a section and its proofs.`);
    }
    return [{ number, rule, section, proofs: proofs === '' ? [] : proofs.split('<br>').map(readProof) }];
  });
}

function readProof(text: string): Proof {
  const [, file, title] = PROOF.exec(text.trim()) ?? [];
  if (file === undefined || title === undefined) throw new Error(`This is no proof: ${text}`);
  return { file, title };
}

/** Titles of a file's tests; undefined when there is no such file among those that Jest runs. */
export type TitlesOf = (file: string) => readonly string[] | undefined;

/** What is wrong with the rows: rules without a test, tests that are not there or that more than one title fits. */
export function faultsIn(rows: readonly Row[], titlesOf: TitlesOf): string[] {
  const numbering = rows.flatMap(({ number }, index) =>
    number === String(index + 1) ? [] : [`Row ${number} stands at place ${index + 1}`],
  );
  return [
    ...numbering,
    ...rows.flatMap(({ number, proofs }) => [
      ...(proofs.length === 0 ? [`Row ${number} has no test`] : []),
      ...proofs.flatMap(({ file, title }) => {
        const titles = titlesOf(file);
        if (titles === undefined) return [`Row ${number}: there is no file of tests ${file}`];
        const fitting = new Set(titles.filter((full) => full === title || full.endsWith(`${SEPARATOR}${title}`)));
        if (fitting.size === 1) return [];
        return [`Row ${number}: ${fitting.size === 0 ? 'no test' : 'more than one test'} in ${file} is “${title}”`];
      }),
    ]),
  ];
}

/** Reads titles of the tests below a folder: those of `npm test` and the suites that they share. */
export function titlesBelow(folder: string): TitlesOf {
  const files = new Set(
    ['src', 'tools', 'test'].flatMap((root) =>
      readdirSync(join(folder, root), { recursive: true, encoding: 'utf8' })
        .map((file) => join(root, file))
        .filter((file) => /(?:[.-]spec|-suite)\.ts$/.test(file) && !file.endsWith('.proof-spec.ts')),
    ),
  );
  const known = new Map<string, readonly string[]>();
  return (file) => {
    if (!files.has(file)) return undefined;
    const titles = known.get(file) ?? testTitlesOf(file, readFileSync(join(folder, file), 'utf8'));
    known.set(file, titles);
    return titles;
  };
}
