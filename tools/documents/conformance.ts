import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { PROJECT_DIR } from '../../src/config/project-dir.js';

/** Rules by their text, each with its tests: `file › groups › title`. */
export type Rules = Readonly<Record<string, readonly string[]>>;

interface Chapter {
  readonly chapter: string;
  readonly sections: readonly { readonly source: string; readonly rules: Rules }[];
}

export const SEPARATOR = ' › ';

/** The rules of test/conformance/rules.yml. */
export const readChapters = (): Chapter[] =>
  parse(readFileSync(join(PROJECT_DIR, 'test', 'conformance', 'rules.yml'), 'utf8')) as Chapter[];

/** The name by which a rule refers to a file of tests: `product/product.query` for `src/operations/product/product.query.spec.ts`. */
const nameOf = (file: string): string =>
  file
    .split('/')
    .slice(-2)
    .join('/')
    .replace(/(?:[.-](?:e2e-)?spec)?\.ts$/, '');

/** The text of docs/conformance.md: every rule in one line, with links to the files that prove it. */
export function describeConformance(): string {
  const chapters = readChapters();
  const sections = chapters.flatMap((chapter) => chapter.sections);
  const count = sections.flatMap(({ rules }) => Object.keys(rules)).length;
  const files = new Set(sections.flatMap(({ rules }) => Object.values(rules).flat().map(fileOf)));
  const text = chapters.map((chapter) => [
    `## ${chapter.chapter}`,
    ...chapter.sections.flatMap(({ source, rules }) => [
      `**${source}**`,
      Object.entries(rules)
        .map(
          ([rule, tests]) =>
            `- ${rule} ${[...new Set(tests.map(fileOf))].map((file) => `[${nameOf(file)}]`).join(' ')}`,
        )
        .join('\n'),
    ]),
  ]);
  const links = [...files].sort().map((file) => `[${nameOf(file)}]: ../${file}`);
  return [introduction(count), ...text.flat(), links.join('\n')].join('\n\n') + '\n';
}

const fileOf = (test: string): string => test.split(SEPARATOR)[0] ?? '';

const introduction = (count: number): string => `# Conformance

${count} rules of the interface, and of the decisions that fill its gaps, each with the files of the tests that prove it. \`test/conformance/rules.yml\` names the tests themselves. \`npm run conformance\` makes this page from it. \`npm test\` fails when a rule has no test, when a test it names is missing, renamed or skipped, or when this page is stale.

The tests of \`search-suite\` run for each search operation, over made records and over the seed. Every answer that an end-to-end test gets is also checked against the OpenAPI document.

One rule has no test in \`npm test\`: \`npm start\` works on a bare clone. That is run by hand.`;
