import { LIVE_FILTERS, LIVE_SORTS } from '../../../dist/modules/src/operations/live/live.fields.js';
import { PRODUCT_FILTERS, PRODUCT_SORTS } from '../../../dist/modules/src/operations/product/product.fields.js';
import {
  ECOMMERCE_TYPES,
  TOP_ECOMMERCE_FILTERS,
} from '../../../dist/modules/src/operations/rankings/top-ecommerce/top-ecommerce.fields.js';
import {
  TOP_GROWTH_FILTERS,
  TOP_GROWTH_SORT,
} from '../../../dist/modules/src/operations/rankings/top-growth/top-growth.fields.js';
import { VIDEO_FILTERS, VIDEO_SORTS } from '../../../dist/modules/src/operations/video/video.fields.js';

/**
 * The tables of searches: columns are named as the fields of the API's documents, `id` is the record's own id. `window`
 * is the column of the time range that nearly every request has, `selective` are columns with an order of their own.
 */
export const SEARCHES = {
  video: {
    table: 'videos',
    columns: {
      region: 'text',
      is_ecommerce: 'boolean',
      publish_time: 'bigint',
      creator_category_id: 'integer',
      product_category_ids: 'integer[]',
      follower_count: 'bigint',
      play_count: 'bigint',
      digg_count: 'bigint',
      units_sold: 'bigint',
      interact_rate: 'double precision',
    },
    filters: VIDEO_FILTERS,
    sorts: VIDEO_SORTS,
    main: 'play_count',
    window: 'publish_time',
    selective: ['creator_category_id'],
  },
  product: {
    table: 'products',
    columns: {
      region: 'text',
      l1_category_id: 'integer',
      l2_category_id: 'integer',
      l3_category_id: 'integer',
      seller_id: 'bigint',
      commission_rate: 'double precision',
      creator_order_rate: 'double precision',
      floor_price: 'double precision',
      creator_count: 'bigint',
      total_units_sold: 'bigint',
      total_gmv: 'bigint',
      day7_units_sold: 'bigint',
      day7_gmv: 'bigint',
      launch_time: 'bigint',
      off_shelves: 'smallint',
      promotion_channel: 'smallint',
      shop_type: 'smallint',
      is_sshop: 'boolean',
      is_cross_border: 'boolean',
      is_fully_managed: 'boolean',
      is_new_listed: 'boolean',
      is_free_shipping: 'boolean',
      is_local_warehouse: 'boolean',
      is_top_selling: 'boolean',
    },
    filters: { ...PRODUCT_FILTERS, product_id: 'id' },
    sorts: PRODUCT_SORTS,
    main: 'day7_units_sold',
    window: 'launch_time',
    selective: ['l1_category_id', 'l2_category_id', 'l3_category_id', 'seller_id'],
  },
  live: {
    table: 'lives',
    columns: {
      region: 'text',
      live_type: 'smallint',
      creator_category_id: 'integer',
      product_category_ids: 'integer[]',
      start_time: 'bigint',
      follower_count: 'bigint',
      total_viewer_count: 'bigint',
      total_units_sold: 'bigint',
      total_gmv: 'double precision',
    },
    filters: LIVE_FILTERS,
    sorts: LIVE_SORTS,
    main: 'start_time',
    window: 'start_time',
    selective: ['creator_category_id'],
  },
};

/** The tables of rankings, of all periods; `product_category_id` is 0 for all categories together. */
export const RANKINGS = {
  topEcommerce: {
    table: 'top_ecommerce',
    list: { period: 'text', product_category_id: 'integer' },
    columns: {
      region: 'text',
      creator_category_id: 'integer',
      account_type: 'smallint',
      has_video_sales: 'boolean',
      has_live_sales: 'boolean',
      creator_usd_gmv: 'double precision',
      video_usd_gmv: 'double precision',
      live_usd_gmv: 'double precision',
    },
    filters: TOP_ECOMMERCE_FILTERS,
    sorts: Object.values(ECOMMERCE_TYPES),
  },
  topGrowth: {
    table: 'top_growth',
    list: { period: 'text' },
    columns: { region: 'text', creator_category_id: 'integer', follower_inc_count: 'bigint' },
    filters: TOP_GROWTH_FILTERS,
    sorts: [{ sort: TOP_GROWTH_SORT }],
  },
};

/** What a period's rows are found by. */
export const periodKey = ({ type, value }) => `${type} ${value}`;

export const searchOf = (kind) => Object.values(SEARCHES).find(({ table }) => table === kind);

/** `simple` words without accents, and the extensions that find words spelt nearly like another. */
export const TEXT_SEARCH = `
  create extension unaccent;
  create extension pg_trgm;
  create extension fuzzystrmatch;
  create text search configuration words (copy = simple);
  alter text search configuration words
    alter mapping for asciiword, word, numword, numhword, asciihword, hword, hword_part, hword_asciipart, hword_numpart
    with unaccent, simple;`;

const columnList = (columns) =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');

const createCopied = (table, columns) =>
  `create unlogged table ${table}_copied (${columnList({ id: 'bigint', ...columns, record: 'text' })})`;

/**
 * The tables that requests read, made in one go, which writes no log. Records are kept apart: what is filtered and sorted
 * stays narrow, and a page reads only the records that it shows. Both lie in the order that most pages are read in, as
 * the API's indices keep them.
 */
const createTables = (table, values, order) => [
  `create table ${table} as select ${['id', ...values].join(', ')} from ${table}_copied order by ${order}`,
  `create table ${table}_records as select id, record from ${table}_copied order by ${order}`,
  `drop table ${table}_copied`,
];

const createKeys = (table) => [
  `alter table ${table} add primary key (id)`,
  `alter table ${table}_records add primary key (id)`,
];

export const copiedSearch = ({ table, columns }) => createCopied(table, { ...columns, title: 'text', others: 'text' });

/** The title's words weigh more than those of names and categories. */
export function createSearch({ table, columns, main }) {
  const words = `setweight(to_tsvector('words', title), 'A') || setweight(to_tsvector('words', others), 'B') as words`;
  return [
    ...createTables(table, [...Object.keys(columns), words], `${main} desc nulls last, id`),
    `create table ${table}_words as select word, ndoc as records from ts_stat('select words from ${table}')`,
  ];
}

const rankingColumns = ({ list, columns }) => ({ ...list, uid: 'bigint', ...columns });

export const copiedRanking = (ranking) => createCopied(ranking.table, rankingColumns(ranking));

export function createRanking({ table, sorts, ...ranking }) {
  const { sort } = sorts.find(({ keeps }) => keeps === undefined);
  const order = [...Object.keys(ranking.list), `${sort} desc`, 'uid'];
  return createTables(table, Object.keys(rankingColumns(ranking)), order.join(', '));
}

/**
 * Every orderby by itself and within a region, with the window beside it so that counts and pages need no row; filters
 * that leave little, in the main order; words and lists of categories by GIN.
 */
export function indexesOf({ table, columns, sorts, main, window, selective }) {
  const include = (sort) => (sort === window ? '' : ` include (${window})`);
  const by = (sort) => `${sort} desc nulls last, id`;
  const sorted = Object.values(sorts).flatMap((sort) => [
    `(${by(sort)})${include(sort)}`,
    `(region, ${by(sort)})${include(sort)}`,
  ]);
  const lists = Object.keys(columns).filter((name) => columns[name].endsWith('[]'));
  return [
    ...createKeys(table),
    ...sorted.map((index) => `create index on ${table} ${index}`),
    ...(Object.values(sorts).includes(window) ? [] : [`create index on ${table} (${window})`]),
    ...selective.map((column) => `create index on ${table} (${column}, ${by(main)})`),
    ...['words', ...lists].map((column) => `create index on ${table} using gin (${column}) with (fastupdate = off)`),
    `alter table ${table}_words add primary key (word)`,
    `create index on ${table}_words using gin (word gin_trgm_ops)`,
  ];
}

/** A list in each of its orders, with all that rows are filtered by beside it: pages and counts read the index alone. */
export function rankingIndexesOf({ table, list, filters, sorts }) {
  return [
    ...createKeys(table),
    ...sorts.map(({ sort, keeps }) => {
      const keys = [...Object.keys(list), `${sort} desc`, 'uid'];
      const kept = keeps === undefined ? '' : ` where ${keeps}`;
      return `create index on ${table} (${keys.join(', ')}) include (${['id', ...Object.values(filters)].join(', ')})${kept}`;
    }),
  ];
}
