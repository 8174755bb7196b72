import { type State, without, withView } from './address.js';
import { isList, type ListId, meaningOf, ENTITY_IDS, type EntityId, PLACES } from './views.js';
import { channelOf } from './resolve-view.js';
import { RANKINGS, SUBJECTS } from './subjects.js';

/** A kind of record that has a page. */
export interface EntityKind {
  /** The field with its id in addresses, filters of breakdowns, and histories. */
  readonly id: string;
  /** The operation with its figures by period. */
  readonly history?: string;
  readonly rankings: readonly ListId[];
}

export const ENTITIES = Object.fromEntries(
  ENTITY_IDS.map((entity): [EntityId, EntityKind] => {
    const { id, history }: { id: string; history?: string } = SUBJECTS[entity];
    const rankings = PLACES.rankings.filter((list) => RANKINGS[list].subject === entity);
    return [entity, { id, ...(history !== undefined && { history }), rankings }];
  }),
) as Readonly<Record<EntityId, EntityKind>>;

/** The fields with a product category of each level. */
export const LEVELS: readonly string[] = ['l1_category_id', 'l2_category_id', 'l3_category_id'];

/** The level of the deepest category that a filter names; 1 without one. */
export const levelIn = (filter: State['filter']): number =>
  Math.max(1, LEVELS.findLastIndex((name) => filter[name] !== undefined) + 1);

/** The level of the categories in the rows of a page. */
export const levelOfRows = ({ view, filter }: State): number =>
  view === 'topCategories' ? Number(filter.level ?? 1) : levelIn(filter);

/** The field with the id of an entity; that of a category is of its level. */
export const idField = (entity: EntityId, level = 1): string =>
  (entity === 'category' ? LEVELS[level - 1] : undefined) ?? ENTITIES[entity].id;

/** Names in other places of records: what they name, and where its id stands. */
const NAMES: Readonly<Record<string, readonly [entity: EntityId, id: string, level?: number]>> = {
  'creator.nickname': ['creator', 'creator.uid'],
  nickname: ['creator', 'uid'],
  'shop.name': ['shop', 'shop.seller_id'],
  'category.l1.name': ['category', 'category.l1.id'],
  'category.l2.name': ['category', 'category.l2.id', 2],
  'category.l3.name': ['category', 'category.l3.id', 3],
  'product.category.name': ['category', 'product.category.id'],
};

/** The kind that a field names, the path of its id in the record, and the level of a category; undefined for other fields. */
export const entityNamedBy = (path: string): (typeof NAMES)[string] | undefined => NAMES[path];

const IDS = ENTITY_IDS.map((entity) => ENTITIES[entity].id);

/** The category of the page that another one is opened from, whose sales it counts. */
function nicheOf({ view, filter }: State, entity: EntityId): State['filter'] {
  const field = LEVELS[levelIn(filter) - 1] ?? '';
  const id = filter[field];
  if (view !== 'category' || id === undefined || entity === 'product' || entity === 'category') return {};
  return { [entity === 'shop' ? field : 'product_category_id']: id };
}

/**
 * The state of a page: of the region, the period and the channel of where it was opened from. From a ranking of its own
 * kind it keeps all filters, by which that ranking gives its rank, and from a category that category.
 * @param level of a category
 */
export function withEntity(state: State, entity: EntityId, id: string, level?: number): State {
  const { rankings } = ENTITIES[entity];
  const isOfList = isList(state.view) && rankings.includes(state.view);
  const given = { ...state.kept, ...without(state.filter, 'ecommerce_type'), ...channelOnly(state.filter) };
  const others = entity === 'category' ? [...IDS, 'level'] : IDS.filter((name) => !LEVELS.includes(name));
  const filter: Record<string, string> = {};
  for (const [name, text] of Object.entries(given)) {
    const isKept = isOfList && state.filter[name] !== undefined && !others.includes(name);
    if (isKept || ['region', 'date_info', 'channel'].includes(name)) filter[name] = text;
  }
  Object.assign(filter, nicheOf(state, entity));
  if (isOfList && state.view !== rankings[0]) filter[OF] = state.view;
  const { kept = {}, ...next } = withView(state, entity);
  const rest = Object.entries(kept).filter(
    ([name]) => meaningOf(name) === name && !Object.keys(filter).some((own) => meaningOf(own) === name),
  );
  return {
    ...next,
    ...(rest.length > 0 && { kept: Object.fromEntries(rest) }),
    filter: { ...filter, [idField(entity, level)]: id },
  };
}

/** The ranking that a page was opened from, if not the first of its kind. */
export const OF = 'of';

const channelOnly = (filter: State['filter']): State['filter'] => {
  const channel = channelOf(filter);
  return channel === undefined ? {} : { channel };
};

/** Filters by a ranking's own figure: its growth, and whether it is new there. */
export const OF_ITS_FIGURE = ['growth_rate_range', 'is_new'];
