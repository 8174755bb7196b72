import type { FieldsClass } from '../fields/schema.js';
import type { Lang } from '../common/lang.js';
import type { FactKind } from '../common/record-kind.js';
import { type Subject, SUBJECTS } from '../subjects/subjects.js';
import { filterFields } from '../http/validation/request-field.js';
import type { FieldChoice, Paging, SortItem } from '../search/compiler/types.js';
import type { EcommerceType, RankingFilter } from './rankings.filters.js';

/** What the rows of a ranking are of, and the figure that orders them, whose growth is shown. */
interface RankedRows {
  readonly subject: Subject;
  readonly facts: FactKind;
  readonly figure: string;
}

const bySales = <Of extends Subject>(subject: Of) => ({ subject, facts: 'sales', figure: 'usd_gmv' }) as const;

export const RANKED = {
  topEcommerce: { ...bySales('creator'), figure: 'creator_usd_gmv' },
  topGrowth: { subject: 'creator', facts: 'creator-days', figure: 'follower_inc_count' },
  productTopSelling: bySales('product'),
  shopTopSelling: bySales('shop'),
  categoryTopSelling: bySales('category'),
  videoTopSelling: bySales('video'),
  liveTopSelling: bySales('live'),
} as const satisfies Readonly<Record<string, RankedRows>>;

export type Ranking = keyof typeof RANKED;
export const RANKINGS = Object.keys(RANKED) as Ranking[];

/** A page of a ranking, or the whole of it for an export. */
export interface RankingRequest extends Partial<Paging & FieldChoice> {
  readonly filter: RankingFilter;
  readonly orderby: readonly SortItem[];
  /** The value of the period that rows are compared with, of the type of `date_info`; the one before unless set. */
  readonly compare_to?: string | undefined;
  readonly lang?: Lang;
}

/** The fields that `orderby` may name. */
export interface RankingOrder {
  /** The first one is the default, where `byType` names none. */
  readonly fields: readonly string[];
  readonly description: string;
  /** Figures of which `ecommerce_type` selects one: it is the default, and the others are refused. */
  readonly byType?: Readonly<Record<EcommerceType | 'all', string>>;
}

/** How the rows of a ranking are read. */
export interface RankingPlan extends RankedRows {
  readonly name: Ranking;
  readonly record: new () => object;
  /** The part of the record of its subject that rows show, where it is not that of breakdowns. */
  readonly shown?: new () => object;
  /** The filter that names subjects by their ids: their rows keep the rank among all that the other filters keep. */
  readonly named: string;
  /** The field of facts or the figure of a row that each other filter looks at. */
  readonly filters: { readonly [name: string]: string };
  readonly orderby: RankingOrder;
}

/** The plan of a ranking. Its filters name the fields that they look at. */
export function rankingPlan(
  name: Ranking,
  filter: FieldsClass,
  entry: Pick<RankingPlan, 'orderby' | 'record' | 'shown'>,
): RankingPlan {
  const { id: named } = SUBJECTS[RANKED[name].subject];
  return { ...RANKED[name], ...entry, name, named, filters: filterFields(filter) as RankingPlan['filters'] };
}
