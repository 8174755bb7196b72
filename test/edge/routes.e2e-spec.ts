import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SCOPES } from '../../src/common/access-token.js';
import { Public, RequiresScope } from '../../src/common/route-metadata.js';
import { testApp, type TestApp } from '../support/app.js';
import { expectError } from '../support/api-client.js';
import { OPEN_API } from '../support/open-api.js';
import { UnmarkedController } from '../support/probe.controller.js';
import { emptyIndices } from '../support/shared-indices.js';

export interface Route {
  readonly path: string;
  readonly method: string;
  readonly controller: Type;
  readonly handler: (...args: never[]) => unknown;
}

export const routesOf = (app: NestExpressApplication): readonly Route[] =>
  [...app.get(ModulesContainer).values()]
    .flatMap((module) => [...module.controllers.values()])
    .flatMap(({ metatype }) => (metatype ? routesIn(metatype as Type) : []));

function routesIn(controller: Type): Route[] {
  const prefix = (Reflect.getMetadata(PATH_METADATA, controller) as string | undefined) ?? '';
  const prototype = controller.prototype as Record<string, Route['handler']>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    if (handler === undefined) return [];
    const paths = [Reflect.getMetadata(PATH_METADATA, handler) as string | string[] | undefined].flat();
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
    return paths.flatMap((path) =>
      path === undefined ? [] : { path: normalise(`/${prefix}/${path}`), method, controller, handler },
    );
  });
}

const normalise = (path: string): string => path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');

const markOf = (mark: string, { handler, controller }: Route): unknown =>
  (Reflect.getMetadata(mark, handler) as unknown) ?? Reflect.getMetadata(mark, controller);

const unguarded = (routes: readonly Route[]): string[] =>
  routes
    .filter(
      (route) =>
        markOf(Public.KEY, route) !== true &&
        ![markOf(RequiresScope.KEY, route)].flat().every((mark) => [...SCOPES, 'any'].some((scope) => scope === mark)),
    )
    .map(({ method, path }) => `${method} ${path}`);

interface ExpressRouter {
  readonly stack: readonly {
    readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  }[];
}

/** What Express itself would answer, however it came to be registered. */
function expressRoutes(service: TestApp): string[] {
  const { router } = service.app.getHttpAdapter().getInstance() as { router: ExpressRouter };
  return router.stack.flatMap(({ route }) =>
    route ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`) : [],
  );
}

const PROTECTED_RESOURCE = ['', '/mcp'].map((path) => `/.well-known/oauth-protected-resource${path}`);
const SKILL = [
  '/.well-known/agent-skills/index.json',
  ...['.zip', '/*path'].map((end) => `/skills/commerce-analytics${end}`),
];
const DOCUMENTATION = /^GET \/(?:docs(?:\/.*)?|openapi\.json|llms\.txt)$/;

describe('routes', () => {
  let routes: readonly Route[];
  const service = testApp(() => ({ name: 'routes', indices: emptyIndices() }));
  beforeAll(async () => {
    routes = routesOf(service.app);
  });

  it('are the operations of the document, and beside them the page, health, metrics and /mcp', () => {
    const operations = Object.entries(OPEN_API.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const others = [
      '/',
      ...PROTECTED_RESOURCE,
      ...SKILL,
      '/explore',
      '/explore/:file',
      '/explore/contact',
      '/health/live',
      '/health/ready',
      '/metrics',
      '/.well-known/api-catalog',
      '/.well-known/security.txt',
      '/CHANGELOG.md',
      '/v1/links/:token/:file',
    ];
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [...operations, ...others.map((path) => `GET ${path}`), 'POST /mcp'].sort(),
    );
  });

  it('are all guarded by a scope or marked public', () => {
    expect(unguarded(routes)).toEqual([]);
  });

  it('are public only where nothing of the data is shown', () => {
    const open = routes.filter((route) => markOf(Public.KEY, route) === true).map(({ path }) => path);
    expect(open.filter((path) => path !== '/' && !path.startsWith('/explore')).sort()).toEqual([
      SKILL[0],
      '/.well-known/api-catalog',
      ...PROTECTED_RESOURCE,
      '/.well-known/security.txt',
      '/CHANGELOG.md',
      '/health/live',
      '/health/ready',
      '/mcp',
      '/metrics',
      ...SKILL.slice(1),
    ]);
  });

  it('are all there is: Express serves nothing else but the documentation', () => {
    const known = new Set(routes.map(({ method, path }) => `${method} ${path}`));
    const served = expressRoutes(service);
    expect(served.filter((route) => !known.has(route) && !DOCUMENTATION.test(route))).toEqual([]);
    expect(served).toEqual(expect.arrayContaining([...known]));
  });

  it.each(['/video/v1/search', '/creator/v1/category', '/product/v1/category'])(
    'refuse a request without a token: %s',
    async (path) => {
      expectError(await service.api.withToken().post(path), 401, 30001);
    },
  );
});

describe('a route without a mark', () => {
  const service = testApp(() => ({ name: 'unmarked', indices: emptyIndices(), controllers: [UnmarkedController] }));

  it('is found by the walk over the routes', () => {
    expect(unguarded(routesOf(service.app))).toEqual(['POST /unmarked/route']);
  });

  it('opens to nobody, not even to a token of every scope', async () => {
    expectError(await service.api.withToken().post('/unmarked/route'), 401, 30001);
    expectError(await service.api.post('/unmarked/route'), 403, 30001);
  });
});
