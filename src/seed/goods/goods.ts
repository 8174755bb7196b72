import type { CategoryNode } from '../../reference/category-tree.js';
import { BUILT_IN_TREES } from '../../reference/category-tree.js';
import type { FeatureGroup } from '../texts/features.js';
import { featureGroup } from '../texts/features.js';
import type { SeedLanguage } from '../texts/languages.js';
import { SEED_LANGUAGES } from '../texts/languages.js';
import { nounOf } from '../texts/nouns.js';
import { GOODS_TABLE } from './goods-table.js';
import type { Season } from '../calendar.js';
import { isSeason } from '../calendar.js';
import { isSizeKind } from './sizes.js';

/** Properties of the goods of a level 3 category. */
export interface Goods {
  /** Categories of level 1, 2 and 3. */
  readonly path: readonly CategoryNode[];
  readonly medianUsd: number;
  readonly sizeKind: string;
  readonly features: FeatureGroup;
  readonly season: Season | undefined;
}

/** A level 1 category with its goods. */
export interface Department {
  readonly category: CategoryNode;
  /** Relative share of the shops. */
  readonly share: number;
  readonly goods: readonly Goods[];
}

const TREE = BUILT_IN_TREES['product-categories'];

function readGoods(cell: string, group: string, id: number): Goods {
  const [, price = '', sizeKind = '', own = group, season] =
    /^([\d.]+) (\w+)(?: @(\w+))?(?: \*(\w+))?$/.exec(cell) ?? [];
  if (!isSizeKind(sizeKind)) throw new Error(`The goods "${cell}" have no size kind.`);
  if (season !== undefined && !isSeason(season)) throw new Error(`The goods "${cell}" have no season.`);
  return { path: TREE.path(id), medianUsd: Number(price), sizeKind, features: featureGroup(own), season };
}

/** Parses GOODS_TABLE. @throws Error naming the line that does not match the category tree */
function readDepartments(): Department[] {
  const lines = GOODS_TABLE.trim().split('\n');
  return TREE.children(null).map((category) => {
    const [name, share] = lines.shift()?.split(': ') ?? [];
    if (name !== category.name.EN_US) throw new Error(`The goods of ${category.name.EN_US} are missing.`);
    const goods = TREE.children(category.id).flatMap((level2) => {
      const line = lines.shift() ?? '';
      const [, own, group = '', cells = ''] = /^ {2}(.+) \[(\w+)\]: (.+)$/.exec(line) ?? [];
      const level3 = TREE.children(level2.id);
      const columns = cells.split(', ');
      if (own !== level2.name.EN_US || columns.length !== level3.length) throw new Error(`Not as the tree: "${line}"`);
      return level3.map(({ id }, index) => readGoods(columns[index] ?? '', group, id));
    });
    return { category, share: Number(share), goods };
  });
}

/** Every level 1 category, in the order of the tree. */
export const DEPARTMENTS: readonly Department[] = readDepartments();

const byLanguage = new Map<SeedLanguage, ReadonlyMap<number, readonly Goods[]>>(
  SEED_LANGUAGES.map((language) => {
    const named = ({ path }: Goods) => nounOf((path.at(-1) as CategoryNode).name, language) !== undefined;
    return [language, new Map(DEPARTMENTS.map(({ category, goods }) => [category.id, goods.filter(named)]))];
  }),
);

/** The goods of a level 1 category that have a noun in a language. */
export const goodsIn = (language: SeedLanguage, level1: number): readonly Goods[] =>
  byLanguage.get(language)?.get(level1) ?? [];
