import type { WrittenCreatorDocument } from '../creator/creator.document.js';
import type { RecordKind } from '../common/record-kind.js';
import { idFieldOf } from '../common/record-kind.js';
import {
  localizeCategory,
  nameCategories,
  CategoryNodeLoad,
  toCategoryNodeDocument,
} from '../common/categories/category.record.js';
import type { CreatorLoad } from '../creator/creator.record.js';
import { CreatorFilterFields, CreatorRecord, toWrittenCreatorDocument } from '../creator/creator.record.js';
import { CreatorDayLoad, creatorDayId, SaleLoad, toCreatorDayDocument, toSaleDocument } from '../sales/facts.record.js';
import type { ValueSchema } from '../common/fields/json-schema.js';
import { recordSchema } from '../common/fields/json-schema.js';
import { LiveFilterFields, LiveRecord, toLiveDocument } from '../live/live.record.js';
import type { ProductLoad } from '../product/product.record.js';
import { ProductFilterFields, ProductRecord, toProductDocument } from '../product/product.record.js';
import type { Naming } from '../common/categories/category.record.js';
import type { VideoLoad } from '../video/video.record.js';
import { toVideoDocument, VideoRecord } from '../video/video.record.js';
import type { CategoryNames, Lang } from '../common/lang.js';

/** Names of known categories are stored in this language, so that answers in any language load to the same document. */
const STORED_LANG: Lang = 'EN_US';

/** The category trees of a load. */
export interface LoadCategories {
  readonly product: CategoryNames;
  readonly creator: CategoryNames;
}

/** A record in the form of its index. */
export interface StoredRecord {
  readonly id: string;
  readonly document: object;
  /** The part of the document that Elasticsearch returns; `document` itself when it returns everything. */
  readonly kept: object;
}

/** Checks and mapping of the records of a kind. */
interface Description<LoadedRecord, Document extends object> {
  readonly classes: readonly (new () => object)[];
  /** The id of a record; that of the kind's id field when absent. */
  idOf?(record: LoadedRecord): string;
  documentOf(record: LoadedRecord, categories: LoadCategories): Document;
  /** The document without the fields that `_source.excludes` of the index names. */
  keptOf?(document: Document): object;
}

const describe = <LoadedRecord, Document extends object>(
  description: Description<LoadedRecord, Document>,
): Description<LoadedRecord, Document> => description;

const named = <Document extends { readonly record: string }>(document: Document, naming: Naming): Document => ({
  ...document,
  record: nameCategories(document.record, naming),
});

const CATEGORIES = describe({ classes: [CategoryNodeLoad], documentOf: toCategoryNodeDocument });

/** The fields of a creator that Elasticsearch searches but does not return. */
const NOT_READ_BACK = Object.fromEntries(
  ['suggest', 'text', 'words', 'unspaced', 'marked', 'names'].map((field) => [field, undefined]),
);

const DESCRIPTIONS = {
  'product-categories': CATEGORIES,
  'creator-categories': CATEGORIES,
  products: describe({
    classes: [ProductRecord, ProductFilterFields],
    documentOf: (load: ProductLoad, { product }) =>
      named(toProductDocument(load, product), { product, lang: STORED_LANG }),
  }),
  videos: describe({
    classes: [VideoRecord],
    documentOf: (load: VideoLoad, names) => named(toVideoDocument(load), { ...names, lang: STORED_LANG }),
  }),
  lives: describe({ classes: [LiveRecord, LiveFilterFields], documentOf: toLiveDocument }),
  creators: describe({
    classes: [CreatorRecord, CreatorFilterFields],
    documentOf: (load: CreatorLoad, { creator }) => {
      const document = toWrittenCreatorDocument(load);
      const { category_id: id, category_name: name } = document;
      const { name: category_name } = localizeCategory({ id, name }, creator, STORED_LANG);
      return { ...named(document, { creator, lang: STORED_LANG }), category_name };
    },
    keptOf: (document: WrittenCreatorDocument) => ({ ...document, ...NOT_READ_BACK }),
  }),
  sales: describe({ classes: [SaleLoad], documentOf: toSaleDocument }),
  'creator-days': describe({ classes: [CreatorDayLoad], idOf: creatorDayId, documentOf: toCreatorDayDocument }),
} satisfies Readonly<Record<RecordKind, object>>;

export type LoadKind = RecordKind;

/** The record type of each kind. */
export type LoadRecords = {
  readonly [K in LoadKind]: Parameters<(typeof DESCRIPTIONS)[K]['documentOf']>[0];
};

/** All kinds, categories first because the others need their names. */
export const LOAD_KINDS = Object.keys(DESCRIPTIONS) as readonly LoadKind[];

/** The JSON Schema of the records of a kind. */
export const loadSchema = (kind: LoadKind): ValueSchema => recordSchema(DESCRIPTIONS[kind].classes);

/** Maps a valid record to its document. */
export function toStored<K extends LoadKind>(
  kind: K,
  record: LoadRecords[K],
  categories: LoadCategories,
): StoredRecord {
  const description = DESCRIPTIONS[kind] as Description<LoadRecords[K], object>;
  const document = description.documentOf(record, categories);
  const kept = description.keptOf?.(document) ?? document;
  const id = description.idOf?.(record) ?? String(record[(idFieldOf(kind) ?? '') as keyof typeof record]);
  return { id, document, kept };
}
