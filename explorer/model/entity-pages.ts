import { type State, withView } from './address.js';
import { type EntityKind, ENTITIES, idField, LEVELS, OF, OF_ITS_FIGURE } from './entities.js';
import { CHANGE, channelFilter, channelOf } from './resolve-view.js';
import { SUBJECTS } from './subjects.js';
import {
  ENTITY_IDS,
  type EntityId,
  type ListId,
  meaningOf,
  type RowNames,
  type Subject,
  type View,
  VIEWS,
} from './views.js';

/** The operation with sales by what they are of. */
export const BREAKDOWN = '/sales/v1/breakdown';

/** A table of sales by something else, or the first rows of a ranking narrowed to the entity. */
export type Edge = SimpleEdge | ChosenEdge | ListLink;

interface SimpleEdge {
  readonly by: Subject | 'region' | 'follower_tier';
}

/** A table of sales by one or two keys that the address names, or by this one. */
export interface ChosenEdge {
  readonly by: 'price_band' | 'follower_tier';
  readonly isChosen: true;
}

/** A list narrowed to the entity by one of its filters. */
export interface ListLink {
  readonly view: ListId;
  readonly filter: string;
  readonly orderby?: string;
}

/** A page: where its record, history, ranks and sales come from. */
export interface Entity extends EntityKind {
  readonly level?: number;
  /** The operation that has the record: how many ids it takes as `filter`, and the fields shown. */
  readonly record: {
    readonly path: string;
    readonly filter?: string;
    readonly most: number;
    readonly names: RowNames;
    readonly fields: readonly string[];
  };
  readonly edges: readonly Edge[];
  readonly lists: readonly ListLink[];
  /** By what its sales may have changed. */
  readonly changes: readonly ('creator' | 'product' | 'shop' | 'video' | 'live')[];
  /** Rankings narrowed to it, of which one is shown: its top or its rising rows. */
  readonly leaders: readonly ListLink[];
}

type OwnParts = Pick<Entity, 'record' | 'edges' | 'changes' | 'lists'>;

const link = (view: ListId, filter: string): ListLink => ({ view, filter });

const by = (...keys: SimpleEdge['by'][]): SimpleEdge[] => keys.map((key) => ({ by: key }));

const BY_PRICE: ChosenEdge = { by: 'price_band', isChosen: true };

/** The record of an entity as its search has it. */
const recordOf = ({ path, names, columns }: View): Entity['record'] => ({
  path,
  filter: names.id,
  most: 100,
  names,
  fields: columns,
});

const ofProducts = (view: View): OwnParts => ({ record: recordOf(view), edges: by('product'), changes: [], lists: [] });

/** Where the page of a subject has its record from, and the tables and lists on it. */
const PARTS: Readonly<Record<Exclude<EntityId, 'category'>, OwnParts>> = {
  creator: {
    record: recordOf(VIEWS.creators),
    edges: [...by('product', 'shop', 'category', 'video', 'live'), BY_PRICE],
    changes: ['product', 'shop'],
    lists: [link('videos', 'uid'), link('lives', 'uid')],
  },
  product: {
    record: {
      ...recordOf(VIEWS.products),
      fields: ['category.l1.name', 'category.l3.name', 'commission_rate_info.rate', ...VIEWS.products.columns],
    },
    edges: [...by('creator', 'video', 'live', 'region'), { by: 'follower_tier', isChosen: true }],
    changes: ['creator', 'video', 'live'],
    // A search would show all that its videos sold.
    lists: [link('topVideos', 'product_id'), link('topLives', 'product_id')],
  },
  shop: {
    record: {
      path: VIEWS.products.path,
      filter: 'seller_id',
      most: 1,
      names: { id: 'shop.seller_id', title: 'shop.name', subtitle: '', picture: 'shop.avatar', entity: 'shop' },
      fields: ['region', 'shop.total_units_sold'],
    },
    edges: [...by('product', 'creator', 'video', 'live', 'region'), BY_PRICE],
    changes: ['product', 'creator'],
    lists: [
      link('products', 'seller_id'),
      link('topProducts', 'seller_id'),
      link('topVideos', 'seller_id'),
      link('topLives', 'seller_id'),
    ],
  },
  video: ofProducts(VIEWS.videos),
  live: ofProducts(VIEWS.lives),
};

const PAGES = Object.fromEntries(
  ENTITY_IDS.flatMap((entity): [EntityId, Entity][] => {
    if (entity === 'category') return [];
    return [[entity, { ...ENTITIES[entity], ...PARTS[entity], leaders: [] }]];
  }),
) as Readonly<Record<EntityId, Entity>>;

const CATEGORY: Entity['record'] = {
  path: '/product/v1/category',
  most: 100,
  names: { id: 'id', title: 'name', subtitle: '', picture: '', entity: 'category' },
  fields: [],
};

/** The pages of categories, by level. */
const NICHES = LEVELS.map((id, at): Entity => {
  const searches = at === 0 ? [link('videos', 'product_category_id'), link('lives', 'product_category')] : [];
  const inNiche = [link('sales', 'product_category_id'), link('topVideos', 'product_category_id')];
  return {
    ...ENTITIES.category,
    id,
    level: at + 1,
    record: CATEGORY,
    edges: [...(at + 1 < LEVELS.length ? by('category') : []), BY_PRICE, ...by('follower_tier', 'region')],
    lists: [link('products', id), link('shops', id), ...searches],
    changes: [],
    leaders: ['', CHANGE].flatMap((orderby) =>
      [link('topProducts', id), link('topShops', id), ...inNiche].map((own) => (orderby ? { ...own, orderby } : own)),
    ),
  };
});

/** The page of a kind. @param level of a category */
export const pageOf = (entity: EntityId, level = 1): Entity =>
  (entity === 'category' ? NICHES[level - 1] : undefined) ?? PAGES[entity];

/** The categories that the sales of a page are of, as the list counts them that it was opened from. */
export function categoriesOf(
  { id: field, level: own }: Pick<Entity, 'id' | 'level'>,
  filter: State['filter'],
  levelOf: (category: string) => number | undefined,
): State['filter'] {
  const { product_category_id: category } = filter;
  if (field === SUBJECTS.shop.id) {
    return Object.fromEntries(LEVELS.flatMap((name) => (filter[name] === undefined ? [] : [[name, filter[name]]])));
  }
  const level = category === undefined || own !== undefined ? undefined : levelOf(category);
  return level === undefined || category === undefined ? {} : { [idField('category', level)]: category };
}

/** The filter of the sales of a page; only those of a category are of its region. */
export const salesFilter = (
  { id: field, level }: Pick<Entity, 'id' | 'level'>,
  { id, channel, region }: Readonly<Record<'id' | 'channel' | 'region', string | undefined>>,
  categories: State['filter'] = {},
): State['filter'] => ({
  ...categories,
  [field]: id ?? '',
  ...(channel !== undefined && { channel }),
  ...(region !== undefined && level !== undefined && { region }),
});

/** A list of what belongs to an entity, with the period of its page, and the region where its sales are of one. */
export function withList(state: State, { level }: Entity, { view, filter: field }: ListLink, id: string): State {
  const { region, ...filter } = state.filter;
  const isOfRegion = region !== undefined && level !== undefined;
  const next = withView({ ...state, filter: { ...filter, ...(isOfRegion && { region }) } }, view);
  return { ...next, filter: { ...next.filter, [field]: id } };
}

/**
 * The filter of a ranking for the place of an entity, and the filters of its page that the ranking does not take, or takes
 * for another figure.
 * @param first the category of level 1 above a category: below level 1 the ranking has no filter for one row
 */
export function placeFilter(
  fields: readonly { readonly name: string }[],
  entity: Pick<Entity, 'id' | 'level' | 'rankings'>,
  ranking: ListId,
  { [OF]: of = entity.rankings[0], ...filter }: State['filter'],
  first = '',
): { readonly taken: State['filter']; readonly left: readonly string[] } {
  const { id, level = 1 } = entity;
  const nameIn = (name: string): string | undefined => {
    if (OF_ITS_FIGURE.includes(name) && of !== ranking) return undefined;
    const meaning = meaningOf(name);
    return fields.find((field) => field.name === name || (meaning !== undefined && meaningOf(field.name) === meaning))
      ?.name;
  };
  const others = Object.entries(filter).filter(([name]) => !['channel', 'ecommerce_type'].includes(name));
  const taken = others.flatMap(([name, text]) => {
    const own = nameIn(name);
    return own === undefined ? [] : [[own, text] as const];
  });
  return {
    taken: {
      ...Object.fromEntries(taken),
      ...channelFilter(fields, channelOf(filter)),
      ...(level > 1 ? { level: String(level), l1_category_id: first } : { [id]: filter[id] ?? '' }),
    },
    left: others.map(([name]) => name).filter((name) => name !== id && nameIn(name) === undefined),
  };
}

/** The requests for the records of entities; a tree of categories has all of them. */
export function recordRequests({ record }: Pick<Entity, 'record'>, ids: readonly string[], lang?: State['lang']) {
  const language = lang !== undefined && { lang };
  const { path, filter, most } = record;
  if (filter === undefined) return [{ path, body: { ...language } }];
  return Array.from({ length: Math.ceil(ids.length / most) }, (_, at) => {
    const asked = ids.slice(at * most, (at + 1) * most);
    return {
      path,
      body: { filter: { [filter]: asked.length === 1 ? asked[0] : asked }, pagesize: asked.length, ...language },
    };
  });
}
