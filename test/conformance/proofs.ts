import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rules } from '../../tools/documents/conformance.js';
import { SEPARATOR } from '../../tools/documents/conformance.js';
import { testTitlesOf } from './test-titles.js';

/** Titles of a file's tests; undefined when there is no such file among those that Jest runs. */
export type TitlesOf = (file: string) => readonly string[] | undefined;

/** What is wrong with rules: rules without a test, tests that are missing or that more than one title fits. */
export function errorsIn(rules: Rules, titlesOf: TitlesOf): string[] {
  return Object.entries(rules).flatMap(([rule, tests]) => [
    ...(tests.length === 0 ? [`“${rule}” has no test`] : []),
    ...tests.flatMap((test) => {
      const [file = '', ...groups] = test.split(SEPARATOR);
      const title = groups.join(SEPARATOR);
      const titles = titlesOf(file);
      if (titles === undefined) return [`“${rule}”: there is no file of tests ${file}`];
      const fitting = new Set(titles.filter((full) => full === title || full.endsWith(`${SEPARATOR}${title}`)));
      if (fitting.size === 1) return [];
      return [`“${rule}”: ${fitting.size === 0 ? 'no test' : 'more than one test'} in ${file} is “${title}”`];
    }),
  ]);
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
