import { dayOf, MS_PER_DAY } from './period/period.js';

/** All kinds of records and facts, categories first because the others need their names. Each has the index of its name. */
export const RECORD_KINDS = [
  ...(['product-categories', 'creator-categories', 'rates', 'synonyms'] as const),
  ...(['products', 'videos', 'lives', 'creators', 'sales', 'creator-days'] as const),
];
export type RecordKind = (typeof RECORD_KINDS)[number];

/** The field by which the newest record of a kind is found: a day, otherwise Unix seconds; `label` is what assistants read. */
export const NEWEST = [
  { kind: 'videos', name: 'videos', field: 'publish_time', isDay: false, label: 'newest video' },
  { kind: 'products', name: 'products', field: 'launch_time', isDay: false, label: 'newest product' },
  { kind: 'lives', name: 'lives', field: 'start_time', isDay: false, label: 'newest live stream' },
  { kind: 'sales', name: 'sales', field: 'date', isDay: true, label: 'sales until' },
  { kind: 'creator-days', name: 'creator_days', field: 'date', isDay: true, label: 'follower counts until' },
  { kind: 'rates', name: 'rates', field: 'date', isDay: true, label: 'rates until' },
] as const satisfies readonly { readonly kind: RecordKind; readonly [property: string]: string | boolean }[];

/** The newest moment of each kind of data: Unix seconds, or a day YYYY-MM-DD; null for a kind without data. */
export type NewestMoments = {
  readonly [Entry in (typeof NEWEST)[number] as Entry['name']]: (Entry['isDay'] extends true ? string : number) | null;
};

/** The latest moment that can be the newest, Unix seconds or a day: the end of tomorrow, UTC. Later ones are mistakes. */
export function endOfTomorrow(isDay: boolean): number | string {
  const tomorrow = dayOf(Date.now() + MS_PER_DAY);
  return isDay ? tomorrow : Date.parse(`${tomorrow}T23:59:59Z`) / 1000;
}

/** The kinds of facts, and the kinds of records from which each takes its dimensions. */
export const DIMENSION_SOURCES = {
  sales: ['creators', 'products', 'videos'],
  'creator-days': ['creators'],
} as const satisfies Readonly<Partial<Record<RecordKind, readonly RecordKind[]>>>;
export type FactKind = keyof typeof DIMENSION_SOURCES;
export const FACT_KINDS = Object.keys(DIMENSION_SOURCES) as readonly FactKind[];
export const isFactKind = (kind: string): kind is FactKind => kind in DIMENSION_SOURCES;

/** The facts that take dimensions from records of a kind. */
export const factsOf = (kind: RecordKind): readonly FactKind[] =>
  FACT_KINDS.filter((facts) => (DIMENSION_SOURCES[facts] as readonly RecordKind[]).includes(kind));

/** The indices of tokens and of the state that all processes share: of a few hundred documents each. */
const OWN_KINDS = ['tokens', 'state'] as const;

export type IndexKind = RecordKind | (typeof OWN_KINDS)[number];

export const isOwnKind = (kind: IndexKind): boolean => OWN_KINDS.some((own) => own === kind);

/** Names of all indices: those of loaded records, and `OWN_KINDS`. elastic/indices has a definition for each. */
export const INDEX_KINDS: readonly IndexKind[] = [...RECORD_KINDS, ...OWN_KINDS];

/** Indices that earlier releases wrote and no release reads. */
export const RETIRED_KINDS = ['top-ecommerce-boards', 'top-growth-boards', 'top-selling-boards', 'periods'] as const;
export type RetiredKind = (typeof RETIRED_KINDS)[number];
