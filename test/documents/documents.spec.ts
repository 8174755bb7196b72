import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { DOCUMENTS } from './document-code.js';

const read = (file: string): string => readFileSync(file, 'utf8');
const page = read('docs/operating.md');

/** A heading as links name it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

const anchorsOf = (file: string): string[] =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => anchorOf(text));

describe('docs/operating.md', () => {
  it('says of every alert what to do', () => {
    const { groups } = parse(read('ops/alerts.yml')) as { groups: { rules: { alert?: string }[] }[] };
    const alerts = groups.flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? []));
    const [, watch = ''] = page.split('\n## Watch\n');
    const rows = [...watch.matchAll(/^\| <a id="\w+"><\/a>`(\w+)` +\|([^|]+)\|$/gm)];
    const told = rows.flatMap(([, name = '', action = '']) => (action.trim() ? [name] : []));
    expect(told).toEqual(alerts);
  });
});

const WORKFLOWS = readdirSync('.github/workflows').map((name) => join('.github/workflows', name));

describe.each([...DOCUMENTS, 'CHANGELOG.md', 'SECURITY.md', '.github/pull_request_template.md', ...WORKFLOWS])(
  '%s',
  (file) => {
    const text = read(file).replace(/^```[\s\S]*?^```/gm, '');

    it('links to files and headings that are there', () => {
      const broken = [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
        if (/^[a-z]+:/.test(target)) return [];
        const [path = '', anchor] = target.split('#');
        const linked = path === '' ? file : join(dirname(file), path);
        if (!existsSync(linked)) return [target];
        return anchor === undefined || anchorsOf(linked).includes(anchor) ? [] : [target];
      });
      expect(broken).toEqual([]);
    });

    it('names npm commands that there are', () => {
      const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
      const named = [...read(file).matchAll(/npm run (?:-s )?([a-z]+(?:[:-][a-z]+)*)/g)].map(([, name = '']) => name);
      expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
    });
  },
);
