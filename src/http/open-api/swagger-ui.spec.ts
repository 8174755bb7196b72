import type { OpenAPIObject } from '@nestjs/swagger';
import { resolveByPath } from './swagger-ui.js';

it('an operation is resolved within its path and the parts that this refers to, directly or not', () => {
  const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const document = {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: {
      '/a': { post: { responses: { 200: { $ref: '#/components/responses/Ok' } } }, get: refer('Other') },
      '/b': { post: refer('Unneeded') },
    },
    components: {
      schemas: {
        Tree: { properties: { children: { type: 'array', items: refer('Tree') }, name: refer('Name') } },
        Name: { type: 'string' },
        Other: { type: 'number' },
        Unneeded: { type: 'boolean' },
      },
      responses: { Ok: { description: 'Fine.', schema: refer('Tree') }, Bad: { description: 'Not fine.' } },
    },
  } as unknown as OpenAPIObject;
  const given: unknown[] = [];
  const { fn } = resolveByPath({ fn: { resolveSubtree: (...parameters) => given.push(parameters) } });
  fn.resolveSubtree(document, ['paths', '/a', 'post'], { baseDoc: 'x' });
  fn.resolveSubtree(document, ['components', 'schemas', 'Tree'], {});
  const { schemas, responses } = document.components as Record<string, Record<string, unknown>>;
  const { Tree, Name, Other } = schemas ?? {};
  const needed = {
    ...document,
    paths: { '/a': document.paths['/a'] },
    components: { schemas: { Tree, Name, Other }, responses: { Ok: responses?.['Ok'] } },
  };
  expect(given).toEqual([
    [needed, ['paths', '/a', 'post'], { baseDoc: 'x' }],
    [document, ['components', 'schemas', 'Tree'], {}],
  ]);
});
