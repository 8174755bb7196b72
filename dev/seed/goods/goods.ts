import { BUILT_IN_TREES, type CategoryNode } from '../../../src/common/categories/category-tree.js';
import type { Season } from '../calendar.js';
import FEATURE_GROUPS from '../data/feature-groups.json' with { type: 'json' };
import GOODS from '../data/goods.json' with { type: 'json' };
import SIZES from '../data/sizes.json' with { type: 'json' };
import { nounOf, SEED_LANGUAGES, type SeedLanguage, textsOf } from '../languages.js';
import type { Random } from '../random.js';

export type SizeKind = keyof typeof SIZES.kinds;

/** Units of the United States with their factor to the metric unit. */
const US_UNITS = SIZES.usUnits as unknown as Readonly<Record<string, readonly [unit: string, metric: number]>>;
const SHOES: Readonly<Record<string, Readonly<Record<string, string>>>> = SIZES.shoes;

/** A size in the form of a language and market; empty when the kind has no sizes. */
export function drawSize(kind: SizeKind, region: string, language: SeedLanguage, random: Random): string {
  const size = random.pick(SIZES.kinds[kind]);
  const [, amount = '', unit = ''] = /^([\d.–× ]+) ([a-z]+)$/.exec(size) ?? [];
  if (unit === '') return SHOES[region]?.[size] ?? size;
  const { counts, decimal, measure } = textsOf(language);
  const counted = counts[unit];
  if (counted !== undefined) return counted.replace('{k}', amount);
  const [usUnit, metric] = US_UNITS[unit] ?? ['', 1];
  if (region === 'US' && language === 'en') {
    const inUs = amount.split(' × ').map((one) => String(Math.round((Number(one) / metric) * 10) / 10));
    return `${inUs.join(' × ')} ${usUnit}`;
  }
  return measure.replace('{k}', amount.replace('.', decimal)).replace('{u}', unit === 'l' ? 'L' : unit);
}

/** Properties of the goods of a level 3 category. */
interface GoodsData {
  readonly medianUsd: number;
  readonly size: SizeKind;
  readonly features: keyof typeof FEATURE_GROUPS;
  /** The season in which it sells. */
  readonly season?: Season;
}

/** A level 1 category with its goods and its relative share of the shops. */
export type Department = (typeof DEPARTMENTS)[number];

/** Goods with their categories of level 1, 2 and 3. */
export type Goods = Department['goods'][number];

const TREE = BUILT_IN_TREES['product-categories'];
const DATA = GOODS as Readonly<Record<string, { share: number; goods: Readonly<Record<string, GoodsData>> }>>;

/** Every level 1 category, in the order of the tree. */
export const DEPARTMENTS = TREE.children(null).map((category) => {
  const { share, goods } = DATA[category.name.EN_US] as (typeof DATA)[string];
  const paths = TREE.children(category.id).flatMap((below) =>
    TREE.children(below.id).map((leaf) => [category, below, leaf] as const),
  );
  return {
    category,
    share,
    goods: paths.map((path) => ({ path, ...(goods[path[2].name.EN_US] as GoodsData) })),
  };
});

/** English features of goods for their titles, and whether the goods come in colours. */
export const featuresOf = ({ features }: Goods): (typeof FEATURE_GROUPS)[keyof typeof FEATURE_GROUPS] =>
  FEATURE_GROUPS[features];

const byLanguage = new Map<SeedLanguage, ReadonlyMap<number, readonly Goods[]>>(
  SEED_LANGUAGES.map((language) => {
    const named = ({ path }: Goods) => nounOf((path.at(-1) as CategoryNode).name, language) !== undefined;
    return [language, new Map(DEPARTMENTS.map(({ category, goods }) => [category.id, goods.filter(named)]))];
  }),
);

/** The goods of a level 1 category that have a noun in a language. */
export const goodsIn = (language: SeedLanguage, level1: number): readonly Goods[] =>
  byLanguage.get(language)?.get(level1) ?? [];
