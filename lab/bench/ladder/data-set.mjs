import { createHash } from 'node:crypto';
import { readIndexDefinition } from '../../../src/elastic/indices/index-definition.js';
import { IndexNames } from '../../../src/elastic/indices/index-names.js';
import { ensureIndices } from '../../../src/elastic/indices/ensure-indices.js';
import { toStored } from '../../../src/loading/load-kind.js';
import { BUILT_IN_TREES } from '../../../src/common/categories/category-tree.js';
import { Random } from '../../../dev/seed/random.js';
import { Seed } from '../../../dev/seed/seed.js';
import { creatorsAndFacts, periodsBackFrom } from './facts.mjs';

export const UNTIL = '2026-06-30';
/** Up to this number the records of a kind are the seed's own; larger sets repeat them under new ids with figures mixed among them. */
const POOL = 100_000;
const LIVES_SHARE = 0.3;
const BATCH = 1000;
const REPORTED_EVERY = 20_000;
const IN_FLIGHT = 3;
/** A set is loaded anew when one of its first documents has changed. */
const MARKED = 200;

const CATEGORIES = { product: BUILT_IN_TREES['product-categories'], creator: BUILT_IN_TREES['creator-categories'] };

/** How many the seed makes at least at scale 1, and the figures that copies take from another record of the pool, so that they don't tie. */
const MIXED = {
  products: {
    atScale1: 15_000,
    id: 'product_id',
    prefix: 1729,
    figures: ['day7_units_sold', 'day7_gmv', 'total_units_sold', 'total_gmv', 'creator_count', 'commission_rate'],
  },
  videos: {
    atScale1: 15_000,
    id: 'video_id',
    prefix: 7491,
    figures: ['play_count', 'digg_count', 'comment_count', 'share_count', 'interact_rate', 'publish_time'],
  },
  lives: {
    atScale1: 12_000,
    id: 'room_id',
    prefix: 7498,
    figures: ['total_viewer_count', 'total_units_sold', 'total_gmv', 'start_time'],
  },
};

/** How many records of each search a set of that size holds. */
const countsOf = (size) => ({ products: size, videos: size, lives: Math.ceil(size * LIVES_SHARE) });

/**
 * Loads a set of records under its prefix. It is kept from run to run, and loaded anew when the definition of an index
 * or what is stored in it has changed.
 * @param set `{prefix, size, kinds, periods, creators}`: `kinds` are the searches that need their records
 */
export async function ensureDataSet(client, { prefix, size, kinds, periods, creators }, onProgress) {
  const names = new IndexNames(prefix);
  for (const kind of kinds) {
    const count = countsOf(size)[kind];
    await ensureIndex(client, { names, kind, documents: () => recordDocuments(kind, count), count, onProgress });
  }
  const facts = creatorsAndFacts(periodsBackFrom(UNTIL, periods), creators);
  for (const [kind, documents] of Object.entries(facts)) {
    await ensureIndex(client, { names, kind, documents, count: creators * periods, onProgress });
  }
  await ensureIndices(client, names);
}

/** Names what the indices of all searches hold: builds that store the same documents can share a set. */
export const documentsMark = () =>
  hashOf(Object.keys(MIXED).map((kind) => [readIndexDefinition(kind), take(recordDocuments(kind, 1000), MARKED)]));

/** The words, ids and weeks of a set that requests are made of. */
export function worldOf(size, periods) {
  const [products, videos, lives] = Object.keys(MIXED).map((kind) => take(recordsOf(kind, countsOf(size)[kind]), 3000));
  return {
    titles: products.map(({ title }) => title),
    descriptions: videos.map(({ desc }) => desc),
    streamTitles: lives.map(({ title }) => title),
    handles: [...new Set(videos.map(({ creator }) => creator.unique_id))],
    productIds: products.map(({ product_id: id }) => id),
    sellers: [...new Set(products.map(({ shop }) => shop.seller_id))],
    periods: periodsBackFrom(UNTIL, periods),
    level1: CATEGORIES.product.children(null).map(({ id }) => id),
    creatorCategories: CATEGORIES.creator.nodes.map(({ id }) => id),
  };
}

async function ensureIndex(client, { names, kind, documents, count, onProgress }) {
  const definition = readIndexDefinition(kind);
  const mark = hashOf([count, definition, take(documents(), MARKED)]);
  const alias = names.alias(kind);
  const physical = `${alias}-v${definition.version}-bench`;
  const there = await client.indices.getMapping({ index: `${alias}-v*` }, { ignore: [404] });
  if (there[physical]?.mappings._meta?.bench === mark) return;
  for (const old of Object.keys(there)) {
    if (old.startsWith(`${alias}-v`)) await client.indices.delete({ index: old, ignore_unavailable: true });
  }
  const { settings, mappings } = definition;
  const building = { refresh_interval: '-1', number_of_replicas: 0, auto_expand_replicas: 'false' };
  const index = { ...settings.index, ...building };
  await client.indices.create({ index: physical, settings: { ...settings, index }, mappings });
  await write(client, physical, documents(), (written) => onProgress(`${alias}: ${written} documents`));
  onProgress(`${alias}: merging`);
  await client.indices.refresh({ index: physical });
  await client.indices.forcemerge({ index: physical, max_num_segments: 1 }, { requestTimeout: 3_600_000 });
  await client.indices.putSettings({ index: physical, settings: { refresh_interval: '1s' } });
  await client.indices.refresh({ index: physical });
  await client.indices.putMapping({ index: physical, _meta: { ...mappings._meta, bench: mark } });
  await client.indices.putAlias({ index: physical, name: alias, is_write_index: true });
}

async function write(client, index, documents, onProgress) {
  let written = 0;
  const writeOn = async () => {
    for (;;) {
      const batch = take(documents, BATCH);
      if (batch.length === 0) return;
      const operations = batch.flatMap(({ id, source }) => [`{"index":{"_id":${JSON.stringify(id)}}}`, source]);
      const bulk = { index, operations, filter_path: 'errors,items.*.error' };
      const answer = await client.bulk(bulk, { requestTimeout: 300_000 });
      if (answer.errors) throw new Error(`A document was refused: ${JSON.stringify(answer.items[0])}`);
      written += batch.length;
      if (written % REPORTED_EVERY === 0) onProgress(written);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, writeOn));
}

function* recordDocuments(kind, count) {
  for (const record of recordsOf(kind, count)) {
    const { id, document } = toStored(kind, record, CATEGORIES);
    yield { id, source: JSON.stringify(document) };
  }
}

/** Records of a kind, the same ones for the same count, in an order that has nothing to do with their figures. */
function* recordsOf(kind, count) {
  const { atScale1, id, prefix, figures } = MIXED[kind];
  const poolSize = Math.min(POOL, count);
  const scale = Math.max(poolSize, 1000) / atScale1;
  const pool = [];
  for (const record of new Seed({ scale, until: UNTIL })[kind]()) {
    if (pool.length === poolSize) break;
    pool.push(record);
    yield record;
  }
  if (pool.length < poolSize) throw new Error(`The seed makes ${pool.length} ${kind} where ${poolSize} are wanted.`);
  for (let index = pool.length; index < count; index += 1) {
    const copy = Math.floor(index / poolSize);
    const own = { ...pool[index % poolSize], [id]: Random.id(prefix, kind, index + 1_000_000_000) };
    const other = pool[(index * 7919 + copy * 104_729) % poolSize];
    for (const figure of figures) own[figure] = moved(other[figure], copy);
    yield own;
  }
}

/** Whole figures are moved a little, so that copies tie no more often than records of the seed do. */
function moved(value, copy) {
  return typeof value === 'number' && Number.isInteger(value) && value > 50 ? value + (copy % 47) - 23 : value;
}

/** The next items of an iterator, which stays open. */
function take(iterator, count) {
  const items = [];
  while (items.length < count) {
    const { value, done } = iterator.next();
    if (done) break;
    items.push(value);
  }
  return items;
}

const hashOf = (value) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8);
