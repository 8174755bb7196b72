import type { CreatorLoad } from '../../src/records/creator.record.js';
import type { RecordSource } from '../../src/loading/writing/replace-all.js';
import { replaceAll } from '../../src/loading/writing/replace-all.js';
import { BUILT_IN_TREES } from '../../src/reference/category-tree.js';
import { REGION_CODES } from '../../src/reference/regions.js';
import { Random } from '../../src/seed/random.js';
import type { TestApp } from '../support/app.js';

/** Writes a line of figures to the terminal. */
export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const grouped = (number: number): string => Math.round(number).toLocaleString('en-US');
/** The day so many days before the newest of a proof's facts. */
export const dayAt = (daysBefore: number): string =>
  new Date(Date.UTC(2026, 5, 30) - daysBefore * 86_400_000).toISOString().slice(0, 10);
export const uidAt = (index: number): string => Random.id(7129, 'creator', index);

/** Loads records as a seed does: filled beside the live indices, merged, and published at once. */
export async function load(
  { elasticsearch, names }: Pick<TestApp, 'elasticsearch' | 'names'>,
  sources: RecordSource[],
) {
  const categories = { product: BUILT_IN_TREES['product-categories'], creator: BUILT_IN_TREES['creator-categories'] };
  await replaceAll(
    { client: elasticsearch, names, retryOptions: { giveUpAfterMs: 60_000 } },
    sources,
    categories,
    'proof',
    { onStored: () => undefined, onFinishing: () => undefined },
  );
}

/** Creators of every region, category and account type. */
export function* creators(count: number): Generator<CreatorLoad> {
  for (let index = 0; index < count; index++) {
    const uid = uidAt(index);
    yield {
      uid,
      unique_id: `creator.number.${index}`,
      nickname: `Creator number ${index}`,
      avatar: `https://cdn.example/avatars/${uid}/large.jpeg`,
      region: REGION_CODES[index % REGION_CODES.length] ?? null,
      category_id: 600_000 + (index % 30),
      account_type: 1 + (index % 2),
      follower_count: index,
      video_count: index % 100,
    };
  }
}
