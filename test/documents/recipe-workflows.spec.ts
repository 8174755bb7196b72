import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { toArazzo, type Workflow } from '../../dev/documents/recipe-workflows.js';
import { undocumentedInRequest } from '../support/open-api.js';

const read = (file: string): string => readFileSync(`docs/${file}`, 'utf8');
const document = JSON.parse(read('openapi.json')) as OpenAPIObject;
const recipes = read('recipes.md');
const { workflows } = JSON.parse(read('recipes.arazzo.json')) as { readonly workflows: readonly Workflow[] };
const pathOf = (operationId: string): string | undefined =>
  Object.keys(document.paths).find((path) => document.paths[path]?.post?.operationId === operationId);
/** Values for the inputs of workflows. */
const INPUTS: Readonly<Record<string, unknown>> = { week: '2026-26', newest: 1782259200 };

describe('docs/recipes.arazzo.json', () => {
  it('is made of the recipes: npm run openapi writes it anew', () => {
    expect(JSON.parse(read('recipes.arazzo.json'))).toEqual(toArazzo(recipes, document));
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
