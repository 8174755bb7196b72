import { CREATOR_FIELDS, type CreatorDocument } from '../creator/creator.document.js';
import type { ProductDocument } from '../product/product.record.js';
import type { FactSources } from './facts/fact-sources.js';

/** A creator as rows show it. */
export interface BoardCreator extends Pick<CreatorDocument, 'region' | 'category_id' | 'account_type'> {
  /** The fields that boards filter creators by, in one text. When it changes, the creator's boards are stale. */
  readonly state: string;
  /** The end of the creator's rows as JSON, from the second field on. */
  readonly rowEnd: string;
}

/** The fields of a product that boards depend on. */
export type BoardProduct = Pick<ProductDocument, 'product_id' | 'region' | 'l1_category_id' | 'seller_id'>;
export const PRODUCT_FIELDS = ['product_id', 'region', 'l1_category_id', 'seller_id'] satisfies (keyof BoardProduct)[];

/** The creators and products that are loaded, by their ids. */
export interface Subjects {
  readonly creators: ReadonlyMap<string, BoardCreator>;
  readonly products: ReadonlyMap<string, BoardProduct>;
}

/** State of a creator or product that is not loaded. */
export const UNKNOWN = 'unknown';

/** The fields that boards depend on, in one text. When it changes, the product's boards are stale. */
export const productState = ({ region, l1_category_id, seller_id }: BoardProduct): string =>
  JSON.stringify([region, l1_category_id, seller_id]);

export async function readSubjects(sources: Pick<FactSources, 'creators' | 'products'>): Promise<Subjects> {
  const creators = new Map<string, BoardCreator>();
  for await (const page of sources.creators.scan<CreatorDocument>(ALL, ['_shard_doc'], CREATOR_FIELDS)) {
    for (const { _source } of page) creators.set(_source.uid, toBoardCreator(_source));
  }
  const products = new Map<string, BoardProduct>();
  for await (const page of sources.products.scan<BoardProduct>(ALL, ['_shard_doc'], PRODUCT_FIELDS)) {
    for (const { _source } of page) products.set(_source.product_id, _source);
  }
  return { creators, products };
}

const ALL = { match_all: {} };

export function toBoardCreator(creator: CreatorDocument): BoardCreator {
  const { uid, region, category_id: creator_category_id, account_type } = creator;
  const creator_state = JSON.stringify([region, creator_category_id, account_type]);
  const row = { uid, region, creator_category_id, creator_state, creator };
  return {
    region,
    category_id: creator_category_id,
    account_type,
    state: creator_state,
    rowEnd: `,${JSON.stringify(row).slice(1)}`,
  };
}
