import { dayOf, MS_PER_DAY } from './period/period.js';

/** A kind of records or facts that is loaded into the index of its name. */
interface RecordKindEntry {
  /** The field with the id of a record. Without it, the id is made of several fields. */
  readonly id?: string;
  /** The scope of tokens that opens the records. */
  readonly scope?: string;
  /** The newest record: by which field it is found, and how documents and tools of assistants call it. */
  readonly newest?: {
    readonly field: string;
    /** A day; otherwise Unix seconds. */
    readonly isDay?: true;
    readonly title: string;
    readonly label: string;
  };
}

/** All kinds of records and facts. `src/loading/load-kind.ts` has their classes and mappers. */
const RECORD_KINDS = {
  videos: {
    id: 'video_id',
    scope: 'video',
    newest: { field: 'publish_time', title: 'Publish time of the newest video', label: 'newest video' },
  },
  products: {
    id: 'product_id',
    scope: 'product',
    newest: { field: 'launch_time', title: 'Listing time of the newest product', label: 'newest product' },
  },
  lives: {
    id: 'room_id',
    scope: 'live',
    newest: { field: 'start_time', title: 'Start of the newest live stream', label: 'newest live stream' },
  },
  creators: { id: 'uid', scope: 'ranking' },
  sales: {
    id: 'id',
    newest: {
      field: 'date',
      isDay: true,
      title: 'Newest day with sales, of the market’s own calendar',
      label: 'sales until',
    },
  },
  'creator-days': {
    newest: {
      field: 'date',
      isDay: true,
      title: 'Newest creator-day, of the market’s own calendar',
      label: 'follower counts until',
    },
  },
  rates: {
    newest: { field: 'date', isDay: true, title: 'Day of the newest rate', label: 'rates until' },
  },
  synonyms: { id: 'id' },
  'product-categories': { id: 'id' },
  'creator-categories': { id: 'id' },
} as const satisfies Readonly<Record<string, RecordKindEntry>>;

type RecordKinds = typeof RECORD_KINDS;

export type RecordKind = keyof RecordKinds;

/** The kinds whose records have this property. */
type KindsWith<Property extends keyof RecordKindEntry> = {
  [Kind in RecordKind]: RecordKinds[Kind] extends Readonly<Record<Property, unknown>> ? Kind : never;
}[RecordKind];

export type SearchScope = RecordKinds[KindsWith<'scope'>]['scope'];

type SnakeCase<Name extends string> = Name extends `${infer Head}-${infer Tail}` ? `${Head}_${SnakeCase<Tail>}` : Name;

/** The newest moment of each kind of data: Unix seconds, or a day YYYY-MM-DD; null for a kind without data. */
export type NewestMoments = {
  readonly [Kind in KindsWith<'newest'> as SnakeCase<Kind>]:
    (RecordKinds[Kind]['newest'] extends { readonly isDay: true } ? string : number) | null;
};

const entries = Object.entries(RECORD_KINDS) as unknown as readonly (readonly [RecordKind, RecordKindEntry])[];

export const NEWEST = entries.flatMap(([kind, { newest }]) =>
  newest === undefined ? [] : [{ ...newest, kind, name: kind.replaceAll('-', '_') as keyof NewestMoments }],
);

/** The latest moment that can be the newest, Unix seconds or a day: the end of tomorrow, UTC. Later ones are mistakes. */
export function latestNewest(isDay: boolean): number | string {
  const tomorrow = dayOf(Date.now() + MS_PER_DAY);
  return isDay ? tomorrow : Date.parse(`${tomorrow}T23:59:59Z`) / 1000;
}

export const SEARCH_SCOPES = [
  ...new Set(entries.flatMap(([, { scope }]) => scope ?? [])),
] as readonly string[] as readonly SearchScope[];

/** The field with the id of a record; undefined when the id is made of several fields. */
export const idFieldOf = (kind: RecordKind): string | undefined => (RECORD_KINDS[kind] as RecordKindEntry).id;

/** The kinds of facts, and the kinds of records from which each takes its dimensions. */
export const FACT_SUBJECTS = {
  sales: ['creators', 'products'],
  'creator-days': ['creators'],
} as const satisfies Readonly<Partial<Record<RecordKind, readonly RecordKind[]>>>;
export type FactKind = keyof typeof FACT_SUBJECTS;
export const FACT_KINDS = Object.keys(FACT_SUBJECTS) as readonly FactKind[];
export const isFactKind = (kind: string): kind is FactKind => kind in FACT_SUBJECTS;

/** The facts that take dimensions from records of a kind. */
export const factsOf = (kind: RecordKind): readonly FactKind[] =>
  FACT_KINDS.filter((facts) => (FACT_SUBJECTS[facts] as readonly RecordKind[]).includes(kind));

const OWN_KINDS = ['tokens', 'state'] as const;

export type IndexKind = RecordKind | (typeof OWN_KINDS)[number];

/** Names of all indices: those of loaded records, and those that the service writes. elastic/indices has a definition for each. */
export const INDEX_KINDS: readonly IndexKind[] = [...(Object.keys(RECORD_KINDS) as RecordKind[]), ...OWN_KINDS];

/** Indices that earlier releases wrote and no release reads. */
export const RETIRED_KINDS = ['top-ecommerce-boards', 'top-growth-boards', 'top-selling-boards', 'periods'] as const;
export type RetiredKind = (typeof RETIRED_KINDS)[number];
