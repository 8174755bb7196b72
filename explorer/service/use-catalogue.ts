import { useMemo } from 'preact/hooks';
import type { CategoryBranch, CategoryListData } from '../../clients/typescript/src/schema.js';
import { useExplorer } from '../components/app/context.js';
import type { Period, PeriodsData } from '../model/periods.js';
import type { Ranking } from '../model/views.js';
import { type Asked, useAnswer } from './use-answer.js';

export type Category = CategoryBranch;

type TreeName = 'product' | 'creator';

const isAnswered = ({ success, problem }: Asked<unknown>): boolean => success !== undefined || problem !== undefined;

/** Category trees in the language of the page, both unless one is named, once they are wanted. */
export function useCatalogue(isWanted: boolean, wanted: readonly string[] = ['product', 'creator']) {
  const { state } = useExplorer();
  const [products, creators] = (['product', 'creator'] as const).map((tree) =>
    useAnswer<CategoryListData>(
      isWanted && wanted.includes(tree) ? { path: `/${tree}/v1/category`, body: { lang: state.lang } } : undefined,
    ),
  ) as [Asked<CategoryListData>, Asked<CategoryListData>];
  const catalogue = useMemo(() => {
    const trees = { product: products.success?.data.list ?? [], creator: creators.success?.data.list ?? [] };
    const isHere = { product: isAnswered(products), creator: isAnswered(creators) };
    const known = { product: indexOf(trees.product), creator: indexOf(trees.creator) };
    return {
      ...trees,
      /** The name of a category; `…` until it is here. */
      nameOf: (tree: TreeName, id: string) => known[tree].get(id)?.name ?? (isHere[tree] ? id : '…'),
      /** The categories right below one. */
      below: (tree: TreeName, id: string) => known[tree].get(id)?.children ?? [],
      /** A product category below those above it; empty of one in no tree, and until they are here. */
      pathTo: (id: string) => pathTo(known.product, id),
    };
  }, [products.success, creators.success, products.problem, creators.problem]);
  return { ...catalogue, failed: [products, creators].find(({ problem }) => problem !== undefined) };
}

/** The categories that filters choose from, as the service lists them. */
export type Catalogue = ReturnType<typeof useCatalogue>;

/** A category below those above it, from level 1 on. */
export function pathTo(tree: ReadonlyMap<string, Category>, id: string): readonly Category[] {
  const category = tree.get(id);
  return category === undefined ? [] : [...pathTo(tree, String(category.parent_id)), category];
}

/** All categories of a tree, by id. */
export function indexOf(list: readonly Category[], into = new Map<string, Category>()): Map<string, Category> {
  for (const category of list) {
    into.set(String(category.id), category);
    indexOf(category.children, into);
  }
  return into;
}

/**
 * The periods that a ranking has, and how new the data is.
 * @param kinds periods of one kind, or of all
 */
export function usePeriods(ranking: Ranking | undefined, kinds: Period['date_type'] | 'all' = 'all') {
  const filter = { ...(ranking && { ranking }), ...(kinds !== 'all' && { date_type: kinds }) };
  return useAnswer<PeriodsData>({ path: '/creator/v1/rank/periods', body: { filter } });
}
