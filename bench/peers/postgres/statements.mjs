import { ECOMMERCE_TYPES } from '../../../dist/modules/src/operations/rankings/top-ecommerce/top-ecommerce.fields.js';
import { periodKey, RANKINGS, SEARCHES } from './tables.mjs';

/** One statement a page, `{text, values}`: its `total`, and in `list` the JSON of its records. */

/** The placeholders of a statement. */
class Values {
  all = [];

  add(value, type) {
    this.all.push(value);
    return `$${this.all.length}::${type}`;
  }
}

const limits = ({ page = 1, pagesize = 10 }, values) =>
  `limit ${values.add(pagesize, 'bigint')} offset ${values.add((page - 1) * pagesize, 'bigint')}`;

const where = (conditions) => (conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`);

/** What the filters ask: a value to equal, one of several, or a range to lie in, of which null never is part. */
function conditionsOf({ filters, columns }, filter, values) {
  return Object.entries(filter)
    .filter(([name]) => name in filters)
    .flatMap(([name, value]) => conditionsOn(filters[name], columns[filters[name]] ?? 'bigint', value, values));
}

function conditionsOn(column, type, value, values) {
  if (type === 'boolean') return [`${column} = ${values.add(Boolean(value), type)}`];
  if (type.endsWith('[]')) return [`${column} @> ${values.add([value], type)}`];
  if (Array.isArray(value)) return [`${column} = any(${values.add(value, `${type}[]`)})`];
  if (typeof value !== 'object') return [`${column} = ${values.add(value, type)}`];
  const isWhole = type !== 'double precision';
  const { min, max } = value;
  return [
    ...(min === undefined ? [] : [`${column} >= ${values.add(isWhole ? Math.ceil(min) : min, type)}`]),
    ...(max === undefined ? [] : [`${column} <= ${values.add(isWhole ? Math.floor(max) : max, type)}`]),
  ];
}

const isLive = (operation) => operation === 'live';

/** Live streams are not counted: whether one more follows the page is all that their answer says. */
const countOf = (operation, from, { page = 1, pagesize = 10 }, values) =>
  isLive(operation)
    ? `(select count(*) from (select ${from} limit ${values.add(page * pagesize + 1, 'bigint')}) first)`
    : `(select count(*) ${from})`;

const recordsOf = (table, ids) =>
  `(select string_agg((select record from ${table}_records where id = page.id), ',') from (${ids}) page)`;

/**
 * A page of a search.
 * @param tsquery what the words have to match; undefined without keywords
 */
export function searchStatement(operation, request, tsquery) {
  const search = SEARCHES[operation];
  const { filter = {}, orderby = [] } = request;
  const values = new Values();
  const conditions = conditionsOf(search, filter, values);
  const sorts = orderby.length > 0 ? orderby.map(({ field }) => search.sorts[field]) : [search.main];
  const order = [...sorts.map((sort) => `${sort} desc nulls last`), 'id'];
  if (tsquery !== undefined) return wordsStatement(search, request, { tsquery, conditions, sorts, order, values });
  const from = `from ${search.table}${where(conditions)}`;
  const total = countOf(operation, from, request, values);
  const ids = `select id ${from} order by ${order.join(', ')} ${limits(request, values)}`;
  return { text: `select ${total} as total, ${recordsOf(search.table, ids)} as list`, values: values.all };
}

/** Of normalizations by length, this one comes nearest to the order of the API. */
const BY_LOG_OF_LENGTH = 1;

/** Records that match the words are looked up once, then counted and ordered: relevance has to see each of them. */
function wordsStatement({ table }, request, { tsquery, conditions, sorts, order, values }) {
  const query = `to_tsquery('words', ${values.add(tsquery, 'text')})`;
  const byRelevance = (request.orderby ?? []).length === 0;
  const columns = [
    'id',
    ...sorts,
    ...(byRelevance ? [`ts_rank(words, ${query}, ${BY_LOG_OF_LENGTH}) as relevance`] : []),
  ];
  const found = `select ${columns.join(', ')} from ${table}${where([`words @@ ${query}`, ...conditions])}`;
  const sorted = [...(byRelevance ? ['relevance desc'] : []), ...order].join(', ');
  const ids = `select id from found order by ${sorted} ${limits(request, values)}`;
  return {
    text: `with found as materialized (${found}) select (select count(*) from found) as total, ${recordsOf(table, ids)} as list`,
    values: values.all,
  };
}

/** A page of a ranking; each record says its place. */
export function rankingStatement(ranking, { filter, page, pagesize }) {
  const { table, list, ...rows } = RANKINGS[ranking];
  const values = new Values();
  const { sort, keeps } = ranking === 'topEcommerce' ? ECOMMERCE_TYPES[filter.ecommerce_type ?? 'all'] : rows.sorts[0];
  const conditions = [`period = ${values.add(periodKey(filter.date_info), 'text')}`];
  if ('product_category_id' in list) {
    conditions.push(`product_category_id = ${values.add(filter.product_category_id ?? 0, 'integer')}`);
  }
  if (keeps !== undefined) conditions.push(keeps);
  conditions.push(...conditionsOf(rows, filter, values));
  const from = `from ${table}${where(conditions)}`;
  const ids = `select id, row_number() over (order by ${sort} desc, uid) as place ${from} order by ${sort} desc, uid`;
  const record = `(select record from ${table}_records where id = page.id) || ',"rank":' || place || '}'`;
  const records = `(select string_agg(${record}, ',') from (${ids} ${limits({ page, pagesize }, values)}) page)`;
  return { text: `select (select count(*) ${from}) as total, ${records} as list`, values: values.all };
}

/** A word that stands in fewer records may be a slip, */
export const KNOWN_FROM = 3;
/** and is taken for what is spelt nearly so: the more often it stands there and the fewer letters differ, the likelier. */
const LEAST_LIKELY = { relevance: 0.1, orderby: 0.25 };
const MOST_READINGS = 6;
const SECOND_EDIT = 0.1;
const OTHER_FIRST_LETTER = 0.5;

/** So many letters may differ; sorted by a figure, a far-fetched hit may come first. */
const editsIn = ({ length }, hasOrderby) => (hasOrderby ? 1 + (length >= 8) - (length < 4) : 1 + (length >= 6));

/** Rare words, in how many records they stand, and what they are taken for: rows of `{word, records, as}`. */
export function readingsStatement(operation, words, hasOrderby) {
  const known = `${SEARCHES[operation].table}_words`;
  const least = hasOrderby ? LEAST_LIKELY.orderby : LEAST_LIKELY.relevance;
  const text = `
    select asked.word, coalesce(own.records, 0) as records, array(
      select word from (
        select word, weight, max(weight) over () as best from (
          select near.word, sqrt(records) * power(${SECOND_EDIT}, levenshtein(near.word, folded) - 1)
            * (case when left(near.word, 1) = left(folded, 1) then 1 else ${OTHER_FIRST_LETTER} end) as weight
          from ${known} near
          where near.word % folded and near.word !~ '\\d' and near.records > coalesce(own.records, 0)
            and levenshtein_less_equal(near.word, folded, edits) between 1 and edits
        ) weighed order by weight desc, word limit ${MOST_READINGS}
      ) likeliest where weight >= ${least} * best order by weight desc, word
    ) as as
    from (select word, edits, unaccent(word) as folded from unnest($1::text[], $2::integer[]) given (word, edits)) asked
    left join ${known} own on own.word = folded
    where coalesce(own.records, 0) < ${KNOWN_FROM}`;
  return { text, values: [words, words.map((word) => editsIn(word, hasOrderby))] };
}
