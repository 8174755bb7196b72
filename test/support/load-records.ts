import type { Client } from '@elastic/elasticsearch';
import { Seed } from '../../dev/seed/seed.js';
import { BUILT_IN_TREES } from '../../src/common/categories/category-tree.js';
import type { IndexKind } from '../../src/common/record-kind.js';
import type { ShardSetting } from '../../src/config/setting.js';
import { type CreatorLoad, toCreatorDocument } from '../../src/creator/creator.record.js';
import { Rates } from '../../src/money/rates.record.js';
import type { SynonymLoad } from '../../src/documents/synonym.record.js';
import type { IndexNames } from '../../src/elastic/indices/index-names.js';
import { type LiveLoad, toLiveDocument } from '../../src/live/live.record.js';
import { replaceAll } from '../../dev/seed/seed-cluster.js';
import { type ProductLoad, toProductDocument } from '../../src/product/product.record.js';
import { toVideoDocument, type VideoLoad } from '../../src/video/video.record.js';

export interface SearchRecords {
  readonly videos?: readonly VideoLoad[];
  readonly products?: readonly ProductLoad[];
  readonly lives?: readonly LiveLoad[];
  readonly creators?: readonly CreatorLoad[];
  readonly synonyms?: readonly SynonymLoad[];
}

/** Writes records as documents into the live indices, searchable at once; for what `startTestApp` takes as `load`. */
export const loadRecords =
  ({ videos = [], products = [], lives = [], creators = [], synonyms = [] }: SearchRecords, rates = new Rates()) =>
  async (elasticsearch: Client, names: IndexNames): Promise<void> => {
    const productTree = BUILT_IN_TREES['product-categories'];
    await write(
      'videos',
      videos.map((load) => toVideoDocument(load, rates)),
      ({ video_id }) => video_id,
    );
    await write(
      'products',
      products.map((load) => toProductDocument(load, productTree, rates)),
      (one) => one.product_id,
    );
    await write(
      'lives',
      lives.map((load) => toLiveDocument(load, rates)),
      ({ room_id }) => room_id,
    );
    await write('synonyms', [...synonyms], ({ id }) => id);
    await write(
      'creators',
      creators.map((load) => toCreatorDocument(load)),
      ({ uid }) => uid,
    );

    async function write<Document>(kind: IndexKind, documents: Document[], id: (document: Document) => string) {
      for (let start = 0; start < documents.length; start += 2000) {
        const part = documents.slice(start, start + 2000);
        const answer = await elasticsearch.bulk({
          index: names.alias(kind),
          refresh: true,
          operations: part.flatMap((document) => [{ index: { _id: id(document) } }, document]),
        });
        if (answer.errors) throw new Error(`Some ${kind} were refused: ${JSON.stringify(answer.items[0])}`);
      }
    }
  };

/** Records and facts of a seed, loaded as `npm run seed` does; for what `startTestApp` takes as `load`. */
export const loadSeed =
  (scale: number, shards: ShardSetting = 'auto') =>
  (client: Client, names: IndexNames): Promise<void> =>
    replaceAll(
      { client, names, retryOptions: { giveUpAfterMs: 60_000 }, shards },
      new Seed({ scale, until: '2026-06-30' }).sources,
      'seed of a test',
    );
