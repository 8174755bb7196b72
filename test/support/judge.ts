import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { FORMATS, OPEN_API } from './open-api.js';

export type Json = Readonly<Record<string, unknown>>;

interface Rule {
  readonly name: string;
  readonly fields: readonly string[];
  readonly limit?: number;
}

interface Judged {
  readonly validate: ValidateFunction;
  readonly rules: readonly Rule[];
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((holder, name) => (isObject(holder) ? holder[name] : undefined), value);
const isSet = (body: Json, path: string): boolean => (at(body, path) ?? null) !== null;

const facetsOf = (facets: unknown): readonly Json[] =>
  Array.isArray(facets) ? facets.map((item) => item as Json) : [];

/** The fields that a request is ordered by. */
const orderOf = ({ orderby }: Json): readonly string[] =>
  Array.isArray(orderby) ? orderby.map((item) => String((item as Json).field)) : [];

/** The filters of amounts: they need one that fixes their currency. */
const amountsIn = (all: readonly Rule[]): readonly string[] =>
  all.flatMap(({ name, fields: [field = ''] }) => (name === 'needs' ? [field] : []));

/**
 * Whether a request keeps each of the document's `x-rules`.
 */
const RULES: Readonly<Record<string, (body: Json, rule: Rule, all: readonly Rule[]) => boolean>> = {
  page_window: ({ page, pagesize }, { limit = 0 }) => Number(page ?? 1) * Number(pagesize ?? 10) <= limit,
  max_length: ({ keywords }, { limit = 0 }) => typeof keywords !== 'string' || [...keywords.trim()].length <= limit,
  duplicate: ({ orderby }) => {
    const fields = (Array.isArray(orderby) ? orderby : []).map((item) => (item as Json).field);
    return new Set(fields).size === fields.length;
  },
  empty: (body, { fields }) =>
    fields.every(
      (field) =>
        !isSet(body, field) ||
        (field.endsWith('.not')
          ? Object.values(at(body, field) as Json).some((one) => (one ?? null) !== null)
          : ['min', 'max', 'last'].some((one) => isSet(body, `${field}.${one}`))),
    ),
  min_above_max: (body, { fields }) =>
    fields.every((field) => {
      const [min, max] = [at(body, `${field}.min`) ?? null, at(body, `${field}.max`) ?? null];
      if (min === null || max === null) return true;
      return typeof min === 'string' && typeof max === 'string' ? min <= max : Number(min) <= Number(max);
    }),
  milliseconds: (body, { fields }) =>
    fields.every((field) => ['min', 'max'].every((end) => Number(at(body, `${field}.${end}`) ?? 0) < 1e12)),
  needs: (body, { fields: [field = '', ...needed] }, all) =>
    needed.some((other) => isSet(body, other)) ||
    (field === 'facets'
      ? facetsOf(body.facets).every((item) => !amountsIn(all).includes(`filter.${String(item.field)}`))
      : field === 'measure'
        ? body.measure !== 'gmv'
        : !isSet(body, field)),
  required: (body, { fields: [field = '', ...others] }) =>
    isSet(body, field) ||
    (others[0] === 'level'
      ? field !== `l${(body.level ?? 1) as number}_category_id`
      : others.some((other) => isSet(body, other))),
  needs_an_id: (body, { fields: [, by = '', ...ids] }) =>
    ids.some((field) => isSet(body, field)) || [body[by]].flat().every((key) => SHORT.includes(String(key))),
  one_of: (body, { fields: [name = '', ...others] }) => {
    const keys = [body.by].flat();
    if (name === 'by') return new Set(keys).size === keys.length && keys.filter(isPeriodName).length < 2;
    if (name === 'compare')
      return (
        ![false, 0].includes(body.compare as number) ||
        (!isSet(body, 'compare_to') && !orderOf(body).includes('usd_gmv_change'))
      );
    return others[0] === 'by'
      ? [1, null].includes((body[name] ?? null) as number | null) || keys.includes('category')
      : others.every((id) => !isSet(body, id) || id <= `l${(body[name] ?? 1) as number}_category_id`);
  },
  by_alone: ({ by, filter, ...body }) => {
    const ordered = orderOf(body);
    const ranges = Object.entries((filter ?? {}) as Json).flatMap(([name, range]) =>
      (range ?? null) === null ? [] : [name.replace(/_range$/, '')],
    );
    const keys = [by].flat().map(String);
    return [...ordered, ...ranges].every((name) =>
      name === 'follower_count'
        ? keys.join() === 'creator'
        : !OF_CONVERSION.test(name) || ['creator', 'product', 'shop'].includes(keys.join()),
    );
  },
  pages_only: ({ by, fields }) =>
    [(fields as unknown[] | null | undefined) ?? []]
      .flat()
      .map(String)
      .every(
        (path) =>
          !/^(?:largest_product|largest_creator|estimated_commission)/.test(path) &&
          ((by ?? null) === null || !/^(?:creator|product|shop|video|live)_count$/.test(path)),
      ),
  pair: ({ cross }) => (cross ?? null) === null || new Set([cross].flat()).size === 2,
  handle: (body, { fields }) =>
    fields.every((field) =>
      [at(body, field)].flat().every((id) => typeof id !== 'string' || !id.trim().startsWith('@')),
    ),
  max: ({ limit }) => Number(limit ?? 1) <= 1_000_000,
  period: (body, { fields: [field = '', ...others], limit = 0 }) => {
    if (others.length === 0 && !isSet(body, field)) return true;
    if (others.length === 0) return isPeriod(at(body, `${field}.type`), at(body, `${field}.value`));
    const { date_type = 'day', from, to } = body;
    if (field === 'compare_to') {
      const { type = 'range' } = (at(body, others[0] ?? '') ?? {}) as Json;
      const { compare_to = null } = body;
      const days = String(compare_to).includes('~') || type === 'range' ? (daysIn(compare_to) ?? Infinity) : 0;
      return compare_to === null || (days > 0 ? days <= limit : isPeriod(type, compare_to));
    }
    if (!isSet(body, 'from') && !isSet(body, 'to')) return true;
    if (!isPeriod(date_type, from) || !isPeriod(date_type, to)) return false;
    const canonical = (value: unknown): string => String(value).replace('W', '');
    return (
      canonical(from) <= canonical(to) && periodsBetween(String(date_type), canonical(from), canonical(to)) <= limit
    );
  },
  csv_alone: ({ excel, format }) => ![true, 1].includes(excel as number) || format === 'csv',
  orderby_by_type: ({ orderby, filter }) => {
    const type = (filter as Json | undefined)?.ecommerce_type ?? null;
    const figures = type === 1 ? ['video_usd_gmv'] : type === 2 ? ['live_usd_gmv'] : ['creator_usd_gmv', 'usd_gmv'];
    const fields = (Array.isArray(orderby) ? orderby : []).map((item) => String((item as Json).field));
    const changes = ['usd_gmv_change', 'growth_rate', 'rank_change'];
    if (fields.includes('largest_creator.share')) return fields.length === 1;
    return fields.every(
      (field) =>
        [...figures, 'units_sold', 'average_usd_price', ...changes].includes(field) || OF_CONVERSION.test(field),
    );
  },
  not_a_time: ({ facets }, _, all) => {
    const times = all.flatMap(({ name, fields }) => (name === 'milliseconds' ? fields : []));
    return facetsOf(facets).every(
      ({ field, interval }) => (interval ?? null) === null || times.includes(`filter.${String(field)}`),
    );
  },
  alone: (body, { fields: [field = '', ...others] }) =>
    field === 'top'
      ? !isSet(body, field) ||
        facetsOf(body.facets).every(({ own_filter }) => ![false, 0].includes(own_filter as number))
      : others.length > 0
        ? !isSet(body, field) || !others.some((one) => isSet(body, one))
        : !isSet(body, `${field}.last`) || !['min', 'max'].some((end) => isSet(body, `${field}.${end}`)),
  channel_alone: (body, { fields: [channel = '', other = ''] }) => !isSet(body, channel) || !isSet(body, other),
  id: (body, { fields }) =>
    fields.every((field) => {
      const given = at(body, field) ?? [];
      return (Array.isArray(given) ? given : [given]).every(
        (id) => typeof id !== 'number' || /^-?\d+$/.test(String(id)),
      );
    }),
};
const SHORT = [
  ...['category', 'channel', 'day', 'week', 'month', 'region', 'follower_tier', 'price_band'],
  ...['creator_category', 'account_type', 'is_ad', 'duration', 'product_age', 'tag'],
];
/** Figures by what was published in the period. */
const OF_CONVERSION = /^(?:period_(?:videos|plays|lives|viewers)|usd_gmv_per_1000_(?:plays|viewers))$/;
const isPeriodName = (key: unknown): boolean => ['day', 'week', 'month'].includes(String(key));
const MS_PER_DAY = 86_400_000;

/** How many days a range has; undefined when it is none. */
function daysIn(range: unknown): number | undefined {
  const [from = '', to = '', ...more] = String(range).split('~');
  const isRange = more.length === 0 && isPeriod('day', from) && isPeriod('day', to) && from <= to;
  return isRange ? periodsBetween('day', from, to) : undefined;
}

/** Whether the calendar has such a day, ISO 8601 week or month, found by walking the days of its year. */
function isPeriod(type: unknown, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (/^last(-\d{1,4}d)?$/.test(value)) return type !== 'range';
  if (type === 'range') {
    const [from = '', to = '', ...more] = value.split('~');
    if (more.length > 0 || !isPeriod('day', from) || !isPeriod('day', to)) return false;
    return from <= to && periodsBetween('day', from, to) <= 92;
  }
  if (type === 'month') return /^\d{4}-(0[1-9]|1[0-2])$/.test(value);
  if (type === 'day') {
    const days = daysOf(Number(value.slice(0, 4)));
    return /^\d{4}-\d{2}-\d{2}$/.test(value) && days.some((day) => day.toISOString().slice(0, 10) === value);
  }
  const [, year, week] = /^(\d{4})-W?(\d{2})$/.exec(value) ?? [];
  const thursdays = daysOf(Number(year)).filter((day) => day.getUTCDay() === 4).length;
  return week !== undefined && Number(week) >= 1 && Number(week) <= thursdays;
}

/** How many periods of a type there are from one to another, counted without walking them. */
function periodsBetween(type: string, from: string, to: string): number {
  if (type === 'month') {
    const monthOf = (value: string): number => 12 * Number(value.slice(0, 4)) + Number(value.slice(5));
    return monthOf(to) - monthOf(from) + 1;
  }
  if (type === 'day') return (Date.parse(to) - Date.parse(from)) / MS_PER_DAY + 1;
  const thursdayOf = (value: string): number =>
    Number(daysOf(Number(value.slice(0, 4))).filter((day) => day.getUTCDay() === 4)[Number(value.slice(5)) - 1]);
  return Math.round((thursdayOf(to) - thursdayOf(from)) / (7 * MS_PER_DAY)) + 1;
}

function daysOf(year: number): Date[] {
  const days: Date[] = [];
  for (let day = new Date(Date.UTC(year, 0, 1)); day.getUTCFullYear() === year;) {
    days.push(day);
    day = new Date(day.getTime() + MS_PER_DAY);
  }
  return days;
}

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });
const judged = new Map<string, Judged>();

function judgeOf(path: string): Judged {
  const known = judged.get(path);
  if (known !== undefined) return known;
  const operation = OPEN_API.paths[path]?.post as unknown as {
    requestBody: { content: { 'application/json': { schema: object } } };
    'x-rules': Rule[];
  };
  const rules = operation['x-rules'];
  const unheard = rules.filter(({ name }) => !(name in RULES));
  if (unheard.length > 0) throw new Error(`No judge knows the rule ${unheard.map(({ name }) => name).join(', ')}.`);
  const schema = closed(resolved(operation.requestBody.content['application/json'].schema));
  const judge = { validate: ajv.compile(schema as object), rules };
  judged.set(path, judge);
  return judge;
}

/** The schema with its references put in place and its `allOf` merged. */
export function resolved(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(resolved);
  if (!isObject(schema)) return schema;
  const { $ref, allOf = [], ...rest } = schema;
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolved(value)]));
  const parts = (allOf as unknown[]).map((part) => resolved(part) as Json).reduce(merged, own);
  if (typeof $ref !== 'string') return parts;
  return merged(resolved(OPEN_API.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)]) as Json, parts);
}

/** What two schemas say together: of each property the later one says all. */
function merged(one: Json, other: Json): Json {
  const properties = { ...(one.properties as Json | undefined), ...(other.properties as Json | undefined) };
  return { ...one, ...other, ...(Object.keys(properties).length > 0 && { properties }) };
}

/** The rule `unknown`: no object takes what it does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return isObject(schema.properties) ? { ...inner, additionalProperties: false } : inner;
}

/** What the rules say of values before the schema is asked: keywords are trimmed, a single item is a list of one. */
function normalized(body: Json): Json {
  const { keywords, orderby, facets } = body;
  return {
    ...body,
    ...(isObject(orderby) && { orderby: [orderby] }),
    ...(isObject(facets) && { facets: [facets] }),
    ...(typeof keywords === 'string' && { keywords: keywords.trim() }),
  };
}

/** Why the document says that a request is not valid: the schema's reasons, then those of the rules; empty when it is. */
export function reasonsAgainst(path: string, body: unknown): string[] {
  if (body !== null && !isObject(body)) return ['not an object'];
  const { validate, rules } = judgeOf(path);
  const given = normalized(body ?? {});
  if (!validate(given)) {
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }
  return rules.filter((rule) => RULES[rule.name]?.(given, rule, rules) === false).map(({ name }) => name);
}
