import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { parse } from 'yaml';
import { REGIONS, regionName } from '../../src/common/regions.js';
import { execute } from '../../tools/testing/python-package.js';
import { OPEN_API } from '../support/open-api.js';
import { type Answered, type Call, filled, rowsOf, SCRIPTS } from '../support/questions/scripts.js';
import { skillAnswers } from '../support/questions/skill-answers.js';
import { type StartedQuestions, startQuestions } from '../support/questions/start-questions.js';
import type { Row } from '../support/questions/question-world.js';

const FOLDER = 'skills/commerce-analytics';
const NAMES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
const FILES = Object.fromEntries(NAMES.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]));
const SKILL = FILES['SKILL.md'] ?? '';

/** The calls of each section, playbook and mistake, under their first lines. */
const scripts = Object.values(FILES)
  .flatMap((text) => text.split(/^(?=#{2,3} |\d+\. \*\*)/m))
  .flatMap((section): [string, Call[]][] => {
    const calls = [...section.matchAll(/^ *```json\n([\s\S]*?)^ *```$/gm)].map(
      ([, code]) => JSON.parse(code ?? '') as Call,
    );
    return calls.length === 0 ? [] : [[section.split('\n')[0] ?? '', calls]];
  });

/** The operation of a call, as the table of the skill has it. */
function pathOf(tool: string, of = ''): string {
  const kind = of.replace(/s$/, '');
  if (tool === 'rank') {
    const [, subject = 'creator'] = /^(\w+)TopSelling$/.exec(of) ?? [];
    return `/${subject}/v1/rank/${of.endsWith('TopSelling') ? 'topSelling' : of}`;
  }
  const [, searched] = /^search_(\w+)s$/.exec(tool) ?? [];
  if (searched !== undefined) return `/${searched}/v1/search`;
  const paths: Readonly<Record<string, string>> = {
    find_ids: `/${kind}/v1/suggest`,
    history: `/${of}/v1/history`,
    break_down_sales: '/sales/v1/breakdown',
    compare_with_peers: `/${of}/v1/peers`,
    count_by_facet: `/${kind}/v1/facets`,
  };
  return paths[tool] ?? '';
}

/** The arguments as the operation takes them, by what the skill says of names. */
function bodyOf(path: string, given: Row): object {
  const isByVideo = /^\/(?:video|live)\/|topEcommerce/.test(path);
  const text = JSON.stringify({ ...given, of: undefined });
  return JSON.parse(isByVideo ? text : text.replaceAll('"product_category_id"', '"l1_category_id"')) as object;
}

/** Figures of a row: those of tools and operations have the same names. */
const figuresOf = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => typeof value === 'number' && !name.endsWith('_id')));

describe('the skill', () => {
  let questions: StartedQuestions;
  let expected: Readonly<Record<string, readonly object[]>>;
  beforeAll(async () => {
    questions = await startQuestions('skill');
    await questions.assistant.tools();
    const hours = SCRIPTS.findIndex(({ question }) => question.startsWith('At which hours of which weekdays'));
    expected = { ...skillAnswers(questions.world), 'When live streams': questions.expected[hours] ?? [] };
  });
  afterAll(() => questions?.close());

  it('is served to everybody, file by file and as the archive that its index leads to', async () => {
    expect(NAMES.map((name) => name.replace('references/', '')).sort()).toEqual([
      ...['SKILL.md', 'glossary.md', 'periods.md', 'playbooks.md', 'regions.md'],
    ]);
    const { url } = questions.service;
    for (const [name, text] of Object.entries(FILES)) {
      const answer = await fetch(`${url}/${FOLDER}/${name}`);
      const read = [answer.status, answer.headers.get('content-type'), await answer.text()];
      expect(read).toEqual([200, 'text/markdown; charset=utf-8', text]);
    }
    for (const name of ['references/', 'references/..%2f..%2f..%2fpackage.json', 'references/tags.md', '../SKILL.md'])
      expect((await fetch(`${url}/${FOLDER}/${name}`)).status).toBe(404);
    const index = await fetch(`${url}/.well-known/agent-skills/index.json`);
    expect(index.headers.get('content-type')).toMatch('application/json');
    const { $schema, skills } = (await index.json()) as { $schema: string; skills: Record<string, string>[] };
    expect($schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json');
    const { name, description = '' } = parse(SKILL.split(/^---$/m)[1] ?? '') as Record<string, string>;
    expect([name, description.length > 100, description.length <= 1024]).toEqual(['commerce-analytics', true, true]);
    const archive = await fetch(new URL(skills[0]?.url ?? '', index.url));
    expect(archive.headers.get('content-type')).toBe('application/zip');
    const bytes = new Uint8Array(await archive.arrayBuffer());
    const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    expect(skills).toEqual([{ name, type: 'archive', description, url: expect.any(String) as unknown, digest }]);
    const unzipped = Object.entries(unzipSync(bytes)).map(([path, content]) => [path, strFromU8(content)]);
    expect(Object.fromEntries(unzipped)).toEqual(FILES);
  });

  it('has at most 400 lines, ten mistakes, and links, paths and tools that exist', async () => {
    expect(SKILL.split('\n').length).toBeLessThanOrEqual(400);
    expect(SKILL.match(/^\d+\. \*\*/gm)).toHaveLength(10);
    const links = [...SKILL.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    expect(links.sort()).toEqual(NAMES.filter((name) => name !== 'SKILL.md').sort());
    const paths = [...SKILL.matchAll(/`(?:POST )?(\/\w+\/v1\/[\w/]+)`/g)].map(([, path]) => path);
    expect(paths.length).toBeGreaterThan(8);
    expect(paths.filter((path) => OPEN_API.paths[path ?? ''] === undefined)).toEqual([]);
    const tools = await questions.assistant.tools();
    const told = [...SKILL.matchAll(/^\| `(\w+)` +\| `POST/gm)].map(([, tool]) => tool ?? '');
    expect(tools.map(({ name }) => name).filter((name) => !told.includes(name))).toEqual(
      ['videos', 'lives', 'creators', 'shops'].map((kind) => `search_${kind}`),
    );
    expect(scripts.flatMap(([, calls]) => calls.flatMap(Object.keys)).filter((tool) => !told.includes(tool))).toEqual([
      'search_videos',
    ]);
  });

  it('names for each ranking filters that it takes, and all regions', async () => {
    const [, table = ''] = SKILL.split('## What a ranking takes');
    const rows = [...table.matchAll(/^\| (`\w+TopSelling`.*?|`top\w+`) +\|[^|]+\| (.+?) +\|$/gm)];
    expect(rows).toHaveLength(6);
    const names = (text = '') => [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    for (const [, rankings, filters] of rows)
      for (const of of names(rankings)) {
        const date_info = { type: 'week', value: 'last' };
        const { data } = await questions.assistant.call('rank', { of, filter: { date_info, no_such_filter: 1 } });
        const { valid } = (data as { errors: { valid: string[] }[] }).errors[0] ?? { valid: [] };
        const told = names(filters).filter(
          (name) => !['video', 'live', 'region', 'room_id', 'video_id'].includes(name),
        );
        expect([of, told.filter((name) => !valid.includes(name))]).toEqual([of, []]);
        if (/^video|^live/.test(of)) expect(valid).toContain(of.startsWith('video') ? 'video_id' : 'room_id');
      }
    const regions = [...(FILES['references/regions.md'] ?? '').matchAll(/^\| (\w\w) +\| (.+?) +\| (\w{3}) +\|$/gm)];
    expect(regions.map(([, ...cells]) => cells)).toEqual(
      Object.entries(REGIONS).map(([code, { currency }]) => [code, regionName(code, 'EN_US'), currency]),
    );
  });

  it('has periods that are taken, each complete', async () => {
    const periods = [...SKILL.matchAll(/`(\{"type": "\w+", "value": "[^"]+"\})`/g)].map(([, code = '']) => code);
    expect(periods).toHaveLength(8);
    for (const period of periods) {
      const date_info = JSON.parse(period) as object;
      const { isError, data } = await questions.assistant.call('rank', {
        ...{ of: 'categoryTopSelling', filter: { date_info } },
      });
      expect([period, isError, data]).toMatchObject([period, false, { complete: true }]);
    }
  });

  it.each(scripts)('has calls that answer what is true, also by HTTP: %s', async (title, calls) => {
    const answers: Answered[] = [];
    for (const call of calls) {
      const [[tool = '', given = {}] = []] = Object.entries(call);
      const input = filled(given, answers) as Row;
      const { isError, data } = await questions.assistant.call<Answered>(tool, input);
      expect([tool, isError, data]).toEqual([tool, false, data]);
      answers.push(data);
      const path = pathOf(tool, input.of as string);
      const { body } = await questions.service.api.post<Answered>(path, bodyOf(path, input));
      const rows = rowsOf(data);
      expect(rows.length).toBeGreaterThan(0);
      expect(rowsOf(body.data).slice(0, rows.length)).toEqual(
        rows.map((row) => expect.objectContaining(figuresOf(row)) as unknown),
      );
    }
    const [, rows = []] = Object.entries(expected).find(([part]) => title.includes(part)) ?? [];
    expect(rows.length).toBeGreaterThan(0);
    const answered = rowsOf(answers.at(-1) ?? {}).slice(0, rows.length);
    expect(answered).toEqual(rows.map((row) => expect.objectContaining(row) as unknown));
  });

  it('shows the same call for curl', async () => {
    const [, curl = ''] = /```sh\n(curl [\s\S]*?)\n```/.exec(SKILL) ?? [];
    const env = {
      PATH: process.env.PATH,
      COMMERCE_ANALYTICS_URL: questions.service.url,
      COMMERCE_ANALYTICS_TOKEN: questions.service.token,
    };
    const { stdout } = await execute('bash', ['--norc', '-euo', 'pipefail', '-c', curl], { env });
    const { data } = JSON.parse(stdout) as { data: Answered };
    const rows = expected['How to call it'] ?? [];
    expect(rowsOf(data)).toEqual(rows.map((row) => expect.objectContaining(row) as unknown));
  });
});
