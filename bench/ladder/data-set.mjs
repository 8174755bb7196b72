import { createHash } from 'node:crypto';
import { naiveIndex } from '../../dist/modules/bench/peers/usual/naive-query.js';
import { readIndexDefinition } from '../../dist/modules/src/elastic/indices/index-definition.js';
import { IndexNames } from '../../dist/modules/src/elastic/indices/index-names.js';
import { ensureIndices } from '../../dist/modules/src/elastic/indices/ensure-indices.js';
import { toStored } from '../../dist/modules/src/loading/load-kind.js';
import { BUILT_IN_TREES } from '../../dist/modules/src/reference/category-tree.js';
import { Random } from '../../dist/modules/src/seed/random.js';
import { createSeed } from '../../dist/modules/src/seed/seed.js';
import { boardRows, periodsBackFrom } from './boards-data.mjs';

/** Raised whenever what is generated changes: sets of another version are loaded anew. */
export const VERSION = 3;
export const UNTIL = '2026-06-30';
/** So many records of a kind are the seed's own; larger sets repeat them under new ids with figures mixed among them. */
const POOL = 100_000;
const BOARD_KINDS = ['periods', 'top-ecommerce-boards', 'top-growth-boards'];
const LIVES_SHARE = 0.3;
const BATCH = 1000;
const IN_FLIGHT = 3;

export const CATEGORIES = {
  product: BUILT_IN_TREES['product-categories'],
  creator: BUILT_IN_TREES['creator-categories'],
};

/** How many the seed makes at least at scale 1, and what is taken from another record of the pool, so that copies don't tie. */
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

/** Three text fields of their own, as an index has them that was made without a thought of keywords. */
const NAIVE_TEXTS = {
  products: ({ title, shop, category }) => [title, shop.name, category.l3.name],
  videos: ({ desc, creator }) => [desc, creator.nickname, creator.unique_id],
  lives: ({ title, nickname, unique_id: handle }) => [title, nickname, handle],
};

/** How many records of each search a set of that size holds. */
export const countsOf = (size) => ({ products: size, videos: size, lives: Math.ceil(size * LIVES_SHARE) });

/**
 * Sees to it that a set of records is loaded under its prefix: kept from run to run, loaded anew when the definition of
 * its index or the generator has changed.
 * @param set `{prefix, size, kinds, naive, periods, creators}`: `kinds` are the searches that need their records, `naive`
 *   adds the same documents in arrival order
 */
export async function ensureDataSet(client, set, onProgress) {
  const names = new IndexNames(set.prefix);
  for (const kind of set.kinds) {
    const count = countsOf(set.size)[kind];
    const definition = readIndexDefinition(kind);
    const documents = () => recordDocuments(kind, count);
    await ensureIndex(client, { names, kind, definition, documents, count, onProgress });
    if (!set.naive) continue;
    const index = naiveIndex(set.prefix, kind);
    const naive = { names, kind, index, definition: naiveDefinition(definition), count, onProgress };
    await ensureIndex(client, { ...naive, documents: () => naiveDocuments(kind, count) });
  }
  const boards = boardRows(periodsBackFrom(UNTIL, set.periods), set.creators);
  for (const kind of BOARD_KINDS) {
    const definition = readIndexDefinition(kind);
    const documents = () => boards[kind]();
    await ensureIndex(client, { names, kind, definition, documents, count: boards.counts[kind], onProgress });
  }
  await ensureIndices(client, names);
}

/** The first records of each kind, from which requests take their words and ids. */
export function sampleRecords(size) {
  const first = (kind) => {
    const records = [];
    for (const record of recordsOf(kind, countsOf(size)[kind])) {
      records.push(record);
      if (records.length === 3000) break;
    }
    return records;
  };
  return { products: first('products'), videos: first('videos'), lives: first('lives') };
}

/** What the records of a set cost to load and keep, in the API's indices or in the naive ones: `{loadSeconds, diskBytes}`. */
export async function costOf(client, set, isNaive) {
  const names = new IndexNames(set.prefix);
  const searched = set.kinds.map((kind) => (isNaive ? naiveIndex(set.prefix, kind) : names.alias(kind)));
  const index = [...searched, ...BOARD_KINDS.map((kind) => names.alias(kind))];
  const mappings = Object.values(await client.indices.getMapping({ index }));
  const stats = await client.indices.stats({ index, metric: 'store' });
  return {
    loadSeconds: mappings.reduce((sum, { mappings: { _meta: meta } }) => sum + meta.bench_seconds, 0),
    diskBytes: stats._all.primaries.store.size_in_bytes,
  };
}

async function ensureIndex(client, { names, kind, index, definition, documents, count, onProgress }) {
  const mark = createHash('sha256')
    .update(JSON.stringify([VERSION, count, definition, kind]))
    .digest('hex')
    .slice(0, 16);
  const alias = index ?? names.alias(kind);
  const physical = `${alias}-v${definition.version}-bench`;
  const there = await client.indices.getMapping({ index: `${alias}-v*` }, { ignore: [404] });
  if (there[physical]?.mappings._meta?.bench === mark) return;
  for (const old of Object.keys(there)) {
    if (old.startsWith(`${alias}-v`)) await client.indices.delete({ index: old, ignore_unavailable: true });
  }
  await client.indices.create({
    index: physical,
    settings: {
      ...definition.settings,
      index: {
        ...definition.settings.index,
        refresh_interval: '-1',
        number_of_replicas: 0,
        auto_expand_replicas: 'false',
      },
    },
    mappings: definition.mappings,
  });
  const startedAt = performance.now();
  await write(client, physical, documents(), count, (text) => onProgress(`${alias}: ${text}`));
  onProgress(`${alias}: merging`);
  await client.indices.refresh({ index: physical });
  await client.indices.forcemerge({ index: physical, max_num_segments: 1 }, { requestTimeout: 3_600_000 });
  await client.indices.putSettings({ index: physical, settings: { refresh_interval: '1s' } });
  await client.indices.refresh({ index: physical });
  const seconds = (performance.now() - startedAt) / 1000;
  await client.indices.putMapping({
    index: physical,
    _meta: { ...definition.mappings._meta, bench: mark, bench_seconds: seconds },
  });
  await client.indices.putAlias({ index: physical, name: alias, is_write_index: true });
}

async function write(client, index, documents, count, onProgress) {
  let written = 0;
  const writeOn = async () => {
    for (;;) {
      const operations = [];
      while (operations.length < 2 * BATCH) {
        const { value, done } = documents.next();
        if (done) break;
        operations.push(`{"index":{"_id":${JSON.stringify(value.id)}}}`, value.source);
      }
      if (operations.length === 0) return;
      const answer = await client.bulk(
        { index, operations, filter_path: 'errors,items.*.error' },
        { requestTimeout: 300_000 },
      );
      if (answer.errors) throw new Error(`A document was refused: ${JSON.stringify(answer.items[0])}`);
      written += operations.length / 2;
      onProgress(`${written.toLocaleString('en-US')} of ${count.toLocaleString('en-US')} documents`);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, writeOn));
}

/** The definition with what our levers add taken away: arrival order, three plain text fields, each field of a record mapped. */
function naiveDefinition({ version, settings, mappings }) {
  const { sort, ...index } = settings.index;
  if (sort === undefined) throw new Error('The index is not sorted: there is nothing to compare with.');
  const { text, names, ...others } = mappings.properties;
  if (text === undefined || names === undefined) throw new Error('The index has no combined text field.');
  const plain = { type: 'text', analyzer: text.analyzer };
  return {
    version,
    settings: { ...settings, index },
    mappings: {
      ...mappings,
      dynamic: true,
      properties: { ...others, record: { type: 'object' }, text_1: plain, text_2: plain, text_3: plain },
    },
  };
}

function* naiveDocuments(kind, count) {
  for (const record of recordsOf(kind, count)) {
    const { id, document } = toStored(kind, record, CATEGORIES);
    const { text, names, record: kept, ...others } = document;
    const [text_1, text_2, text_3] = NAIVE_TEXTS[kind](kept);
    if (text === undefined || names === undefined) throw new Error('A document has no combined text.');
    yield { id, source: JSON.stringify({ ...others, text_1, text_2, text_3, record: kept }) };
  }
}

function* recordDocuments(kind, count) {
  for (const record of recordsOf(kind, count)) {
    const { id, document } = toStored(kind, record, CATEGORIES);
    yield { id, source: JSON.stringify(document) };
  }
}

/** Records of a kind, the same ones for the same count, in an order that has nothing to do with their figures. */
export function* recordsOf(kind, count) {
  const { atScale1, id, prefix, figures } = MIXED[kind];
  const poolSize = Math.min(POOL, count);
  const scale = Math.max(poolSize, 1000) / atScale1;
  const pool = [];
  for (const record of createSeed({ scale, until: UNTIL })[kind]()) {
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

/** Whole figures are moved a little, so that no two copies tie more often than records of the seed do. */
function moved(value, copy) {
  return typeof value === 'number' && Number.isInteger(value) && value > 50 ? value + (copy % 47) - 23 : value;
}

/** Level 1 categories, creator categories and regions that requests filter by. */
export const FILTER_VALUES = {
  level1: CATEGORIES.product.children(null).map(({ id }) => id),
  creatorCategories: CATEGORIES.creator.nodes.map(({ id }) => id),
};
