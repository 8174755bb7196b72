import { type State, without, withView } from './address.js';
import type { SentRequest } from './snippets.js';
import { isList, type ListId, type RowNames, ENTITY_IDS, type EntityId, type View, VIEWS } from './views.js';
import { channelFilter, channelOf } from './shown-view.js';

/** A table of sales by something else, or the first rows of a ranking narrowed to the entity. */
export type Edge =
  { readonly by: 'creator' | 'product' | 'shop' | 'category' | 'video' | 'live' | 'day' | 'region' } | ListLink;

/** A list narrowed to the entity by one of its filters. */
export interface ListLink {
  readonly view: ListId;
  readonly filter: string;
}

/** A kind of record that has a page: where its record, history, ranks and sales come from. */
export interface Entity {
  /** The field with its id in addresses, filters of breakdowns, and histories. */
  readonly id: string;
  /** The operation that has the record: how many ids it takes as `filter`, and the fields shown. */
  readonly record: {
    readonly path: string;
    readonly filter?: string;
    readonly most: number;
    readonly names: RowNames;
    readonly fields: readonly string[];
  };
  /** The operation with its figures by period, and the figures of each chart. */
  readonly history?: { readonly path: string; readonly charts: readonly (readonly string[])[] };
  readonly boards: readonly ListId[];
  readonly edges: readonly Edge[];
  readonly lists: readonly ListLink[];
  /** By what its sales may have changed. */
  readonly changes: readonly ('creator' | 'product' | 'shop' | 'video' | 'live')[];
}

const SALES = ['video_usd_gmv', 'live_usd_gmv'];

/** The record of an entity as its search has it. */
const recordOf = ({ path, names, columns }: View): Entity['record'] => ({
  path,
  filter: names.id,
  most: 100,
  names,
  fields: columns,
});

export const ENTITIES: Readonly<Record<EntityId, Entity>> = {
  creator: {
    id: 'uid',
    record: recordOf(VIEWS.creators),
    history: { path: '/creator/v1/history', charts: [SALES, ['follower_count']] },
    boards: ['sales', 'growth'],
    edges: [{ by: 'product' }, { by: 'shop' }, { by: 'category' }, { by: 'video' }, { by: 'live' }],
    changes: ['product', 'shop'],
    lists: [
      { view: 'videos', filter: 'uid' },
      { view: 'lives', filter: 'uid' },
    ],
  },
  product: {
    id: 'product_id',
    record: {
      ...recordOf(VIEWS.products),
      fields: ['category.l1.name', 'commission_rate_info.rate', 'product_rating', ...VIEWS.products.columns],
    },
    history: { path: '/product/v1/history', charts: [SALES, ['units_sold']] },
    boards: ['topProducts'],
    edges: [{ by: 'creator' }, { by: 'video' }, { by: 'live' }, { by: 'region' }],
    changes: ['creator', 'video', 'live'],
    lists: [{ view: 'videos', filter: 'product_id' }],
  },
  shop: {
    id: 'seller_id',
    record: {
      path: VIEWS.products.path,
      filter: 'seller_id',
      most: 1,
      names: { id: 'shop.seller_id', title: 'shop.name', subtitle: '', picture: 'shop.avatar', entity: 'shop' },
      fields: ['region', 'shop.total_units_sold'],
    },
    history: { path: '/shop/v1/history', charts: [SALES, ['units_sold']] },
    boards: ['topShops'],
    edges: [{ by: 'product' }, { by: 'creator' }, { by: 'video' }, { by: 'live' }, { by: 'region' }],
    changes: ['product', 'creator'],
    lists: [
      { view: 'products', filter: 'seller_id' },
      { view: 'topProducts', filter: 'seller_id' },
    ],
  },
  category: {
    id: 'l1_category_id',
    record: {
      path: '/product/v1/category',
      most: 100,
      names: { id: 'id', title: 'name', subtitle: '', picture: '', entity: 'category' },
      fields: [],
    },
    history: { path: '/category/v1/history', charts: [SALES, ['units_sold']] },
    boards: ['topCategories'],
    edges: [
      { by: 'region' },
      { view: 'topProducts', filter: 'l1_category_id' },
      { view: 'topShops', filter: 'l1_category_id' },
      { view: 'sales', filter: 'product_category_id' },
    ],
    changes: [],
    lists: [
      { view: 'products', filter: 'l1_category_id' },
      { view: 'videos', filter: 'product_category_id' },
      { view: 'lives', filter: 'product_category' },
    ],
  },
  video: {
    id: 'video_id',
    record: recordOf(VIEWS.videos),
    boards: ['topVideos'],
    edges: [{ by: 'product' }, { by: 'day' }],
    changes: [],
    lists: [],
  },
  live: {
    id: 'room_id',
    record: recordOf(VIEWS.lives),
    boards: ['topLives'],
    edges: [{ by: 'product' }],
    changes: [],
    lists: [],
  },
};

/** Names in other places of records: what they name, and where its id stands. */
const NAMES: Readonly<Record<string, readonly [entity: EntityId, id: string]>> = {
  'creator.nickname': ['creator', 'creator.uid'],
  nickname: ['creator', 'uid'],
  'shop.name': ['shop', 'shop.seller_id'],
  'category.l1.name': ['category', 'category.l1.id'],
  'product.category.name': ['category', 'product.category.id'],
};

/** The kind that a field names, and the path of its id in the record; undefined for other fields. */
export const namedBy = (path: string): readonly [entity: EntityId, id: string] | undefined => NAMES[path];

const IDS = ENTITY_IDS.map((entity) => ENTITIES[entity].id);

/**
 * The state of a page: of the region, the period and the channel of where it was opened from. From a ranking of its own
 * kind it keeps all filters, by which that ranking gives its rank.
 */
export function withEntity(state: State, entity: EntityId, id: string): State {
  const isOfList = isList(state.view) && ENTITIES[entity].boards.includes(state.view);
  const kept = Object.entries({ ...without(state.filter, 'ecommerce_type'), ...channelOnly(state.filter) }).filter(
    ([name]) =>
      isOfList ? !IDS.includes(name) || name === 'l1_category_id' : ['region', 'date_info', 'channel'].includes(name),
  );
  return { ...withView(state, entity), filter: { ...Object.fromEntries(kept), [ENTITIES[entity].id]: id } };
}

const channelOnly = (filter: State['filter']): State['filter'] => {
  const channel = channelOf(filter);
  return channel === undefined ? {} : { channel };
};

/** The request of a ranking for the place of an entity: the filters of its page that the ranking takes. */
export function placeFilter(
  fields: readonly { readonly name: string }[],
  entity: Entity,
  filter: State['filter'],
): State['filter'] {
  const taken = Object.entries(filter).filter(([name]) => fields.some((field) => field.name === name));
  return {
    ...Object.fromEntries(taken),
    ...channelFilter(fields, channelOf(filter)),
    [entity.id]: filter[entity.id] ?? '',
  };
}

/** The requests for the records of entities; a tree of categories has all of them. */
export function recordRequests(
  { record }: Entity,
  ids: readonly string[],
  lang: State['lang'] | undefined,
): SentRequest[] {
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
