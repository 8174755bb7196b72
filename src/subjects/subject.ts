import type { JsonObject } from '../common/json-object.js';
import type { LocalizedName } from '../common/lang.js';
import { roundHalfAwayFromZero } from '../common/numbers.js';
import type { FactKind, IndexKind } from '../common/record-kind.js';

/** What creators, products, shops, categories, videos and live streams are to facts, rankings, tools and lists. */
export interface SubjectEntry {
  readonly name: LocalizedName;
  readonly plural: string;
  /** Whether the explorer has no page of it. */
  readonly hasNoPage?: true;
  /** The field of its id in requests, rows, and the records of its index. */
  readonly id: string;
  /** The index that knows it: of its records; of categories that of sales. */
  readonly index: IndexKind;
  /** The object in its index whose fields keywords search; those of the record unless set. */
  readonly searchedIn?: string;
  /** The field of category names in its index, which keywords search as well. */
  readonly categories?: string;
  /** The part of its record whose fields are shown as well. */
  readonly part?: string;
  /** Whether several records of its index are about it: the one with the first id is shown. */
  readonly hasSeveral?: true;
  /** The part of its record that rows of breakdowns show. */
  readonly record: new () => object;
  /** The fields of a row of a breakdown that name it. */
  readonly row: object;
  /** The field of facts that has its id; of categories at level 1. */
  readonly key: string;
  /** The fields that facts take from its document, and the dimensions that they become. */
  readonly dimensions?: { readonly from: readonly string[]; readonly make: (document: never) => object };
  /** The facts that have a row in its ranking. */
  readonly clauses: readonly object[];
  /** The dimensions on which all facts of a row must agree to have them; rows show the first. */
  readonly agreed?: readonly string[];
  /** Only sales of this channel are its own. */
  readonly channel?: 'video' | 'live';
  /** Whether sales without it are a row of a breakdown. */
  readonly takesMissing?: true;
  /** The filters that make a breakdown by it shorter. */
  readonly narrowedBy: readonly string[];
  /** Its rankings by their names, the main one first. */
  readonly rankings: Readonly<Record<string, SubjectRanking>>;
  readonly peers?: SubjectPeers;
  /** What tools of assistants tell of it. */
  readonly tools: {
    /** The calls that go on from its rows. */
    readonly next: string;
    readonly breakdown: string;
    /** Its history, where it has one. */
    readonly history?: ToolTexts;
    readonly search?: ToolTexts;
    /** What its resource has: the answer of the search of its index. */
    readonly resource?: string;
  };
  /** The paths of the fields of a row that lists show as its names; its id, where that is elsewhere. */
  readonly shownAs: {
    readonly id?: string;
    readonly title: string;
    readonly subtitle?: string;
    readonly picture?: string;
  };
}

export interface SubjectPeers {
  /** The figures that are compared, with blanks between. */
  readonly figures: string;
  /** The fields of its document that peers may share; without them its category is that in which it sells most. */
  readonly fields?: string;
  /** What peers may have in common with it. */
  readonly traits: Readonly<Record<string, PeerFilter>>;
}

export interface SubjectRanking extends ToolTexts {
  readonly operation: string;
  readonly facts: FactKind;
  /** The figure that orders the rows, whose growth is shown. */
  readonly figure: string;
  /** The part of the record of its subject that rows show, where it is not that of breakdowns. */
  readonly shown?: new () => object;
  readonly list: string;
}

/** What assistants read of an operation. */
export interface ToolTexts {
  /** Its subject; absent where its name tells it. */
  readonly about?: string;
  /** The paths of the fields that rows have unless the request chooses some, with blanks between; all without any. */
  readonly fields?: string;
  /** Ids under the names that other tools take, by their paths. */
  readonly ids?: Readonly<Record<string, string>>;
}

/** A ranking by sales. */
export const BY_SALES = { facts: 'sales', figure: 'usd_gmv' } as const;

/** The fields of its rows for assistants. */
export const SELLING_FIELDS =
  'rank previous_rank is_new units_sold usd_gmv usd_gmv_growth_rate_info.rate usd_gmv_change';

/** The fields of a period of a product, shop or category. */
export const SALES_FIELDS =
  'previous usd_gmv_change date_value units_sold usd_gmv video_usd_gmv live_usd_gmv creator_count';

/** The figures of a product or shop that are compared with those of its peers. */
export const SELLING_FIGURES = 'usd_gmv video_usd_gmv live_usd_gmv units_sold creator_count video_count live_count';

/** The facts of a video or live stream, which belongs to a creator. */
export const contentOf = <Channel extends 'video' | 'live'>(channel: Channel) =>
  ({
    key: 'content_id',
    clauses: [{ term: { channel } }],
    agreed: ['uid', 'creator_region', 'creator_category_id'],
    channel,
  }) as const;

/** An id of a document as facts have it. */
export const idText = (value: number | null | undefined): string | null =>
  typeof value === 'number' ? String(value) : null;

/** The filter that keeps the peers of a row, by its name; null where the row has no value. */
export type PeerFilter = (row: JsonObject, tolerance: number) => readonly [name: string, value: unknown];

/** Keeps rows with the same value. */
export const sameValue =
  (filter: string, field = filter): PeerFilter =>
  (row) => [filter, row[field] ?? null];

/** Keeps rows whose value differs by at most `tolerance` percent. */
export const valueAround =
  (field: string): PeerFilter =>
  (row, tolerance) => {
    const value = row[field];
    const bound = (percent: number) => roundHalfAwayFromZero((Number(value) * percent) / 100, 2);
    const range = typeof value === 'number' ? { min: bound(100 - tolerance), max: bound(100 + tolerance) } : null;
    return [`${field}_range`, range];
  };

/** Keeps rows of the deepest category that a product has. */
export const deepestCategory: PeerFilter = (row) => {
  const level = ['l3_category_id', 'l2_category_id'].find((name) => typeof row[name] === 'number') ?? 'l1_category_id';
  return [level, row[level] ?? null];
};
