import { join } from 'node:path';
import {
  CommerceClient,
  daysOfPeriod,
  periodOf,
  secondsOfDays,
  shiftPeriod,
  unixSeconds,
} from '../../clients/typescript/src/index.js';
import { PROJECT_DIR } from '../../src/config/project-dir.js';
import { execute, findClientEnvironment } from '../../tools/testing/python-package.js';
import { testApp } from '../support/app.js';
import { dereferenced, EXAMPLES, OPEN_API } from '../support/open-api.js';
import { seededIndices } from '../support/shared-indices.js';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of requests that helpers have values for, by what they take. */
const KINDS = ['TimeRange', 'DateInfo', 'DayRange', 'days', 'periods'] as const;
type Kind = (typeof KINDS)[number];

interface HelperCase {
  readonly operation: string;
  readonly kind: Kind;
  /** The field, of the filter where `isFilter`; empty for `from` and `to`. */
  readonly field: string;
  readonly isFilter: boolean;
  readonly request: Fields;
}

/** The schema that a field refers to, whether it may be null or not. */
const referred = (schema: unknown): string => /"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(schema))?.[1] ?? '';
const fieldsOf = (schema: object | undefined): Fields =>
  dereferenced((schema ?? {}) as { properties?: Fields }).properties ?? {};

const CASES: readonly HelperCase[] = Object.entries(OPEN_API.paths).flatMap(([path, { post }]) => {
  const schema = post?.requestBody?.content['application/json'].schema;
  const base = EXAMPLES.find((example) => example.path === path && example.method === 'POST')?.value;
  if (schema === undefined || base === undefined) return [];
  const own = fieldsOf('anyOf' in schema ? schema.anyOf[0] : schema);
  const filter = fieldsOf(OPEN_API.components.schemas[referred(own['filter'])]);
  const kindOf = (one: unknown): Kind | undefined => KINDS.find((kind) => kind === referred(one));
  const operation = post?.operationId ?? '';
  const { from, to } = base;
  const rest = Object.fromEntries(Object.entries(base).filter(([name]) => !['from', 'to', 'format'].includes(name)));
  const named = (fields: Fields, isFilter: boolean): HelperCase[] =>
    Object.entries(fields).flatMap(([field, one]) => {
      const kind = kindOf(one);
      // `from` and `to` of a breakdown give way to its period.
      const whole = from === undefined || (kind === 'DateInfo' && !isFilter) ? rest : { ...rest, from, to };
      return kind === undefined ? [] : [{ operation, kind, field, isFilter, request: whole }];
    });
  const spans = 'from' in own ? [{ operation, field: '', isFilter: false, request: rest }] : [];
  return [
    ...[...named(own, false), ...named(filter, true)],
    ...spans.map((one) => ({ ...one, kind: 'date_type' in own ? ('periods' as const) : ('days' as const) })),
  ];
});

function requestOf({ request, field, isFilter }: HelperCase, value: object): Fields {
  if (field === '') return { ...request, ...value };
  return isFilter
    ? { ...request, filter: { ...(request['filter'] as Fields | undefined), [field]: value } }
    : { ...request, [field]: value };
}

const environment = await findClientEnvironment();
const withPython = environment === undefined ? it.skip : it;

describe('values of the helpers of clients', () => {
  const service = testApp(() => ({ name: 'helper-values', indices: seededIndices() }));

  it('are for many fields of many operations', () => {
    expect(new Set(CASES.map(({ kind }) => kind))).toEqual(new Set(KINDS));
    expect(CASES.length).toBeGreaterThan(40);
    expect(new Set(CASES.map(({ operation }) => operation)).size).toBeGreaterThan(30);
  });

  it('are taken by every operation in TypeScript', async () => {
    const client = new CommerceClient({ baseUrl: service.url, token: service.token });
    const month = periodOf('month', '2026-06-30');
    const last = await client.lastCompletePeriod('topEcommerce', 'week');
    const june = daysOfPeriod(month);
    const values: Readonly<Record<Kind, readonly object[]>> = {
      TimeRange: [
        secondsOfDays('2026-06-01', '2026-06-30'),
        { min: unixSeconds('2026-06-01'), max: unixSeconds(new Date('2026-06-30')) },
      ],
      DateInfo: [month, periodOf('week', new Date('2026-06-24')), shiftPeriod(month, -1), last ?? {}],
      DayRange: [{ min: june.from, max: june.to }],
      days: [june],
      periods: [{ date_type: month.type, from: shiftPeriod(month, -2).value, to: month.value }],
    };
    for (const one of CASES) {
      for (const value of values[one.kind]) {
        const answer = client[one.operation as 'searchProducts'](requestOf(one, value));
        const rows = answer as unknown as AsyncIterable<object>;
        const taken = Symbol.asyncIterator in answer ? rows[Symbol.asyncIterator]().next() : answer;
        expect([one.operation, value, await taken.catch(String)]).toEqual([
          ...[one.operation, value],
          expect.any(Object) as unknown,
        ]);
      }
    }
  });

  withPython('are taken by every operation in Python, dates among them', async () => {
    const script = join(PROJECT_DIR, 'test', 'support', 'send-helper-values.py');
    const env = {
      ...{ PATH: process.env.PATH, PYTHONPATH: join(PROJECT_DIR, 'clients', 'python', 'src') },
      ...{ COMMERCE_ANALYTICS_URL: service.url, COMMERCE_ANALYTICS_TOKEN: service.token },
    };
    const cases = CASES.map((one) => ({
      ...one,
      method: one.operation.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`),
    }));
    const { stdout } = await execute(join(environment as string, 'python'), [script, JSON.stringify(cases)], { env });
    const { sent, refused } = JSON.parse(stdout) as { sent: number; refused: unknown[] };
    expect(refused).toEqual([]);
    expect(sent).toBeGreaterThan(2 * CASES.length);
  });
});
