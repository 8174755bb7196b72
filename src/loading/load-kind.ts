import { readIndexDefinition } from '../elastic/indices/index-definition.js';
import { BUILT_IN_TREES, type CategoryTree } from '../common/categories/category-tree.js';
import { memoize } from '../common/memoize.js';
import { csvColumns } from '../fields/csv-columns.js';
import { setAt, valueAt } from '../fields/paths.js';
import type { RecordKind } from '../common/record-kind.js';
import { CategoryNodeLoad, toCategoryNodeDocument } from '../documents/category.record.js';
import { CreatorFilterFields, type CreatorLoad, CreatorRecord, toCreatorDocument } from '../creator/creator.record.js';
import { CreatorDayLoad, SaleLoad, toCreatorDayDocument, toSaleDocument } from '../figures/facts.record.js';
import { type FactRecords, NO_RECORDS } from './dimensions/fact-records.js';
import type { ValueSchema } from '../fields/load-rules.js';
import { recordSchema } from '../fields/json-schema.js';
import { LiveFilterFields, type LiveLoad, LiveRecord, toLiveDocument } from '../live/live.record.js';
import { MOST_SYNONYMS, synonymFault, SynonymLoad } from '../documents/synonym.record.js';
import { RateLoad, Rates } from '../money/rates.record.js';
import { ProductFilterFields, type ProductLoad, ProductRecord, toProductDocument } from '../product/product.record.js';
import { toVideoDocument, type VideoLoad, VideoRecord } from '../video/video.record.js';
import type { Lang } from '../common/lang.js';
import { isObject, type JsonObject } from '../common/json-object.js';

/** Names of known categories are stored in this language, so that answers in any language load to the same document. */
const STORED_LANG: Lang = 'EN_US';

export type LoadCategories = Readonly<Record<'product' | 'creator', CategoryTree>>;

/** For documents whose categories have been named before, or by the seed. */
export const BUILT_IN_CATEGORIES: LoadCategories = {
  product: BUILT_IN_TREES['product-categories'],
  creator: BUILT_IN_TREES['creator-categories'],
};

export interface StoredRecord {
  readonly id: string;
  readonly document: object;
  /** The part of the document that Elasticsearch returns; `document` itself when it returns everything. */
  readonly returned: object;
}

interface Description {
  readonly classes: readonly (new () => object)[];
  readonly most?: number;
  /** Its records count together: each load changes all of them in one step. */
  readonly isWhole: boolean;
  /** What is wrong with a record that its fields do not show; one sentence. */
  faultIn?(record: never): string | undefined;
  readonly keys: readonly string[];
  documentOf(record: never, categories: LoadCategories, rates: Rates, records: FactRecords): object;
  /** The fields in USD, which lines can't give: they are made at a rate, or stay as they are stored; by default none. */
  readonly usdFields: readonly string[];
  /** The fields that a record without them gets, and the fields that each is made of; by default none. */
  readonly made: Readonly<Record<string, readonly string[]>>;
}

const DEFAULTS = { usdFields: [], made: {}, isWhole: false };
const CATEGORIES = { classes: [CategoryNodeLoad], keys: ['id'], documentOf: toCategoryNodeDocument, isWhole: true };

/** A function that leaves out the fields of a kind that Elasticsearch searches but does not return. */
const returnedPart = memoize((kind: RecordKind): ((document: object) => object) => {
  const hidden = [readIndexDefinition(kind).mappings._source?.excludes ?? []].flat();
  const without = Object.fromEntries(hidden.map((field) => [field, undefined]));
  return (document) => (hidden.length === 0 ? document : { ...document, ...without });
});

const DESCRIPTIONS = {
  'product-categories': CATEGORIES,
  'creator-categories': CATEGORIES,
  rates: { classes: [RateLoad], keys: ['date', 'currency'], documentOf: (load: RateLoad) => load, isWhole: true },
  synonyms: {
    classes: [SynonymLoad],
    keys: ['id'],
    most: MOST_SYNONYMS,
    faultIn: synonymFault,
    documentOf: (load: SynonymLoad) => load,
    isWhole: true,
  },
  products: {
    classes: [ProductRecord, ProductFilterFields],
    keys: ['product_id'],
    usdFields: ['usd_price', 'day7_usd_gmv', 'total_usd_gmv', 'average_usd_price'],
    made: {
      'category.l1.name': ['category.l1.id'],
      'category.l2.name': ['category.l2.id'],
      'category.l3.name': ['category.l3.id'],
      'commission_rate_info.rate': ['commission_rate'],
      'creator_order_rate_info.rate': ['creator_order_rate'],
      price: ['region', 'floor_price'],
      'price_info.amount': ['region', 'floor_price'],
      'price_info.currency': ['region', 'price', 'floor_price'],
      usd_price: ['region', 'floor_price'],
      day7_usd_gmv: ['region', 'day7_gmv'],
      total_usd_gmv: ['region', 'total_gmv'],
      average_usd_price: ['region', 'total_units_sold', 'total_gmv'],
      launch_time: ['ctime'],
    },
    documentOf: (load: ProductLoad, { product }, rates) =>
      toProductDocument(load, product, rates, { product: product.names[STORED_LANG] }),
  },
  videos: {
    classes: [VideoRecord],
    keys: ['video_id'],
    usdFields: ['usd_gmv', 'usd_gmv_per_1000_plays'],
    made: {
      uid: ['creator.uid'],
      interact_rate: ['interact_rate_info.rate'],
      'interact_rate_info.rate': ['interact_rate'],
      usd_gmv: ['region', 'gmv'],
      usd_gmv_per_1000_plays: ['region', 'play_count', 'gmv'],
      'creator.uid': ['uid'],
      'creator.category.id': ['creator.category_id'],
      'creator.category.name': ['creator.category.id', 'creator.category_id', 'creator.category_name'],
      'creator.category_id': ['creator.category.id'],
      'creator.category_name': ['creator.category.id', 'creator.category.name', 'creator.category_id'],
    },
    documentOf: (load: VideoLoad, names, rates) =>
      toVideoDocument(load, rates, {
        creator: names.creator.names[STORED_LANG],
        product: names.product.names[STORED_LANG],
      }),
  },
  lives: {
    classes: [LiveRecord, LiveFilterFields],
    keys: ['room_id'],
    usdFields: ['total_usd_gmv'],
    made: { total_usd_gmv: ['total_gmv', 'currency'] },
    documentOf: (load: LiveLoad, _, rates) => toLiveDocument(load, rates),
  },
  creators: {
    classes: [CreatorRecord, CreatorFilterFields],
    keys: ['uid'],
    made: {
      category_id: ['category.id'],
      'category.id': ['category_id'],
      'category.name': ['category.id', 'category_id'],
    },
    documentOf: (load: CreatorLoad, { creator }) => toCreatorDocument(load, { creator: creator.names[STORED_LANG] }),
  },
  sales: {
    classes: [SaleLoad],
    keys: ['id'],
    made: { usd_gmv: ['date', 'uid', 'gmv'] },
    documentOf: (load: SaleLoad, _names, _rates, { creators, products, videos }) =>
      toSaleDocument(load, creators.get(load.uid), products.get(load.product_id), videos.get(load.content_id)),
  },
  'creator-days': {
    classes: [CreatorDayLoad],
    keys: ['date', 'uid'],
    documentOf: (load: CreatorDayLoad, _names, _rates, { creators }) =>
      toCreatorDayDocument(load, creators.get(load.uid)),
  },
} satisfies Readonly<Record<RecordKind, Omit<Description, keyof typeof DEFAULTS> & Partial<Description>>>;

export type LoadRecords = {
  readonly [K in RecordKind]: Parameters<(typeof DESCRIPTIONS)[K]['documentOf']>[0];
};

export const loadSchema = memoize((kind: RecordKind): ValueSchema => recordSchema(DESCRIPTIONS[kind].classes));

/** The columns of a kind. */
export const columnsOf = memoize((kind: RecordKind) => csvColumns(loadSchema(kind)));

/** The checks and the mapping of a kind. */
export const descriptionOf = memoize((kind: RecordKind): Description => ({ ...DEFAULTS, ...DESCRIPTIONS[kind] }));

/** The id of a record's document. */
export const idOf = (kind: RecordKind, record: object): string =>
  descriptionOf(kind)
    .keys.map((key) => String(Reflect.get(record, key)))
    .join(':');

/** The record that a document was made of, with what was made of it: its mapper keeps the amounts in USD. */
export function loadOf(kind: RecordKind, document: JsonObject): JsonObject {
  const record = typeof document.record === 'string' ? (JSON.parse(document.record) as JsonObject) : {};
  const stored: JsonObject = { ...document, ...record };
  const fields = Object.entries(loadSchema(kind).properties ?? {}).map(([name, { type }]) => {
    const value = stored[name];
    // Flags are stored as booleans, and amounts of facts as the shortest text of their number.
    const isNumber = typeof value === 'boolean' || (typeof value === 'string' && type === 'number');
    return [name, isNumber ? Number(value) : value];
  });
  return Object.fromEntries(fields) as JsonObject;
}

/** A record with the fields of a change, in objects one by one, and without its own that are made of changed ones. */
export function applyChange(kind: RecordKind, record: JsonObject, change: JsonObject): JsonObject {
  const outdated = {};
  const changes = (path: string) => ![undefined, valueAt(record, path) ?? null].includes(valueAt(change, path));
  for (const [path, others] of Object.entries(descriptionOf(kind).made))
    if (valueAt(change, path) === undefined && others.some(changes)) setAt(outdated, path.split('.'), undefined);
  return merge(merge(record, outdated), change);
}

export const parseRecord = (json: Buffer): JsonObject => JSON.parse(json.toString()) as JsonObject;

function merge(record: JsonObject, change: JsonObject): JsonObject {
  const values = Object.entries(change).map(([name, value]): [string, unknown] => {
    const before = record[name];
    return [name, isObject(value) && isObject(before) ? merge(before, value) : value];
  });
  return { ...record, ...Object.fromEntries(values) };
}

/** Maps a valid record to its document. */
export function toStored<K extends RecordKind>(
  kind: K,
  record: LoadRecords[K],
  categories: LoadCategories,
  rates = new Rates(),
  records = NO_RECORDS,
): StoredRecord {
  const document = descriptionOf(kind).documentOf(record as never, categories, rates, records);
  return { id: idOf(kind, record), document, returned: returnedPart(kind)(document) };
}
