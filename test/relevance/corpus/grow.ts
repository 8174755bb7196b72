import type { ProductLoad } from '../../../src/records/product.record.js';
import { Random } from '../../../src/seed/random.js';
import { slip } from '../queries/variants.js';

/** As many products as asked for, made of those that are there: other IDs and figures, and words of their own, some misspelt. */
export function grow(products: readonly ProductLoad[], count: number): ProductLoad[] {
  const words = [...new Set(products.flatMap(({ title }) => title?.split(/\s+/) ?? []))];
  return Array.from({ length: count }, (_, index) => {
    const random = new Random('grown product', index);
    const like = products[index % products.length] as ProductLoad;
    const word = random.pick(words);
    const noise = [random.pick(words), slip(word, random) ?? word, `${random.whole(100, 99_999)}`];
    return {
      ...like,
      product_id: Random.id(18, 'grown product', index),
      title: `${like.title} ${noise.join(' ')}`,
      day7_units_sold: random.heavyTail(1, 100_000),
    };
  });
}
