import { isRare } from '../../src/sales/sale-filters.js';

type Json = Readonly<Record<string, unknown>>;
interface Document {
  readonly paths: Readonly<Record<string, { readonly post?: Operation } | undefined>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}
interface Content {
  readonly content: { readonly 'application/json': { readonly schema: Json } };
}
interface Operation {
  readonly 'x-rules'?: readonly {
    readonly name: string;
    readonly fields: readonly string[];
    readonly limit?: number;
  }[];
  readonly requestBody?: Content;
  readonly responses: { readonly 200: Content };
}

/** The parts of schemas and the rules from which the explorer makes forms and columns (`explorer/model`). */
const KEYWORDS = ['$ref', 'type', 'enum', 'deprecated', 'required'];
const OF_ANSWERS = KEYWORDS.filter((keyword) => keyword !== 'required');
const HOLDERS = ['properties', 'items', 'allOf', 'anyOf', 'oneOf'];
const NOT_READ = /\/(export|peers|links|similar|usage)$/;
/** Operations that no form asks. */
const WITHOUT_FORM = /\/(suggest|periods|category)$/;
const RULES = ['needs', 'required', 'milliseconds', 'page_window'];

/** Fields that no form and no column has, besides rare ones and those of answers that are deprecated or on request. */
const NOT_SHOWN = [
  ...['read_as', 'also', 'code', 'message', 'request_id', 'timestamp', 'own_filter'],
  ...['has_more', 'previous_complete', 'previous_date_value', 'previous_from', 'previous_to', 'time_from', 'time_to'],
  ...['not_needed', 'article', 'sum_series', 'series', 'last'],
  ...['total_now', 'previous_place_limit', 'tied', 'top', 'counted', 'top1_share', 'top3_share', 'hhi', 'note'],
  ...['shop_count', 'largest_product', 'estimated_commission'],
];

/** Fields on request that are columns. */
const REQUESTED = /^(?:rank_change|largest_creator|(?:follower|creator)_count|(?:period|usd_gmv_per_1000)_\w+)$/;

/** Whether no form and no column has a field. @param among the fields of its object */
const isLeftOut = (name: string, among: readonly string[], isAnswer: boolean): boolean =>
  NOT_SHOWN.includes(name) ||
  (isRare(name, among) && !(isAnswer && REQUESTED.test(name))) ||
  (name === 'usd_gmv_per_1000_plays_range' && among.includes('listed_range'));

/** Pictures, addresses and units, which no column shows. */
const WITHOUT_COLUMN = /(?:cover|avatar|_url|unit)$/;

/** Fields of answers that are deprecated, or have no column. */
const isHidden = (name: string, own: Json): boolean =>
  own['deprecated'] === true || WITHOUT_COLUMN.test(name) || (own['x-on-request'] === true && !REQUESTED.test(name));

/** Fields of requests that no form shows. */
const UNTOLD = ['fields', 'page', 'pagesize'];

/** What only programs need: nulls, the list of product categories, other fields to use. The form finds its categories by the other list. */
const FOR_PROGRAMS =
  /\bnull\b|\/product\/v1\/|\/rank\/|\buse [a-z_.]*[_.][a-z_.]*|\bignored\b|_info\b|real ones pass|date_info|\blast-/i;

/** The help of a field: what a person reads about it. */
export function helpIn(description: string): [string, string][] {
  const parts = description.split(/(?<=[.;,])\s+/).filter((part) => !FOR_PROGRAMS.test(part));
  const help = parts.join(' ').replace(/[.;,]$/, '');
  return help === '' ? [] : [['description', help]];
}

/** A schema that may be null as the one that it is otherwise: no form and no column asks whether a field may be null. */
function notNull(schema: Json): Json {
  for (const holder of ['anyOf', 'oneOf']) {
    const { [holder]: choices, ...own } = schema;
    const [only, ...others] = ((choices ?? []) as readonly Json[]).filter(({ type }) => type !== 'null');
    if (only !== undefined && others.length === 0) return { ...only, ...own };
  }
  const { type, ...own } = schema;
  return Array.isArray(type) ? { ...own, type: type.filter((one) => one !== 'null') } : schema;
}

/** Leaves the searches, rankings and lists of a document: their bodies, their answers and the schemas of both. */
export function narrowDocument({ paths, components }: Document): object {
  const kept = new Map<string, unknown>();
  const keep = (given: Json, keywords: readonly string[] = KEYWORDS): object => {
    const schema = notNull(given);
    const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
    if (name !== undefined && !kept.has(name)) {
      kept.set(name, undefined);
      kept.set(name, keep(components.schemas[name] ?? {}, keywords));
    }
    return Object.fromEntries(
      Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
        if (key === 'description') return helpIn(String(value));
        if (keywords.includes(key)) return [[key, value]];
        return HOLDERS.includes(key) ? [[key, keepAll(key, value, keywords)]] : [];
      }),
    );
  };
  const keepAll = (key: string, value: unknown, keywords: readonly string[]): unknown => {
    if (key === 'items') return keep(value as Json, keywords);
    if (Array.isArray(value)) return value.map((schema: Json) => keep(schema, keywords));
    return Object.fromEntries(
      Object.entries(value as Record<string, Json>).flatMap(([name, own]) =>
        isLeftOut(name, Object.keys(value as object), keywords === OF_ANSWERS) ||
        (keywords === OF_ANSWERS && isHidden(name, own))
          ? []
          : [[name, keep(UNTOLD.includes(name) ? { type: own['type'] } : own, keywords)]],
      ),
    );
  };
  const content = (
    { content: { 'application/json': body } }: Content,
    keywords: readonly string[] = KEYWORDS,
  ): object => ({
    content: { 'application/json': { schema: keep(body.schema, keywords) } },
  });
  const operations = Object.entries(paths).flatMap(([path, operation]): [string, object][] => {
    const post = operation?.post;
    if (post === undefined || NOT_READ.test(path)) return [];
    const rules = (post['x-rules'] ?? []).filter(({ name }) => RULES.includes(name));
    const narrowed = {
      'x-rules': rules.map(({ name, fields, limit }) => ({ name, fields, ...(limit !== undefined && { limit }) })),
      ...(post.requestBody && !WITHOUT_FORM.test(path) && { requestBody: content(post.requestBody) }),
      responses: { 200: content(post.responses[200], OF_ANSWERS) },
    };
    return [[path, { post: narrowed }]];
  });
  return { paths: Object.fromEntries(operations), components: { schemas: Object.fromEntries(kept) } };
}

/** The part of the service's OpenAPI document that the explorer reads: less than a third of its bytes. */
export async function explorerDocument(): Promise<object> {
  const { describeUnnamed } = await import('./describe-service.js');
  return narrowDocument((await describeUnnamed()) as unknown as Document);
}
