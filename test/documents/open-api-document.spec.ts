import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { OpenAPIObject } from '@nestjs/swagger';
import { loadConfig } from '../../src/config/config.js';
import { ERROR_TEXTS } from '../../src/common/errors/error-texts.js';
import { describeService } from '../../dev/documents/describe-service.js';
import { resolved } from '../support/judge.js';
import { SUBJECTS } from '../support/oracle/selling.oracle.js';

type Json = Record<string, unknown>;
interface Schema extends Json {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}
interface DocumentedOperation extends Json {
  operationId: string;
  description: string;
  'x-rules': readonly { readonly name: string }[];
  parameters: { name: string; description?: string; schema: { examples?: unknown[] } }[];
  requestBody?: {
    required: boolean;
    content: { 'application/json': { schema: Schema; examples: Record<string, { value: unknown }> } };
  };
  responses: Record<string, { description: string; content?: { 'application/json': { examples?: Json } } }>;
}

const schemasOf = (document: OpenAPIObject) => document.components?.schemas as Record<string, Schema>;

function operationsOf(document: OpenAPIObject): [string, DocumentedOperation][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, DocumentedOperation>).map(
      ([method, operation]): [string, DocumentedOperation] => [`${method.toUpperCase()} ${path}`, operation],
    ),
  );
}

/** Names of the component schemas that a part of the document leads to. */
function reached(document: OpenAPIObject, part: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(part)) part.forEach((item) => reached(document, item, found));
  else if (typeof part === 'object' && part !== null) {
    const [, , kind = '', name = ''] = (part as Schema).$ref?.split('/') ?? [];
    const components = document.components as unknown as Record<string, Json>;
    if (name !== '' && !found.has(name)) {
      if (kind === 'schemas') found.add(name);
      reached(document, components[kind]?.[name] ?? fail(`${name} is none of the ${kind}`), found);
    }
    Object.values(part).forEach((inner) => reached(document, inner, found));
  }
  return found;
}

/** Everything in a part of the document that is an object, with its path. */
function objectsIn(part: unknown, path = ''): [path: string, object: Json][] {
  if (typeof part !== 'object' || part === null) return [];
  const inner = Object.entries(part).flatMap(([key, value]) => objectsIn(value, `${path}/${key}`));
  return Array.isArray(part) ? inner : [[path, part as Json], ...inner];
}

const typesOf = ({ type }: Json): unknown[] => [type].flat();

function fail(message: string): never {
  throw new Error(message);
}

function undescribed(schemas: Record<string, Schema>): string[] {
  const walk = (at: string, { properties = {}, items }: Schema): string[] => [
    ...Object.entries(properties).flatMap(([name, schema]) => [
      ...((schema.description ?? '').length < 3 ? [`${at}.${name}`] : []),
      ...walk(`${at}.${name}`, schema),
    ]),
    ...(items === undefined ? [] : walk(`${at}[]`, items)),
  ];
  return Object.entries(schemas).flatMap(([name, schema]) => walk(name, schema));
}

function shared(document: OpenAPIObject): string[] {
  const operations = operationsOf(document).map(([, operation]) => operation);
  const requests = reached(
    document,
    operations.map(({ requestBody }) => requestBody),
  );
  const responses = reached(
    document,
    operations.map(({ responses }) => responses),
  );
  // Choices are the same on both sides.
  return [...requests].filter((name) => responses.has(name) && schemasOf(document)[name]?.enum === undefined);
}

/** The operations by what they are about. */
const PATHS: Readonly<Record<string, string>> = {
  category: 'history',
  creator: `category export facets history peers rank/periods rank/topEcommerce rank/topEcommerce/export
    rank/topGrowth rank/topGrowth/export search suggest`,
  live: 'export facets search',
  product: 'category export facets history peers search similar suggest',
  sales: 'breakdown breakdown/export',
  shop: 'export history peers search',
  video: 'export facets search',
};
const OPERATIONS = [
  ...['GET /creator/v1/category', 'GET /product/v1/category', 'GET /v1/usage', 'POST /v1/links', 'POST /v1/usage'],
  ...Object.entries(PATHS).flatMap(([of, paths]) => paths.split(/\s+/).map((path) => `POST /${of}/v1/${path}`)),
  ...SUBJECTS.flatMap((subject) => ['', '/export'].map((end) => `POST /${subject}/v1/rank/topSelling${end}`)),
];

describe('the OpenAPI document', () => {
  let document: OpenAPIObject;
  beforeAll(async () => {
    document = await describeService();
  });

  it('is the one that is checked in: `npm run openapi` writes it anew', async () => {
    const checkedIn = await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
    expect(JSON.parse(checkedIn)).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toBe('3.1.0');
    expect(await new Validator().validate(structuredClone(document) as unknown as Json)).toEqual({ valid: true });
    const broken = structuredClone(document) as unknown as { paths: Record<string, Json> };
    broken.paths['/live/v1/search'] = { post: { responses: 'none' } };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it('describes every property', () => {
    expect(undescribed(schemasOf(document))).toEqual([]);
    expect(
      undescribed({ A: { properties: { b: { items: { properties: { c: {} } }, description: 'a list' } } } }),
    ).toEqual(['A.b[].c']);
  });

  it('shares no schema between requests and responses', () => {
    expect(shared(document)).toEqual([]);
    const mixed = structuredClone(document);
    const schema = schemasOf(mixed).VideoSearchRequest ?? fail('no such schema');
    schema.properties = { ...schema.properties, record: { $ref: '#/components/schemas/VideoRecord' } };
    expect(shared(mixed)).toContain('VideoRecord');
  });

  it('has one schema of a row, and says what each row has unless the request names fields', () => {
    const { VideoRecord, VideoCreator, BreakdownRecord, VideoSearchData } = schemasOf(document);
    expect(VideoRecord?.['x-required']).toEqual(Object.keys(VideoRecord?.properties ?? {}));
    expect([VideoRecord?.required, VideoCreator?.required, BreakdownRecord?.required]).toEqual([]);
    expect(BreakdownRecord?.['x-required']).toEqual([
      ...['units_sold', 'usd_gmv', 'gmv', 'currency', 'share', 'average_usd_price', 'sales', 'first_date', 'last_date'],
    ]);
    expect(VideoSearchData?.properties?.list?.items).toEqual({ $ref: '#/components/schemas/VideoRecord' });
    expect(VideoSearchData?.required).toEqual(['total', 'list']);
  });

  it('uses every schema it has', () => {
    const used = reached(document, document.paths);
    expect(Object.keys(schemasOf(document)).filter((name) => !used.has(name))).toEqual([]);
  });

  it('has these operations, of which searches, rankings and breakdowns have pages', () => {
    const operations = operationsOf(document);
    expect(operations.map(([name]) => name).sort()).toEqual([...OPERATIONS].sort());
    const paged = operations.filter(([, { 'x-rules': rules }]) => rules.some(({ name }) => name === 'page_window'));
    expect(paged).toHaveLength(9 + SUBJECTS.length);
  });

  it('documents of every operation a text, the token, the errors with their codes, rules and three examples', () => {
    const operations = operationsOf(document);
    expect(operations).toHaveLength(OPERATIONS.length);
    for (const [name, operation] of operations) {
      const { 304: held, ...responses } = operation.responses;
      expect([name, held !== undefined]).toEqual([name, name.startsWith('GET ')]);
      expect([name, Object.keys(responses)]).toEqual([
        name,
        ['200', '400', '401', '403', '413', '415', '429', '500', '503'],
      ]);
      const codes = Object.values(responses).map(({ description }) => description.match(/\d{5}/g)?.map(Number) ?? [0]);
      expect(codes).toEqual([[0], [10001], [30001], [30001], [10001], [10001], [30002, 30003], [40001], [40001]]);
      expect(operation.security).toEqual([{ bearer: [] }]);
      expect(operation.description).toMatch(/\. (?:Needs a token with the scope|Takes any valid token)/);
      const examples = operation.requestBody
        ? Object.keys(operation.requestBody.content['application/json'].examples)
        : operation.parameters.flatMap(({ schema }) => schema.examples ?? []);
      // There are only two languages to choose from.
      expect([name, examples.length >= (name === 'GET /v1/usage' ? 2 : 3)]).toEqual([name, true]);
    }
  });

  it('documents of exports both content types', () => {
    const exports = operationsOf(document).filter(([name]) => name.endsWith('/export'));
    expect(exports).toHaveLength(8 + SUBJECTS.length);
    for (const [, { responses }] of exports) {
      const { content = {}, headers = {} } = responses[200] as { content?: object; headers?: object };
      expect(Object.keys(content)).toEqual(['application/x-ndjson', 'text/csv', 'application/vnd.apache.parquet']);
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(['X-Total-Count', 'Content-Disposition']));
    }
  });

  it('names only rules that errors have, and fields that requests have', () => {
    const rule = schemasOf(document).ErrorFaultRule;
    const schemas = schemasOf(document);
    const inner = (schema: Schema | undefined, name: string): Schema | undefined => {
      const { $ref, properties, allOf, anyOf } = (schema ?? {}) as Schema & { allOf?: Schema[]; anyOf?: Schema[] };
      if ($ref !== undefined) return inner(schemas[$ref.split('/').at(-1) ?? ''], name);
      return properties?.[name] ?? [...(allOf ?? []), ...(anyOf ?? [])].map((one) => inner(one, name)).find(Boolean);
    };
    const named = operationsOf(document).flatMap(([operation, { requestBody, 'x-rules': rules }]) =>
      (rules as { name: string; fields: string[] }[]).map((one) => ({ operation, requestBody, ...one })),
    );
    expect(named.length).toBeGreaterThan(200);
    expect(named.filter(({ name }) => !(rule?.enum as string[]).includes(name))).toEqual([]);
    expect(named.filter(({ fields }) => new Set(fields).size < fields.length)).toEqual([]);
    const missing = named.flatMap(({ operation, requestBody, fields }) => {
      const body = requestBody?.content['application/json'].schema;
      const isThere = (path: string): boolean =>
        path.split('.').reduce<Schema | undefined>((schema, name) => inner(schema, name), body) !== undefined;
      return fields.flatMap((path) => (body === undefined || isThere(path) ? [] : [`${operation} ${path}`]));
    });
    expect(missing).toEqual([]);
  });

  it('bounds every text and list of requests as they are checked', () => {
    const schemas = schemasOf(document);
    const named = reached(
      document,
      operationsOf(document).map(([, { requestBody }]) => requestBody),
    );
    const unbounded = [...named].flatMap((name) =>
      objectsIn(schemas[name], name).flatMap(([path, schema]) => {
        const isBound = ['enum', 'pattern', 'maxLength', 'maxItems'].some((keyword) => keyword in schema);
        return isBound || !typesOf(schema).some((type) => type === 'string' || type === 'array') ? [] : [path];
      }),
    );
    // Each request has the enum of its own sort fields next to it.
    expect(unbounded).toEqual(['SortItem/properties/field']);
  });

  it('says how periods are written as their check takes them', () => {
    const { BreakdownRequest, HistoryRequest, DayPeriod, WeekPeriod, MonthPeriod, RangePeriod } = schemasOf(document);
    expect(BreakdownRequest?.properties?.from).not.toHaveProperty('format');
    expect(HistoryRequest?.properties?.from).not.toHaveProperty('format');
    const written = [
      '2026-06-01',
      '2026-26',
      '2026-W26',
      '2026-06-01~2026-06-30',
      '20260601',
      '2026',
      '2026-6',
      '',
      'last',
      'last-27d',
      'last-27d~last',
      'last-27',
    ];
    const following = ['last', 'last-27d'];
    const taken = (schema: Schema | undefined) =>
      written.filter((text) => new RegExp(schema?.pattern as string, 'u').test(text));
    expect(taken(BreakdownRequest?.properties?.from)).toEqual([...written.slice(0, 1), ...following]);
    expect(taken(HistoryRequest?.properties?.from)).toEqual([...written.slice(0, 3), ...following]);
    expect([DayPeriod, WeekPeriod, MonthPeriod, RangePeriod].map((period) => taken(period?.properties?.value))).toEqual(
      [
        ['2026-06-01', ...following],
        ['2026-26', '2026-W26', ...following],
        ['2026-26', ...following],
        ['2026-06-01~2026-06-30', 'last-27d~last'],
      ],
    );
  });

  it('says of deprecated fields since when, and the field to use instead', () => {
    const schemas = schemasOf(document);
    const found = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).flatMap(([field, schema]) =>
        schema.deprecated === true
          ? [[`${name}.${field}`, schema['x-deprecated-since'], schema['x-replacement']] as const]
          : [],
      ),
    );
    const ofCreator = ['avatar', 'category', 'nickname', 'region', 'unique_id'];
    const ofGrowth = [...ofCreator, 'follower_count', 'follower_rate', 'video_count'];
    expect(found.map(([at]) => at).sort()).toEqual(
      [
        ...['LiveFilter.follower_range', 'LiveFilter.sold_range', 'LiveFilter.start_time', 'ProductFilter.is_sshop'],
        ...['ProductFilter.shop_type', 'PeriodRecord.creators', 'PeriodRecord.rows', 'VideoRecord.interact_rate'],
        ...ofCreator.map((name) => `TopEcommerceRecord.${name}`),
        ...ofGrowth.map((name) => `TopGrowthRecord.${name}`),
      ].sort(),
    );
    expect(found).toEqual(
      expect.arrayContaining([
        ['ProductFilter.is_sshop', '1.0.0', 'is_fully_managed'],
        ['LiveFilter.start_time', '1.1.0', 'create_time_range'],
        ['TopEcommerceRecord.category', '1.0.0', 'creator.category'],
        ['PeriodRecord.rows', '1.1.0', undefined],
      ]),
    );
    const leadsNowhere = found.filter(([at, , use]) => {
      const names = ((use as string | undefined) ?? at.split('.')[1] ?? '').split('.');
      const end = names.reduce<Schema | undefined>(
        (schema, name) => {
          const { $ref, allOf } = (schema ?? {}) as Schema & { allOf?: Schema[] };
          const target = ($ref ?? allOf?.[0]?.$ref)?.split('/').at(-1);
          return (target === undefined ? schema : schemas[target])?.properties?.[name];
        },
        schemas[at.split('.')[0] ?? ''],
      );
      return end === undefined;
    });
    expect(leadsNowhere).toEqual([]);
  });

  it('leads to Swagger UI by a whole address, and so only where the service knows its own', async () => {
    expect(document.externalDocs).toBeUndefined();
    const published = await describeService(loadConfig({ PUBLIC_URL: 'https://api.example/commerce/' }));
    expect(published.externalDocs?.url).toBe('https://api.example/commerce/docs');
  });

  it('has the version of the package, and marks days and addresses of answers', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(document.info.version).toBe(version);
    const { VideoRecord, BreakdownRecord } = schemasOf(document);
    expect(VideoRecord?.properties?.video_url).toMatchObject({ type: ['string', 'null'], format: 'uri' });
    expect(BreakdownRecord?.properties?.date).toMatchObject({ type: 'string', format: 'date' });
  });

  it('has every rule of errors in words', () => {
    const rules = Object.entries(ERROR_TEXTS).map(([rule, { about }]) => `| \`${rule}\` | ${about} |`);
    expect(document.info.description).toContain(rules.join('\n'));
  });

  it('has each operation as a method of a controller that a search for its id finds', async () => {
    const files = (await readdir('src', { recursive: true })).filter((file) => file.endsWith('.controller.ts'));
    const sources = await Promise.all(files.map((file) => readFile(join('src', file), 'utf8')));
    const methods = sources.join('\n').matchAll(/^ {2}(?:async )?(\w+)\(\s*@(?:Body|QueryOrBody)\(/gm);
    const ids = operationsOf(document).map(([, { operationId }]) => operationId);
    expect([...methods].map(([, name]) => name)).toEqual(expect.arrayContaining(ids));
  });

  it('demands a body where a field of it is required, and nowhere else', () => {
    const posts = operationsOf(document).filter(([name]) => name.startsWith('POST'));
    const needed = ({ requestBody }: DocumentedOperation): boolean => {
      const name = requestBody?.content['application/json'].schema.$ref?.split('/').at(-1) ?? '';
      return 'required' in (schemasOf(document)[name] ?? {});
    };
    const demanding = posts.filter(([, { requestBody }]) => requestBody?.required === true);
    expect(demanding).toEqual(posts.filter(([, operation]) => needed(operation)));
    expect(demanding).toHaveLength(31);
  });

  it('takes null in requests for what is optional, and for nothing else, and no field without a name', () => {
    const takesNull = ({
      type,
      oneOf = [],
      anyOf = [],
    }: Schema & Partial<Record<'oneOf' | 'anyOf', Schema[]>>): boolean =>
      [type].flat().includes('null') || [...oneOf, ...anyOf].some(takesNull);
    const bodies = operationsOf(document).map(([, { requestBody }]) => requestBody);
    let objects = 0;
    for (const name of reached(document, bodies)) {
      const schema = resolved({ $ref: `#/components/schemas/${name}` }) as Schema;
      const { properties, required = [], additionalProperties } = schema as Schema & { required?: string[] };
      if (properties === undefined) continue;
      const nullable = Object.entries(properties).flatMap(([field, inner]) => (takesNull(inner) ? [field] : []));
      const optional = Object.keys(properties).filter((field) => !required.includes(field));
      expect({ name, nullable, additionalProperties }).toEqual({
        name,
        nullable: optional,
        additionalProperties: false,
      });
      objects += 1;
    }
    expect(objects).toBeGreaterThan(90);
  });

  it('has no `default`, for which generated types would demand the field, but says defaults', () => {
    const objects = objectsIn(document.components?.schemas);
    expect(objects.filter(([, object]) => 'default' in object)).toEqual([]);
    expect(schemasOf(document).VideoSearchRequest?.properties).toMatchObject({
      keywords: { 'x-default': '' },
      page: { 'x-default': 1 },
      pagesize: { 'x-default': 10, description: expect.stringContaining('10 when not set') as string },
      lang: { 'x-default': 'EN_US' },
    });
  });

  it('says of every number how wide it is', () => {
    const numbers = [...objectsIn(document.components), ...objectsIn(document.paths)].filter(([, object]) =>
      typesOf(object).some((type) => type === 'integer' || type === 'number'),
    );
    const wanted = (object: Json): unknown[] => (typesOf(object).includes('number') ? ['double'] : ['int32', 'int64']);
    expect(numbers.length).toBeGreaterThan(100);
    expect(numbers.filter(([, object]) => !wanted(object).includes(object.format))).toEqual([]);
    expect(schemasOf(document).ProductRecord?.properties?.total_gmv).toMatchObject({ format: 'int64' });
  });

  it('calls its tokens no JWT', () => {
    expect(document.components?.securitySchemes).toEqual({
      bearer: { type: 'http', scheme: 'bearer', description: expect.stringContaining('npm run -s token') as string },
    });
  });

  it('names every choice, and writes null as a type of a list or next to a name', () => {
    const named = Object.values(schemasOf(document)).filter((schema) => schema.enum !== undefined);
    const unnamed = objectsIn([document.paths, document.components]).filter(
      ([path, object]) =>
        Array.isArray(object.enum) && !path.endsWith('/properties') && !named.includes(object as Schema),
    );
    expect(unnamed.map(([path]) => path)).toEqual([]);
    const { Lang, SortOrder, VideoFacetField, LiveSortField } = schemasOf(document);
    expect([Lang?.enum, SortOrder?.enum]).toEqual([
      ['EN_US', 'ZH_CN'],
      ['desc', 'asc'],
    ]);
    expect([VideoFacetField?.enum, LiveSortField?.enum]).toEqual([
      expect.arrayContaining(['region', 'tags']),
      expect.arrayContaining(['start_time', 'uv_value']),
    ]);
    const nulls = objectsIn(schemasOf(document)).filter(
      ([, { oneOf = [], enum: choices = [] }]) =>
        (oneOf as Schema[]).some(({ type }) => type === 'null') || (choices as unknown[]).includes(null),
    );
    expect(nulls.map(([path]) => path)).toEqual([]);
  });
});
