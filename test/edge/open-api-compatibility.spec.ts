import { readFileSync } from 'node:fs';

type Json = Readonly<Record<string, unknown>>;
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Json;
}

/** The document at a path, with what rows have unless the request names `fields`, which 1.0.0 did not take. */
const read = (path: string): Document =>
  JSON.parse(readFileSync(path, 'utf8').replaceAll('"x-required":', '"required":')) as Document;
const KEPT = read('test/edge/openapi-1.0.0.json');
const CURRENT = read('docs/openapi.json');

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((holder, name) => (isObject(holder) ? holder[name] : undefined), value);

/** A schema with its references and `allOf` merged into it; properties as they stand, so that recursion ends. */
function resolved(document: Document, schema: unknown): Json {
  if (!isObject(schema)) return {};
  const { $ref, allOf = [], ...own } = schema;
  const referred = typeof $ref === 'string' ? at(document, ...$ref.split('/').slice(1)) : undefined;
  const bases = [...(referred === undefined ? [] : [referred]), ...(allOf as unknown[])];
  return [...bases.map((base) => resolved(document, base)), own].reduce<Json>((one, other) => {
    const properties = { ...(one.properties as Json | undefined), ...(other.properties as Json | undefined) };
    return { ...one, ...other, ...(Object.keys(properties).length > 0 && { properties }) };
  }, {});
}

/** The alternatives of a schema, each of one type; a schema without alternatives is its only one. */
function alternatives(document: Document, schema: unknown): Json[] {
  const whole = resolved(document, schema);
  const choices = (whole.anyOf ?? whole.oneOf) as unknown[] | undefined;
  if (choices !== undefined) {
    return choices.flatMap((choice) => alternatives(document, choice));
  }
  const { enum: values, ...others } = whole;
  // An error has its code's type in the answer of all errors.
  const types = [whole.type ?? (values === undefined ? [] : 'integer')].flat();
  return types.map((type) => (type === 'null' ? { ...others, type } : { ...whole, type }));
}

/** An object as one for each value of the property that chooses among alternatives. */
function tagged(document: Document, schema: Json, tag = ''): Json[] {
  const values = resolved(document, at(schema, 'properties', tag)).enum as unknown[] | undefined;
  const having = (value: unknown) => ({ ...(schema.properties as Json), [tag]: { type: 'string', enum: [value] } });
  return values === undefined ? [schema] : values.map((value) => ({ ...schema, properties: having(value) }));
}

interface Side {
  readonly document: Document;
  readonly schema: unknown;
}

const numberOf = (schema: Json, keyword: string, otherwise: number): number =>
  typeof schema[keyword] === 'number' ? schema[keyword] : otherwise;

/** Reasons why a value of the narrow schema may not be one of the wide schema. */
function misfits(narrow: Side, wide: Side, path: string, seen: ReadonlySet<string> = new Set()): string[] {
  const pair = JSON.stringify([narrow.schema, wide.schema]);
  if (seen.has(pair)) return [];
  const known = new Set([...seen, pair]);
  const allowed = alternatives(wide.document, wide.schema);
  const tag = at(resolved(wide.document, wide.schema), 'discriminator', 'propertyName') as string | undefined;
  const objects = alternatives(narrow.document, narrow.schema).flatMap((one) => tagged(narrow.document, one, tag));
  return objects.flatMap((one) => {
    const fitting = allowed.filter(({ type }) => type === one.type || (type === 'number' && one.type === 'integer'));
    if (fitting.length === 0) return [`${path} is of the type ${String(one.type)}`];
    const reasons = fitting.map((other) => misfitsOfType(one, other, narrow.document, wide.document, path, known));
    const ofTag = reasons.filter((some) => !some.includes(`${path}.${tag} has other values`));
    return reasons.find((none) => none.length === 0) ?? ofTag[0] ?? reasons[0] ?? [];
  });
}

function misfitsOfType(
  one: Json,
  other: Json,
  narrow: Document,
  wide: Document,
  path: string,
  seen: ReadonlySet<string>,
): string[] {
  const values = one.enum as unknown[] | undefined;
  const valid = other.enum as unknown[] | undefined;
  const isMissing = (value: unknown): boolean => value !== null && !(valid ?? []).includes(value);
  const bounds = [
    ['minimum', -Infinity, 1],
    ['minItems', 0, 1],
    ['maximum', Infinity, -1],
    ['maxLength', Infinity, -1],
    ['maxItems', Infinity, -1],
  ] as const;
  const properties = (one.properties ?? {}) as Json;
  const known = (other.properties ?? {}) as Json;
  return [
    ...(valid !== undefined && (values === undefined || values.some(isMissing)) ? [`${path} has other values`] : []),
    ...bounds.flatMap(([keyword, none, sign]) =>
      sign * numberOf(one, keyword, none) < sign * numberOf(other, keyword, none)
        ? [`${path} has another ${keyword}`]
        : [],
    ),
    ...(one.type === 'array'
      ? misfits({ document: narrow, schema: one.items }, { document: wide, schema: other.items }, `${path}[]`, seen)
      : []),
    ...((other.required ?? []) as string[]).flatMap((name) =>
      ((one.required ?? []) as string[]).includes(name) ? [] : [`${path}.${name} may be missing`],
    ),
    ...Object.keys(properties).flatMap((name) =>
      name in known
        ? misfits(
            { document: narrow, schema: properties[name] },
            { document: wide, schema: known[name] },
            `${path}.${name}`,
            seen,
          )
        : other.additionalProperties === false
          ? [`${path}.${name} is gone`]
          : [],
    ),
  ];
}

const JSON_SCHEMA = ['content', 'application/json', 'schema'] as const;

/**
 * How a document breaks clients of an older one: an operation or a status that is gone, a request that is no longer
 * valid, an answer that lacks a field or has other values. New operations, fields and optional parameters break nobody.
 */
function breaksOf(older: Document, newer: Document): string[] {
  return Object.entries(older.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, before]) => {
      const name = `${method} ${path}`;
      const now = newer.paths[path]?.[method];
      if (now === undefined) return [`${name} is gone`];
      const [old, current] = [
        { document: older, schema: at(before, 'requestBody', ...JSON_SCHEMA) },
        { document: newer, schema: at(now, 'requestBody', ...JSON_SCHEMA) },
      ];
      const isDemanded = at(now, 'requestBody', 'required') === true && at(before, 'requestBody', 'required') !== true;
      return [
        ...(now.operationId === before.operationId ? [] : [`${name} has another id`]),
        ...(isDemanded ? [`${name} demands a body`] : []),
        ...misfits(old, current, `${name} request`),
        ...Object.entries(before.responses as Json).flatMap(([status, response]) => {
          const answer = resolved(newer, at(now, 'responses', status));
          if (Object.keys(answer).length === 0) return [`${name} ${status} is gone`];
          return missing(
            { document: newer, schema: withCodes(answer) },
            { document: older, schema: at(resolved(older, response), ...JSON_SCHEMA) },
            `${name} ${status}`,
          );
        }),
      ];
    }),
  );
}

/** The schema of an answer; of an error with its codes, which all errors share one schema of. */
const withCodes = (answer: Json): Json => {
  const codes = answer['x-codes'];
  const narrowed = codes === undefined ? {} : { properties: { code: { enum: codes } } };
  return { allOf: [at(answer, ...JSON_SCHEMA), narrowed] };
};

/** Values that may be more than in 1.0.0: rules of errors; rankings and kinds of period, which answer requests that name them. */
const GROWING = /(?:errors\[\]\.rule|list\[\]\.ranking|\/rank\/\w+ 200\.data\.date_type) has other values$/;

/** How an answer departs from the older schema, which takes new fields. */
const missing = (answer: Side, older: Side, path: string): string[] =>
  misfits(answer, { ...older, document: open(older.document) }, path).filter((reason) => !GROWING.test(reason));

/** The document with its objects open to new fields. */
const open = (document: Document): Document =>
  JSON.parse(
    JSON.stringify(document).replaceAll('"additionalProperties":false', '"additionalProperties":true'),
  ) as Document;

/** The current document with other members of the object at a path; undefined removes one. */
function changed(path: readonly string[], members: Json): Document {
  const copy = JSON.parse(JSON.stringify(CURRENT)) as Document;
  Object.assign(at(copy, ...path) as object, members);
  return JSON.parse(JSON.stringify(copy)) as Document;
}

const SEARCH = ['paths', '/live/v1/search', 'post'];
const SCHEMAS = ['components', 'schemas'];

const CHANGES: readonly (readonly [what: string, expected: string, path: readonly string[], members: Json])[] = [
  ['an operation is gone', 'post /live/v1/search is gone', ['paths'], { '/live/v1/search': undefined }],
  ['a status is gone', 'post /live/v1/search 429 is gone', [...SEARCH, 'responses'], { 429: undefined }],
  [
    'a field is demanded',
    'post /live/v1/search request.keywords may be missing',
    [...SCHEMAS, 'LiveSearchRequest'],
    { required: ['keywords'] },
  ],
  [
    'a kind of period is gone',
    'post /creator/v1/rank/topGrowth request.filter.date_info.type has other values',
    [...SCHEMAS, 'DateInfo'],
    { oneOf: ['DayPeriod', 'WeekPeriod'].map((name) => ({ $ref: `#/components/schemas/${name}` })) },
  ],
  [
    'a field of a record is of another type',
    'post /live/v1/search 200.data.list[].room_id is of the type integer',
    [...SCHEMAS, 'LiveRecord', 'properties', 'room_id'],
    { type: 'integer' },
  ],
];

/** Changes for clients of 1.0.0 that the changelog names: rankings are no longer built. */
const DECIDED = ['post /creator/v1/rank/periods 200.data.list[].creators is of the type null'];

describe('the OpenAPI document', () => {
  it('breaks no client of 1.0.0', () => {
    expect(Object.keys(KEPT.paths).length).toBeGreaterThan(15);
    expect(breaksOf(KEPT, CURRENT)).toEqual(DECIDED);
  });

  it.each(CHANGES)('would be found out if %s', (_, expected, path, members) => {
    expect(breaksOf(KEPT, changed(path, members))).toContain(expected);
  });

  it.each(['LiveFilter', 'LiveRecord'])('may have more in %s', (schema) => {
    const more = changed([...SCHEMAS, schema, 'properties'], { novelty: { type: 'string' } });
    expect(breaksOf(KEPT, more)).toEqual(DECIDED);
  });
});
