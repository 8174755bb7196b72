import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { parse } from 'yaml';
import { toArazzo, type Workflow } from '../../dev/documents/recipe-workflows.js';
import { withErrors, withFacets, withOperations } from '../../dev/documents/tables.js';
import { ErrorCode } from '../../src/http/answer/failure-answers.js';
import { OPEN_API, undocumentedInRequest } from '../support/open-api.js';
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
const OTHERS = ['CHANGELOG.md', 'SECURITY.md', 'dev/README.md', 'lab/README.md', '.github/pull_request_template.md'];

describe.each([...DOCUMENTS, ...OTHERS, ...WORKFLOWS])('%s', (file) => {
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
});

const apiPage = read('docs/api.md');

/** Rows of a section's first table, cells apart, without head and rule. */
function tableOf(section: string): string[][] {
  const [, text = ''] = apiPage.split(`\n## ${section}\n`);
  const lines = text.split('\n## ')[0]?.split('\n') ?? [];
  const first = lines.findIndex((line) => line.startsWith('|'));
  const after = lines.findIndex((line, at) => at > first && !line.startsWith('|'));
  const rows = first === -1 ? [] : lines.slice(first, after === -1 ? undefined : after);
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('docs/api.md', () => {
  it('lists every code with every status it comes with', () => {
    const told = tableOf('Envelope').map(([code, status]) => `${code} ${status}`);
    const documented = Object.values(OPEN_API.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ responses }) =>
        Object.entries(responses).flatMap(([status, { description }]) =>
          // 304 has no envelope.
          (status === '304' ? [] : (description.match(/\d{5}/g) ?? ['0'])).map((code) => `${code} ${status}`),
        ),
      ),
    );
    expect([...new Set([...documented, '10001 405', '20001 404', '20001 410'])].sort()).toEqual([...told].sort());
    const codes = new Set(told.map((row) => row.split(' ')[0]));
    expect([...codes].sort()).toEqual(['0', ...Object.values(ErrorCode).map(String)].sort());
  });

  it('has the table of errors that `npm run settings` writes', () => {
    expect(apiPage).toBe(withErrors(apiPage));
    expect(apiPage).toMatch(/^\| `page_window` +\| `page \* pagesize` above the operation's limit +\| `limit` +\|$/m);
  });

  it('lists the facets that the filters declare: `npm run openapi` writes them anew', async () => {
    expect(apiPage).toBe(await withFacets(apiPage));
    expect(apiPage).toMatch(/^\| videos .*`is_ecommerce`.*\| `create_time_range` +\| .*`play_count_range`/m);
  });

  it('lists every operation with its scope, what it requires and its window: `npm run openapi` writes them anew', async () => {
    expect(apiPage).toBe(await withOperations(apiPage, OPEN_API));
    expect(apiPage).toMatch(
      /^\| `POST \/shop\/v1\/history` +\| ranking +\| `date_type`, `from`, `to`, `seller_id` +\| +\|$/m,
    );
    expect(apiPage).toMatch(/^\| `POST \/live\/v1\/export` +\| live, export +\| +\| +\|$/m);
    expect(apiPage).toMatch(/^\| `GET \/v1\/usage` +\| any +\| +\| +\|$/m);
    expect(apiPage).toMatch(/^\| `POST \/shop\/v1\/search` +\| product +\| +\| 1000 +\|$/m);
  });
});

const document = JSON.parse(read('docs/openapi.json')) as OpenAPIObject;
const recipes = read('docs/recipes.md');
const { workflows } = JSON.parse(read('docs/recipes.arazzo.json')) as { readonly workflows: readonly Workflow[] };
const pathOf = (operationId: string): string | undefined =>
  Object.keys(document.paths).find((path) => document.paths[path]?.post?.operationId === operationId);
/** Values for the inputs of workflows. */
const INPUTS: Readonly<Record<string, unknown>> = { week: '2026-26', newest: 1782259200 };

describe('docs/recipes.arazzo.json', () => {
  it('is made of the recipes: npm run openapi writes it anew', () => {
    expect(JSON.parse(read('docs/recipes.arazzo.json'))).toEqual(toArazzo(recipes, document));
  });

  it('has a workflow for every recipe and a step for every request', () => {
    const titles = [...recipes.matchAll(/^## \d+\. (.+)$/gm)].map(([, title]) => title);
    expect(workflows.map(({ summary }) => summary)).toEqual(titles);
    const ids = workflows.map(({ workflowId }) => workflowId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9-]+$/);
    expect(workflows.flatMap(({ steps }) => steps)).toHaveLength(recipes.match(/ask \/\S+ ['"]\{/g)?.length ?? 0);
  });

  const steps = workflows.flatMap(({ workflowId, inputs, steps }) =>
    steps.map((step) => ({ title: `${workflowId} ${step.stepId}`, inputs, ...step })),
  );
  it.each(steps)('$title is a request of the OpenAPI document', ({ operationId, requestBody, inputs }) => {
    const payload = JSON.stringify(requestBody.payload).replace(/"\$inputs\.(\w+)"/g, (_, name: string) => {
      expect(Object.keys(inputs?.properties ?? {})).toContain(name);
      return JSON.stringify(INPUTS[name]);
    });
    expect(undocumentedInRequest(pathOf(operationId) ?? operationId, JSON.parse(payload))).toEqual([]);
  });

  it('would show a step that the document does not have', () => {
    const [wrong] = toArazzo(
      '\n## 1. Which?\n\n```sh\nask /video/v1/search \'{"colour":1}\'\n```\n',
      document,
    ).workflows;
    const [step] = wrong?.steps ?? [];
    expect(undocumentedInRequest(pathOf(step?.operationId ?? '') ?? '', step?.requestBody.payload)).not.toEqual([]);
  });
});
