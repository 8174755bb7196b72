import type { OpenAPIObject } from '@nestjs/swagger';

/** A workflow of the Arazzo specification (https://spec.openapis.org/arazzo/v1.0.1.html). */
export interface Workflow {
  readonly workflowId: string;
  readonly summary: string;
  readonly description?: string;
  readonly inputs?: { readonly type: 'object'; readonly properties: Readonly<Record<string, { description: string }>> };
  readonly steps: readonly Step[];
}

interface Step {
  readonly stepId: string;
  readonly operationId: string;
  readonly requestBody: { readonly contentType: 'application/json'; readonly payload: unknown };
  readonly successCriteria: readonly object[];
  readonly outputs: Readonly<Record<string, string>>;
}

const BLOCK = /```(\w+)\n([\s\S]*?)```/g;
/** `ask PATH 'BODY'` of a recipe; a body in double quotes holds variables. */
const REQUEST = /ask (\/\S+) (?:'([^']*)'|"((?:[^"\\]|\\.)*)")/g;
const VARIABLE = /"\$([A-Z]+)"|\$\(\((([A-Z]+)[^)]*)\)\)/g;

/**
 * Makes an Arazzo document of the recipes in Markdown. Each request of a shell example is a step; variables of the shell
 * are inputs of the workflow, because Arazzo can neither filter a list nor calculate.
 */
export function toArazzo(
  markdown: string,
  { info, paths }: OpenAPIObject,
): { readonly workflows: readonly Workflow[] } {
  const sections = markdown.split('\n## ').slice(1);
  return {
    ...{ arazzo: '1.0.1', info: { title: 'Recipes', version: info.version } },
    ...{ sourceDescriptions: [{ name: 'api', url: './openapi.json', type: 'openapi' }] },
    workflows: sections.flatMap((section) => workflowOf(section, (path) => paths[path]?.post?.operationId ?? path)),
  };
}

function workflowOf(section: string, operationIdOf: (path: string) => string): Workflow[] {
  const [heading = '', ...lines] = section.split('\n');
  const text = lines.join('\n');
  const shell = [...text.matchAll(BLOCK)].find(([, language]) => language === 'sh')?.[2] ?? '';
  const requests = [...shell.matchAll(REQUEST)];
  if (requests.length === 0) return [];
  const properties: Record<string, { description: string }> = {};
  const steps = requests.map(([, path = '', plain, quoted = ''], at): Step => {
    const body = (plain ?? quoted.replaceAll('\\"', '"')).replace(VARIABLE, (_, name, expression, inner) => {
      const input = String(name ?? inner).toLowerCase();
      properties[input] = { description: `${String(expression ?? name)}, from the answer of the step before` };
      return `"$inputs.${input}"`;
    });
    return {
      ...{ stepId: `step-${at + 1}`, operationId: operationIdOf(path) },
      requestBody: { contentType: 'application/json', payload: JSON.parse(body) as unknown },
      ...{ successCriteria: [{ condition: '$statusCode == 200' }], outputs: { data: '$response.body#/data' } },
    };
  });
  const summary = heading.replace(/^\d+\. /, '');
  const description = text
    .replace(BLOCK, '')
    .replace(/\n{2,}/g, '\n\n')
    .trim();
  return [
    {
      workflowId: summary
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/-$/, ''),
      summary,
      ...(description !== '' && { description }),
      ...(Object.keys(properties).length > 0 && { inputs: { type: 'object', properties } }),
      steps,
    },
  ];
}
