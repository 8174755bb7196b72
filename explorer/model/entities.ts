import { type State, without, withView } from './address.js';
import type { SentRequest } from './snippets.js';
import {
  isList,
  type ListId,
  meaningOf,
  type RowNames,
  ENTITY_IDS,
  type EntityId,
  PLACES,
  type Subject,
  type View,
  VIEWS,
} from './views.js';
import { channelFilter, channelOf } from './resolve-view.js';
import { RANKINGS, SUBJECTS } from './subjects.js';

/** A table of sales by something else, or the first rows of a ranking narrowed to the entity. */
export type Edge = SimpleEdge | ChosenEdge | ListLink;

interface SimpleEdge {
  readonly by: Subject | 'region';
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
  /** The operation with its figures by period. */
  readonly history?: { readonly path: string };
  readonly rankings: readonly ListId[];
  readonly edges: readonly Edge[];
  readonly lists: readonly ListLink[];
  /** By what its sales may have changed. */
  readonly changes: readonly ('creator' | 'product' | 'shop' | 'video' | 'live')[];
}

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

/** Where the page of a subject has its record from, and the tables and lists on it. */
const PAGES: Readonly<Record<EntityId, Pick<Entity, 'record' | 'edges' | 'changes' | 'lists'>>> = {
  creator: {
    record: recordOf(VIEWS.creators),
    edges: [...by('product', 'shop', 'category', 'video', 'live'), BY_PRICE],
    changes: ['product', 'shop'],
    lists: [link('videos', 'uid'), link('lives', 'uid')],
  },
  product: {
    record: {
      ...recordOf(VIEWS.products),
      fields: ['category.l1.name', 'commission_rate_info.rate', 'product_rating', ...VIEWS.products.columns],
    },
    edges: [...by('creator', 'video', 'live', 'region'), { by: 'follower_tier', isChosen: true }],
    changes: ['creator', 'video', 'live'],
    lists: [link('videos', 'product_id')],
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
    lists: [link('products', 'seller_id'), link('topProducts', 'seller_id')],
  },
  category: {
    record: {
      path: '/product/v1/category',
      most: 100,
      names: { id: 'id', title: 'name', subtitle: '', picture: '', entity: 'category' },
      fields: [],
    },
    edges: [
      ...by('region'),
      BY_PRICE,
      link('topProducts', 'l1_category_id'),
      link('topShops', 'l1_category_id'),
      link('sales', 'product_category_id'),
    ],
    changes: [],
    lists: [
      link('products', 'l1_category_id'),
      link('videos', 'product_category_id'),
      link('lives', 'product_category'),
    ],
  },
  video: {
    record: recordOf(VIEWS.videos),
    edges: by('product'),
    changes: [],
    lists: [],
  },
  live: {
    record: recordOf(VIEWS.lives),
    edges: by('product'),
    changes: [],
    lists: [],
  },
};

export const ENTITIES = Object.fromEntries(
  ENTITY_IDS.map((entity): [EntityId, Entity] => {
    const { id, history: path }: { id: string; history?: string } = SUBJECTS[entity];
    const rankings = PLACES.rankings.filter((list) => RANKINGS[list].subject === entity);
    return [entity, { id, ...PAGES[entity], ...(path !== undefined && { history: { path } }), rankings }];
  }),
) as Readonly<Record<EntityId, Entity>>;

/** Names in other places of records: what they name, and where its id stands. */
const NAMES: Readonly<Record<string, readonly [entity: EntityId, id: string]>> = {
  'creator.nickname': ['creator', 'creator.uid'],
  nickname: ['creator', 'uid'],
  'shop.name': ['shop', 'shop.seller_id'],
  'category.l1.name': ['category', 'category.l1.id'],
  'product.category.name': ['category', 'product.category.id'],
};

/** The kind that a field names, and the path of its id in the record; undefined for other fields. */
export const entityNamedBy = (path: string): readonly [entity: EntityId, id: string] | undefined => NAMES[path];

const IDS = ENTITY_IDS.map((entity) => ENTITIES[entity].id);

/**
 * The state of a page: of the region, the period and the channel of where it was opened from. From a ranking of its own
 * kind it keeps all filters, by which that ranking gives its rank.
 */
export function withEntity(state: State, entity: EntityId, id: string): State {
  const { rankings, id: field } = ENTITIES[entity];
  const isOfList = isList(state.view) && rankings.includes(state.view);
  const given = { ...state.kept, ...without(state.filter, 'ecommerce_type'), ...channelOnly(state.filter) };
  const filter: Record<string, string> = {};
  for (const [name, text] of Object.entries(given)) {
    const isKept = isOfList && state.filter[name] !== undefined && (!IDS.includes(name) || name === 'l1_category_id');
    if (isKept || ['region', 'date_info', 'channel'].includes(name)) filter[name] = text;
  }
  if (isOfList && state.view !== rankings[0]) filter[OF] = state.view;
  const { kept = {}, ...next } = withView(state, entity);
  const rest = Object.entries(kept).filter(
    ([name]) => meaningOf(name) === name && !Object.keys(filter).some((own) => meaningOf(own) === name),
  );
  return {
    ...next,
    ...(rest.length > 0 && { kept: Object.fromEntries(rest) }),
    filter: { ...filter, [field]: id },
  };
}

const LEVELS = ['l1_category_id', 'l2_category_id', 'l3_category_id'];

/** The categories that the sales of a page are of, as the list counts them that it was opened from. */
export function categoriesOf(
  { id: field }: Entity,
  filter: State['filter'],
  levelOf: (category: string) => number | undefined,
): State['filter'] {
  const { product_category_id: category } = filter;
  if (field === SUBJECTS.shop.id) {
    return Object.fromEntries(LEVELS.flatMap((name) => (filter[name] === undefined ? [] : [[name, filter[name]]])));
  }
  const level = category === undefined || field === SUBJECTS.category.id ? undefined : levelOf(category);
  return level === undefined || category === undefined ? {} : { [`l${level}_category_id`]: category };
}

/** The filter of the sales of a page; only those of a category are of its region. */
export const salesFilter = (
  { id: field }: Entity,
  { id, channel, region }: Readonly<Record<'id' | 'channel' | 'region', string | undefined>>,
  categories: State['filter'] = {},
): State['filter'] => ({
  ...categories,
  [field]: id ?? '',
  ...(channel !== undefined && { channel }),
  ...(region !== undefined && field === ENTITIES.category.id && { region }),
});

/** A list of what belongs to an entity, with the period of its page, and the region where its sales are of one. */
export function withList(state: State, entity: Entity, { view, filter: field }: ListLink, id: string): State {
  const { region, ...filter } = state.filter;
  const isOfRegion = region !== undefined && entity.id === ENTITIES.category.id;
  const next = withView({ ...state, filter: { ...filter, ...(isOfRegion && { region }) } }, view);
  return { ...next, filter: { ...next.filter, [field]: id } };
}

/** The ranking that a page was opened from, if not the first of its kind. */
export const OF = 'of';

const channelOnly = (filter: State['filter']): State['filter'] => {
  const channel = channelOf(filter);
  return channel === undefined ? {} : { channel };
};

/** Filters by a ranking's own figure: its growth, and whether it is new there. */
export const OF_ITS_FIGURE = ['growth_rate_range', 'is_new'];

/**
 * The filter of a ranking for the place of an entity, and the filters of its page that the ranking does not take, or takes
 * for another figure.
 */
export function placeFilter(
  fields: readonly { readonly name: string }[],
  entity: Entity,
  ranking: ListId,
  { [OF]: of = entity.rankings[0], ...filter }: State['filter'],
): { readonly taken: State['filter']; readonly left: readonly string[] } {
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
      [entity.id]: filter[entity.id] ?? '',
    },
    left: others.map(([name]) => name).filter((name) => nameIn(name) === undefined),
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
