import { readIndexDefinition } from '../elastic/indices/index-definition.js';
import { memoize } from '../common/memoize.js';
import { idFieldOf, type RecordKind } from '../common/record-kind.js';
import {
  CategoryNodeLoad,
  localizeCategory,
  nameCategories,
  type Naming,
  toCategoryNodeDocument,
} from '../documents/category.record.js';
import {
  CreatorFilterFields,
  type CreatorLoad,
  CreatorRecord,
  toWrittenCreatorDocument,
} from '../creator/creator.record.js';
import {
  CreatorDayLoad,
  creatorDayId,
  SaleLoad,
  toCreatorDayDocument,
  toSaleDocument,
} from '../figures/facts.record.js';
import { type FactRecords, NO_RECORDS } from './dimensions/fact-records.js';
import type { ValueSchema } from '../fields/load-rules.js';
import { recordSchema } from '../fields/json-schema.js';
import { LiveFilterFields, type LiveLoad, LiveRecord, toLiveDocument } from '../live/live.record.js';
import { MOST_SYNONYMS, SynonymLoad, synonymFault } from '../documents/synonym.record.js';
import { rateId, RateLoad, Rates } from '../documents/rates.record.js';
import { ProductFilterFields, type ProductLoad, ProductRecord, toProductDocument } from '../product/product.record.js';
import { toVideoDocument, type VideoLoad, VideoRecord } from '../video/video.record.js';
import type { CategoryNames, Lang } from '../common/lang.js';

/** Names of known categories are stored in this language, so that answers in any language load to the same document. */
const STORED_LANG: Lang = 'EN_US';

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
interface Description {
  readonly classes: readonly (new () => object)[];
  /** Most records. */
  readonly most?: number;
  /** What is wrong with a record that its fields do not show; one sentence. */
  faultIn?(record: never): string | undefined;
  /** The id of a record; that of the kind's id field when absent. */
  idOf?(record: never): string;
  documentOf(record: never, categories: LoadCategories, rates: Rates, records: FactRecords): object;
  /** The fields that are made of amounts and rates, whatever is loaded. */
  readonly usdFields?: readonly string[];
}

const named = <Document extends { readonly record: string }>(document: Document, naming: Naming): Document => ({
  ...document,
  record: JSON.stringify(nameCategories(JSON.parse(document.record) as object, naming)),
});

const CATEGORIES = { classes: [CategoryNodeLoad], documentOf: toCategoryNodeDocument };

/** A function that leaves out the fields of a kind that Elasticsearch searches but does not return. */
const returnedPart = memoize((kind: LoadKind): ((document: object) => object) => {
  const hidden = [readIndexDefinition(kind).mappings._source?.excludes ?? []].flat();
  const without = Object.fromEntries(hidden.map((field) => [field, undefined]));
  return (document) => (hidden.length === 0 ? document : { ...document, ...without });
});

const DESCRIPTIONS = {
  'product-categories': CATEGORIES,
  'creator-categories': CATEGORIES,
  rates: { classes: [RateLoad], idOf: rateId, documentOf: (load: RateLoad) => load },
  synonyms: {
    classes: [SynonymLoad],
    most: MOST_SYNONYMS,
    faultIn: synonymFault,
    documentOf: (load: SynonymLoad) => load,
  },
  products: {
    classes: [ProductRecord, ProductFilterFields],
    usdFields: ['usd_price', 'day7_usd_gmv', 'total_usd_gmv'],
    documentOf: (load: ProductLoad, { product }, rates) =>
      named(toProductDocument(load, product, rates), { product, lang: STORED_LANG }),
  },
  videos: {
    classes: [VideoRecord],
    usdFields: ['usd_gmv'],
    documentOf: (load: VideoLoad, names, rates) => named(toVideoDocument(load, rates), { ...names, lang: STORED_LANG }),
  },
  lives: {
    classes: [LiveRecord, LiveFilterFields],
    usdFields: ['total_usd_gmv'],
    documentOf: (load: LiveLoad, _, rates) => toLiveDocument(load, rates),
  },
  creators: {
    classes: [CreatorRecord, CreatorFilterFields],
    documentOf: (load: CreatorLoad, { creator }) => {
      const document = toWrittenCreatorDocument(load);
      const { category_id: id, category_name: name } = document;
      const { name: category_name } = localizeCategory({ id, name }, creator, STORED_LANG);
      return { ...named(document, { creator, lang: STORED_LANG }), category_name };
    },
  },
  sales: {
    classes: [SaleLoad],
    documentOf: (load: SaleLoad, _names, _rates, { creators, products }) =>
      toSaleDocument(load, creators.get(load.uid), products.get(load.product_id)),
  },
  'creator-days': {
    classes: [CreatorDayLoad],
    idOf: creatorDayId,
    documentOf: (load: CreatorDayLoad, _names, _rates, { creators }) =>
      toCreatorDayDocument(load, creators.get(load.uid)),
  },
} satisfies Readonly<Record<RecordKind, Description>>;

export type LoadKind = RecordKind;

export type LoadRecords = {
  readonly [K in LoadKind]: Parameters<(typeof DESCRIPTIONS)[K]['documentOf']>[0];
};

/** All kinds, categories first because the others need their names. */
export const LOAD_KINDS = Object.keys(DESCRIPTIONS) as readonly LoadKind[];

export const loadSchema = (kind: LoadKind): ValueSchema => recordSchema(DESCRIPTIONS[kind].classes);

/** Most records of a kind; undefined without a bound. */
export const mostOf = (kind: LoadKind): number | undefined => (DESCRIPTIONS[kind] as Description).most;

/** What is wrong with a record whose fields are valid. */
export const faultIn = <K extends LoadKind>(kind: K, record: LoadRecords[K]): string | undefined =>
  (DESCRIPTIONS[kind] as Description).faultIn?.(record as never);

/** The fields of a kind that are made of amounts and rates; other kinds have none. */
export const usdFieldsOf = (kind: LoadKind): readonly string[] => (DESCRIPTIONS[kind] as Description).usdFields ?? [];

/** Maps a valid record to its document. */
export function toStored<K extends LoadKind>(
  kind: K,
  record: LoadRecords[K],
  categories: LoadCategories,
  rates = new Rates(),
  records = NO_RECORDS,
): StoredRecord {
  const description: Description = DESCRIPTIONS[kind];
  const document = description.documentOf(record as never, categories, rates, records);
  const id = description.idOf?.(record as never) ?? String(record[(idFieldOf(kind) ?? '') as keyof typeof record]);
  return { id, document, kept: returnedPart(kind)(document) };
}
