import type { Response } from 'express';
import { requestScope } from '../../common/request-scope.js';
import type { Deprecation, FieldsClass } from '../../fields/schema.js';
import { fieldsOf } from '../validation/request-field.js';

/** The path of the list of changes. */
export const CHANGELOG_PATH = '/CHANGELOG.md';

/** The days of releases, in Unix seconds. */
const RELEASED: Readonly<Record<string, number>> = {
  '1.0.0': Date.UTC(2026, 10, 25) / 1000,
  '1.1.0': Date.UTC(2026, 11, 1) / 1000,
};

const noted = new WeakMap<object, number>();

/** The moment since which the first deprecated field of a checked request is deprecated; Infinity without one. */
function deprecatedSince(request: object): number {
  let since = noted.get(request);
  if (since === undefined) {
    const used = [...fieldsOf(request.constructor as FieldsClass)].flatMap(([name, { schema, nested }]) => {
      const value: unknown = Reflect.get(request, name);
      if (value === undefined) return [];
      const [release] = (schema.deprecated ?? []) as Deprecation | readonly [];
      const inner = nested === undefined ? [] : ([value].flat() as object[]).map(deprecatedSince);
      return release === undefined ? inner : [RELEASED[release] ?? Infinity];
    });
    since = Math.min(...used, Infinity);
    noted.set(request, since);
  }
  return since;
}

/** Tells the client of a request with a deprecated field since when it is deprecated (RFC 9745), and where changes are. */
export function showDeprecation(response: Response): void {
  const { request } = requestScope();
  const since = request === undefined ? Infinity : deprecatedSince(request);
  if (since === Infinity || response.headersSent) return;
  response.setHeader('Deprecation', `@${since}`);
  response.append('Link', `<${CHANGELOG_PATH}>; rel="deprecation"; type="text/markdown"`);
}
