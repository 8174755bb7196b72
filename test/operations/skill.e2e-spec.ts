import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { testApp } from '../support/app.js';
import { assistantOf } from '../support/assistant.js';
import { OPEN_API } from '../support/open-api.js';
import { type Call, filled } from '../support/questions/scripts.js';
import { seededIndices } from '../support/shared-indices.js';

const SKILL = readFileSync('skills/commerce-analytics/SKILL.md', 'utf8');
const PATH = '/skills/commerce-analytics/SKILL.md';

/** The calls of each playbook and each mistake, under their first lines. */
const scripts = SKILL.split(/^(?=#{2,3} |\d+\. \*\*)/m).flatMap((section): [string, Call[]][] => {
  const calls = [...section.matchAll(/^ *```json\n([\s\S]*?)^ *```$/gm)].map(
    ([, code]) => JSON.parse(code ?? '') as Call,
  );
  return calls.length === 0 ? [] : [[section.split('\n')[0] ?? '', calls]];
});

describe('the skill', () => {
  const service = testApp(() => ({ name: 'skill', indices: seededIndices(), config: { mcp: true } }));
  const assistant = assistantOf(service);

  it('is served to everybody, and found by its index, which has its digest', async () => {
    const answer = await fetch(`${service.url}${PATH}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    const text = await answer.text();
    expect(text).toBe(SKILL);
    const index = await fetch(`${service.url}/.well-known/agent-skills/index.json`);
    const { skills } = (await index.json()) as { skills: Record<string, string>[] };
    const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
    expect(skills).toEqual([
      {
        name: 'commerce-analytics',
        type: 'skill-md',
        description: expect.stringMatching(/^Answers questions about .{40,1000}$/) as unknown,
        url: expect.any(String) as unknown,
        digest,
      },
    ]);
    expect(new URL(skills[0]?.url ?? '', index.url).pathname).toBe(PATH);
  });

  it('has at most 400 lines, ten mistakes, and paths and tools that exist', async () => {
    expect(SKILL.split('\n').length).toBeLessThanOrEqual(400);
    expect(SKILL.match(/^\d+\. \*\*/gm)).toHaveLength(10);
    const paths = [...SKILL.matchAll(/`(?:POST )?(\/\w+\/v1\/[\w/]+)`/g)].map(([, path]) => path);
    expect(paths.length).toBeGreaterThan(8);
    expect(paths.filter((path) => OPEN_API.paths[path ?? ''] === undefined)).toEqual([]);
    const tools = (await assistant.tools()).map(({ name }) => name);
    expect(scripts.flatMap(([, calls]) => calls.flatMap(Object.keys)).filter((tool) => !tools.includes(tool))).toEqual(
      [],
    );
  });

  it.each(scripts)('has calls that answer: %s', async (_, calls) => {
    const answers: unknown[] = [];
    for (const call of calls) {
      const [[tool = '', given = {}] = []] = Object.entries(call);
      const { isError, data } = await assistant.call<object>(tool, filled(given, answers));
      const { list, facets, figures } = data as Partial<Record<'list' | 'facets' | 'figures', unknown[]>>;
      expect([tool, isError, data]).toEqual([tool, false, data]);
      expect([call, (list ?? facets ?? figures ?? []).length > 0]).toEqual([call, true]);
      answers.push(data);
    }
  });
});
