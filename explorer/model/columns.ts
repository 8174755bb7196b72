import { follow, type OpenApi, recordSchema, type Schema } from './open-api.js';
import { valueAt } from './field-text.js';

const KINDS = [
  [/(?:^|\.)(?:cover|avatar|\w+_url)$/, 'text'],
  [/(?:^|[._])(?:uid|id)$/, 'id'],
  [/region$/, 'region'],
  [/usd_gmv_change$/, 'change'],
  [/usd_(?:gmv|price)(?:_per_1000_\w+)?$/, 'usd'],
  [/floor_price$|amount$|uv_value$/, 'price'],
  [/gmv$/, 'money'],
  [/(?:growth|follower_inc)_rate_info\.rate$/, 'growth'],
  [/_rate$|\.rate$|^share$/, 'percent'],
  [/start_time$/, 'start'],
  [/_time$/, 'time'],
  [/duration$/, 'duration'],
] as const;

/**
 * How a figure is written; `price` and `money`, a sum of sales, are in the currency of the row's region. `change` and
 * `growth` are since the period before, `start` is a time with its weekday and minute.
 */
export type ColumnKind = (typeof KINDS)[number][1] | 'number' | 'flag';

export interface Column {
  /** Where it stands in the record: `creator.follower_count`. */
  readonly path: string;
  readonly kind: ColumnKind;
  readonly description: string;
}

/** Fields on request that are columns; of the creator the share alone is a figure. */
const REQUESTED = /^(?:rank_change|largest_creator|(?:follower|creator)_count|(?:period|usd_gmv_per_1000)_\w+)$/;
/** Of rankings. */
const ON_REQUEST = /^(?:rank_change|largest_creator|(?:period|usd_gmv_per_1000)_\w+)$/;

/**
 * Every figure and text of a record, also of the objects in it, each once, in the document's order; lists, pictures and what
 * is answered on request are left out.
 */
export const columnsOf = (document: OpenApi, record: Schema): Column[] => columnsIn(document, record).filter(isOnce);

function columnsIn(document: OpenApi, record: Schema, prefix = ''): Column[] {
  return Object.entries(record.properties ?? {}).flatMap(([name, given]) => {
    const schema = follow(document, given);
    const path = `${prefix}${name}`;
    if (schema.deprecated === true || /(?:cover|avatar|_url|unit|largest_creator\.(?:id|name))$/.test(path)) return [];
    if (schema['x-on-request'] === true && !REQUESTED.test(name)) return [];
    if (schema.properties !== undefined) return columnsIn(document, schema, `${path}.`);
    if (schema.items !== undefined) return [];
    return [{ path, kind: kindOf(path, schema), description: schema.description ?? '' }];
  });
}

/** Records in a row repeat its ids and its region, and rates are there as texts too. */
function isOnce({ path }: Column, at: number, all: readonly Column[]): boolean {
  const parts = path.split('.');
  const last = parts.at(-1) ?? '';
  return !all.some(({ path: other }, place) => {
    const others = other.split('.');
    const isNearer = others.length < parts.length || (others.length === parts.length && place < at);
    const isSameId = /^(?:uid|region|\w+_id)$/.test(last) && others.at(-1) === last;
    return other === `${path}_info.rate` || (isSameId && isNearer);
  });
}

/** The columns of the records that an operation lists. */
export const recordColumns = (document: OpenApi, path: string): Column[] =>
  columnsOf(document, recordSchema(document, path));

/** The columns of the history of one id, the period first. */
export const historyColumns = (document: OpenApi, path: string, isCompared = false): Column[] =>
  recordColumns(document, path)
    .filter(({ kind, path: own }) => kind !== 'id' && !(isCompared ? /^previous\./ : /^previous\.|_change$/).test(own))
    .sort(({ path: one }, { path: other }) => Number(other === 'date_value') - Number(one === 'date_value'));

function kindOf(path: string, { enum: choices, type }: Schema): ColumnKind {
  if (choices?.includes(0) === true && choices.includes(1)) return 'flag';
  const found = KINDS.find(([pattern]) => pattern.test(path))?.[1];
  if (found !== undefined) return found;
  const types = [type ?? []].flat();
  return types.includes('integer') || types.includes('number') ? 'number' : 'text';
}

export const isFigure = (kind: ColumnKind): boolean => !['text', 'id', 'region', 'flag'].includes(kind);

/** The figures that rows of all regions have in one unit. */
export const plainFigures = (columns: readonly Column[]): readonly Column[] =>
  columns.filter(
    ({ path, kind }) =>
      isFigure(kind) && !['price', 'money', 'time', 'start'].includes(kind) && !/(?:rank|_type)$/.test(path),
  );

/** The amount in USD of a column, beside which its amount in the local currency is shown. */
export const localTwin = (path: string): string =>
  path.endsWith('usd_price') ? path.replace('usd_price', 'floor_price') : path.replace('usd_', '');

/** Where records have the region whose currency their amounts are in. */
export const REGION_PATHS = ['region', 'creator_region', 'creator.region', 'product.region', 'shop.region'];

/** Whether a column shows the figure of an order. */
export const isSortedBy = (path: string, field: string): boolean =>
  [field, `${field}_info.rate`, `creator.${field}`].includes(path) ||
  (path === 'publish_time' && field === 'create_time') ||
  (field === 'growth_rate' && path.endsWith('_growth_rate_info.rate'));

/**
 * The fields that a ranking is asked for: all of its record, without those on request that are no column. None where the
 * columns need no request.
 */
export function requestedFields(
  record: Schema,
  columns: readonly string[] = [],
): { readonly fields?: readonly string[] } {
  const own = columns.map((path) => path.split('.')[0] ?? '').filter((name) => ON_REQUEST.test(name));
  const others = Object.keys(record.properties ?? {}).filter((name) => !ON_REQUEST.test(name));
  return own.length === 0 ? {} : { fields: [...others, ...own] };
}

/** The columns of these paths that the record has. */
export const chosenColumns = (columns: readonly Column[], paths: readonly string[]): Column[] =>
  paths.flatMap((path) => columns.find((column) => column.path === path) ?? []);

/**
 * The rank of another of these rows that has the same figure: of the first one, for that itself the next one. Undefined where
 * none of them has.
 * @param main the figure that the rows are ranked by
 */
export function tiedWith(rows: readonly unknown[], row: unknown, main = ''): number | undefined {
  const figure = valueAt(row, main);
  // In the order of this share rows keep their ranks by another figure.
  if (typeof figure !== 'number' || main === 'largest_creator.share') return undefined;
  const rank = valueAt(
    rows.find((other) => other !== row && valueAt(other, main) === figure),
    'rank',
  );
  return typeof rank === 'number' ? rank : undefined;
}
