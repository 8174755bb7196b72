import type { ExpressAdapter } from '@nestjs/platform-express';

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

function layersOf(adapter: ExpressAdapter): readonly Layer[] {
  const { router } = adapter.getInstance<{ router: { stack: readonly Layer[] } }>();
  return router.stack;
}

const methodsOf = ({ route }: Layer): string[] => Object.keys(route?.methods ?? {}).map((name) => name.toUpperCase());

/** Method and path of each route, such as `GET /health/live`. Middleware of a route stands beside it. */
export const routeNames = (adapter: ExpressAdapter): string[] => [
  ...new Set(layersOf(adapter).flatMap((layer) => methodsOf(layer).map((method) => `${method} ${layer.route?.path}`))),
];

/** The methods that a path takes. A path with GET also takes HEAD. */
export function methodsAt(adapter: ExpressAdapter, path: string): string[] {
  const routes = layersOf(adapter).filter((layer) => layer.route !== undefined && layer.match(path));
  const methods = routes.flatMap(methodsOf).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...new Set(methods)];
}
