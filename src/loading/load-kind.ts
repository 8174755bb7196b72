import type { IndexKind } from '../documents/index-kind.js';
import type { CategoryNodeLoad} from '../records/category-node.record.js';
import { toCategoryNodeDocument } from '../records/category-node.record.js';
import type { CreatorLoad } from '../records/creator.record.js';
import { toCreatorDocument } from '../records/creator.record.js';
import type { CreatorDayLoad, SaleLoad } from '../records/facts.record.js';
import { creatorDayId, toCreatorDayDocument, toSaleDocument } from '../records/facts.record.js';
import type { LiveLoad } from '../records/live.record.js';
import { toLiveDocument } from '../records/live.record.js';
import type { ProductLoad } from '../records/product.record.js';
import { toProductDocument } from '../records/product.record.js';
import type { VideoLoad } from '../records/video.record.js';
import { toVideoDocument } from '../records/video.record.js';
import type { CategoryNames } from '../reference/lang.js';

/** The record type of each kind that can be loaded. */
export interface LoadRecords {
  'product-categories': CategoryNodeLoad;
  'creator-categories': CategoryNodeLoad;
  products: ProductLoad;
  videos: VideoLoad;
  lives: LiveLoad;
  creators: CreatorLoad;
  sales: SaleLoad;
  'creator-days': CreatorDayLoad;
}

export type LoadKind = keyof LoadRecords & IndexKind;

/** The category trees that a load goes by. */
export interface LoadCategories {
  readonly product: CategoryNames;
  readonly creator: CategoryNames;
}

/** How records of a kind become documents of the index of the same name. */
interface Mapping<LoadedRecord> {
  idOf(record: LoadedRecord): string;
  documentOf(record: LoadedRecord, categories: LoadCategories): object;
}

const MAPPINGS: { readonly [K in LoadKind]: Mapping<LoadRecords[K]> } = {
  'product-categories': { idOf: (record) => String(record.id), documentOf: toCategoryNodeDocument },
  'creator-categories': { idOf: (record) => String(record.id), documentOf: toCategoryNodeDocument },
  products: {
    idOf: (record) => record.product_id,
    documentOf: (record, categories) => toProductDocument(record, categories.product),
  },
  videos: { idOf: (record) => record.video_id, documentOf: toVideoDocument },
  lives: { idOf: (record) => record.room_id, documentOf: toLiveDocument },
  creators: { idOf: (record) => record.uid, documentOf: toCreatorDocument },
  sales: { idOf: (record) => record.id, documentOf: toSaleDocument },
  'creator-days': { idOf: creatorDayId, documentOf: toCreatorDayDocument },
};

/** Every kind that can be loaded, categories first: the others look names up in them. */
export const LOAD_KINDS = Object.keys(MAPPINGS) as readonly LoadKind[];

/** The id and the document, as JSON, that a record is kept as. */
export function toStored<K extends LoadKind>(
  kind: K,
  record: LoadRecords[K],
  categories: LoadCategories,
): { id: string; source: string } {
  const mapping: Mapping<LoadRecords[K]> = MAPPINGS[kind];
  return { id: mapping.idOf(record), source: JSON.stringify(mapping.documentOf(record, categories)) };
}
