import fc from 'fast-check';
import type { Answer, ApiClient, ErrorData } from '../../test/support/api-client.js';
import { type Json, reasonsAgainst, resolved } from '../../test/support/judge.js';
import { OPEN_API, requestNameOf } from '../../test/support/open-api.js';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/** Values that some field or other trips over: odd types, edges of numbers, text that means something to somebody. */
const ODD: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1, 1.5, -0.5, 100, 101, 1e12, 999_999_999_999, 1e21, 2 ** 53, Number.MAX_SAFE_INTEGER],
  ...[
    '',
    ' ',
    '0',
    '10',
    'US',
    'UK',
    'us',
    'desc',
    'asc',
    'EN_US',
    '字'.repeat(121),
    '😀'.repeat(120),
    '\ud800',
    '\u0000',
    'a\u001eb\u001f',
  ],
  ...['{"match_all":{}}', '" OR 1=1', '*:*', '../_search', '<script>', '\u202e', 'constructor', '__proto__'],
  ...[[], [[]], [null], [1], ['a', 'b'], {}, { min: 1 }, { min: 2, max: 1 }, { field: 'gmv' }, { toString: 1 }],
];
const NAMES = ['regoin', 'Filter', 'constructor', '__proto__', '', 'min', 'sort', 'hasOwnProperty'];

const odd = (): fc.Arbitrary<unknown> => fc.constantFrom(...ODD);
const mostly = (usual: fc.Arbitrary<unknown>, unusual: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: usual, weight: 12 }, { arbitrary: unusual, weight: 1 });

/** Small numbers, so that bounds meet; now and then the edges of what the schema allows. */
function numberOf({ minimum, maximum, type }: Schema): fc.Arbitrary<unknown> {
  const edges = [minimum, maximum, 0, 1, 7].filter((edge) => edge !== undefined);
  const whole = fc.oneof(
    fc.constantFrom(...edges),
    fc.integer({ min: Math.max(minimum ?? -5, -5), max: Math.min(maximum ?? 60, 60) }),
  );
  return type === 'integer' ? whole : fc.oneof(whole, fc.constantFrom(0.5, 2.25, 99.99, 1_750_000_000));
}

const text = (longest: number): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom('', 'lipstick', '手机', ' phone  case ', 'รองเท้า', '#ootd', '"quoted"', 'a'.repeat(longest)),
    fc.string({ unit: 'grapheme', maxLength: longest }),
    fc.integer({ min: longest - 2, max: longest + 2 }).map((length) => ` ${'😀'.repeat(length)} `),
  );

const PERIODS = [
  '2026-06-30',
  '2024-02-29',
  '2026-02-29',
  '2026-26',
  '2026-W26',
  '2026-53',
  '2025-53',
  '2026-00',
  '2026-06',
  '2026-06-01~2026-06-30',
  '2026-06-30~2026-06-01',
  '2026-04-01~2026-07-02',
];
const period = (): fc.Arbitrary<unknown> =>
  fc.record({
    type: mostly(fc.constantFrom('day', 'week', 'month', 'range'), odd()),
    value: mostly(
      fc.oneof(
        fc.constantFrom(...PERIODS),
        fc
          .tuple(fc.integer({ min: 1990, max: 2040 }), fc.integer({ min: 0, max: 54 }), fc.integer({ min: 0, max: 32 }))
          .chain(([year, week, day]) =>
            fc.constantFrom(
              `${year}-${String(week).padStart(2, '0')}`,
              `${year}-${String(1 + (week % 12)).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
            ),
          ),
      ),
      odd(),
    ),
  });

function valueOf(name: string, schema: Schema): fc.Arbitrary<unknown> {
  if (name === 'date_info') return mostly(period(), odd());
  if (name === 'from' || name === 'to') return fc.constantFrom(...PERIODS, '2025-01', '2026-12', '1990-01', '2027-01');
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = (schema.oneOf ?? schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (choices.length > 0) return fc.oneof(...choices.map((one) => valueOf(name, one)));
  if (schema.properties !== undefined) return objectOf(schema.properties, name === 'filter' ? 4 : 2);
  const [type] = [schema.type ?? []].flat();
  if (type === 'array') {
    const items = fc.array(mostly(valueOf(name, schema.items ?? {}), odd()), { maxLength: 3 });
    return name === 'orderby' || name === 'facets' ? fc.oneof(items, valueOf(name, schema.items ?? {})) : items;
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'string') return text(schema.maxLength ?? 12);
  return numberOf({ ...schema, ...(type !== undefined && { type }) });
}

/** Some of the properties, each mostly as its schema wants it, and now and then one that nobody knows. */
function objectOf(properties: Readonly<Record<string, Schema>>, most: number): fc.Arbitrary<unknown> {
  // Handles and what compares are refused by what is loaded, and by what else is asked: oracles draw them.
  const names = Object.keys(properties).filter((name) => name !== 'unique_id' && name !== 'compare_to');
  return fc
    .tuple(
      fc.subarray(names, { maxLength: Math.min(most, names.length) }),
      fc.oneof({ arbitrary: fc.constant(undefined), weight: 20 }, { arbitrary: fc.constantFrom(...NAMES), weight: 1 }),
    )
    .chain(([chosen, unknown]) =>
      fc
        .tuple(
          ...chosen.map((name) => mostly(valueOf(name, properties[name] as Schema), odd())),
          unknown === undefined ? fc.constant(undefined) : odd(),
        )
        .map((values) => {
          const entries = chosen.map((name, index) => [name, values[index]] as [string, unknown]);
          return Object.fromEntries(unknown === undefined ? entries : [...entries, [unknown, values.at(-1)]]);
        }),
    );
}

/** What must stand beside a field, by the document's rules: without it nearly every such request would be refused. */
function completed(path: string, body: unknown, add: boolean): unknown {
  if (!add || typeof body !== 'object' || body === null) return body;
  const filter = (body as Json).filter;
  if (filter !== undefined && (typeof filter !== 'object' || filter === null || Array.isArray(filter))) return body;
  const given = (filter ?? {}) as Record<string, unknown>;
  const subject = path.startsWith('/category')
    ? { l1_category_id: 10_000 }
    : { [path.startsWith('/product') ? 'product_id' : path.startsWith('/shop') ? 'seller_id' : 'uid']: '7' };
  const needed: Record<string, unknown> = {
    ...(path.endsWith('/peers') && subject),
    ...(path.startsWith('/video') && !path.includes('/rank/') && { create_time_range: { min: 0 } }),
    ...(path.startsWith('/sales') && { uid: '7' }),
    ...(/\/rank\/top|\/peers$/.test(path) && { date_info: { type: 'month', value: '2026-06' } }),
    ...(Object.keys(given).some((name) => /^(price|.*gmv)_range$/.test(name)) && { region: 'GB' }),
  };
  const history = { ...subject, date_type: 'month', from: '2026-01', to: '2026-06' };
  const asked = {
    ...(path.endsWith('/history') && history),
    ...(path.startsWith('/sales') && { by: 'product', from: '2026-06-01', to: '2026-06-30' }),
    ...(path.endsWith('/facets') && { facets: [{ field: 'region' }] }),
    ...body,
  };
  return Object.keys(needed).length === 0 ? asked : { ...asked, filter: { ...needed, ...given } };
}

/** Bodies of an operation, drawn with knowledge of its schema and rules: about half are valid. */
export function requestsOf(path: string): fc.Arbitrary<unknown> {
  const { properties } = resolved(OPEN_API.components.schemas[requestNameOf(OPEN_API.paths[path]?.post ?? {})]) as {
    properties: Readonly<Record<string, Schema>>;
  };
  return fc
    .tuple(mostly(objectOf(properties, 3), odd()), fc.integer({ min: 0, max: 9 }))
    .map(([body, luck]) => completed(path, body, luck > 0));
}

/** Operations with a body, but links, whose request is that of an export. */
export const FUZZED = Object.keys(OPEN_API.paths).filter(
  (path) => OPEN_API.paths[path]?.post !== undefined && path !== '/v1/links',
);

/** Numbers of requests of one operation. */
export interface FuzzCounts {
  sent: number;
  valid: number;
  invalid: number;
}

/**
 * Draws so many requests and holds each answer against the document: what its rules call valid is
 * answered with 200, everything else with 400 and the faults; every answer is as its schema says (the client checks that).
 * @throws Error with the smallest request found that is answered otherwise
 */
export async function fuzz(api: ApiClient, path: string, requests: number, seed: number): Promise<FuzzCounts> {
  const counts: FuzzCounts = { sent: 0, valid: 0, invalid: 0 };
  await fc.assert(
    fc.asyncProperty(requestsOf(path), async (body) => {
      const reasons = reasonsAgainst(path, body);
      const answer = await api.post(path, body);
      counts.sent += 1;
      counts[reasons.length === 0 ? 'valid' : 'invalid'] += 1;
      const fault = disagreement(answer, reasons);
      if (fault !== undefined) throw new Error(`${path} ${JSON.stringify(body)}: ${fault}`);
    }),
    { numRuns: requests, seed, endOnFailure: false },
  );
  return counts;
}

function disagreement({ status, body }: Answer, reasons: readonly string[]): string | undefined {
  if (reasons.length === 0) {
    return status === 200 ? undefined : `valid by the rules, but answered ${status}: ${body.message}`;
  }
  if (status !== 400) return `answered ${status}, but the rules say: ${reasons.join('; ')}`;
  const { errors } = body.data as ErrorData;
  return body.code === 10001 && errors.length > 0 ? undefined : `400 with code ${body.code} and no fault named`;
}
