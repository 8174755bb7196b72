import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { TestApp } from '../support/app.js';
import { startTestApp } from '../support/app.js';
import { loadSeed } from '../support/load-seed.js';

const [preparation = '', ...sections] = readFileSync('docs/recipes.md', 'utf8').split('\n## ');
const RECIPES = sections.map((section) => [section.split('\n')[0] ?? '', section] as const);
/** What identifies a record: the first of these fields that it has. */
const IDS = ['video_id', 'product_id', 'room_id', 'uid', 'id'];

const codeOf = (text: string, language: 'sh' | 'python'): string =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? '';

const hasPython = spawnSync('python3', ['-c', 'import urllib.request']).status === 0;
if (!hasPython) process.stderr.write('There is no Python 3: the recipes in Python are skipped.\n');
const withPython = hasPython ? it : it.skip;

interface Listed {
  readonly [field: string]: unknown;
  readonly children?: readonly Listed[];
}

/** The ids of what is listed, children included. */
const idsIn = (list: readonly Listed[]): string[] =>
  list.flatMap((record) => [
    String(record[IDS.find((name) => record[name] !== undefined) ?? '']),
    ...idsIn(record.children ?? []),
  ]);

describe('docs/recipes.md', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ name: 'recipes', load: loadSeed(0.05) });
  });
  afterAll(() => service?.close());

  const run = async (command: string, parameters: readonly string[]): Promise<string> => {
    const env = { PATH: process.env.PATH, API: service.url, TOKEN: service.token };
    return (await promisify(execFile)(command, [...parameters], { env, maxBuffer: 1e8 })).stdout;
  };
  const shell = async (section: string): Promise<string[]> => {
    const [, , definition = ''] = codeOf(preparation, 'sh').split('\n');
    const answer = JSON.parse(await run('bash', ['-euc', `${definition}\n${codeOf(section, 'sh')}`])) as {
      code: number;
      data: { list: readonly Listed[] };
    };
    expect(answer.code).toBe(0);
    return idsIn(answer.data.list);
  };

  it.each(RECIPES)('curl finds something: %s', async (_, section) => {
    expect((await shell(section)).length).toBeGreaterThan(0);
  });

  withPython.each(RECIPES)('Python prints what curl finds: %s', async (_, section) => {
    const printed = await run('python3', ['-c', `${codeOf(preparation, 'python')}\n${codeOf(section, 'python')}`]);
    const ids = printed.split('\n').map((line) => line.split(' ')[0]);
    const found = await shell(section);
    expect(ids.slice(0, found.length)).toEqual(found);
  });

  it('are eleven, each in both languages', () => {
    expect(RECIPES).toHaveLength(11);
    for (const [, section] of RECIPES) expect([codeOf(section, 'sh'), codeOf(section, 'python')]).not.toContain('');
  });
});
