import type { Type } from '@nestjs/common';
import { nameClass } from '../common/fields/schema.js';
import type { Lang } from '../common/lang.js';
import { AnswerEnvelope } from '../http/answer/answer.dto.js';
import { ExportableRequest, PagedRequest } from '../http/export/export-request.js';
import type { RequestExamples } from '../http/open-api/operation.decorator.js';
import type { FactKind } from '../figures/fact-groups.js';
import type { Subject } from '../figures/subjects.js';
import { filterFields } from '../http/validation/request-field.js';
import type { FieldChoice, Paging, SortItem } from '../search/compiler/request.js';
import type { RowNames, RowPresenter } from './records/ranked.js';
import { type RankingFilter, type RankingOrder, RankingResult, RankingSelection, ROW_ID } from './rankings.requests.js';

/** What the rows of a ranking are of, and the figure that orders them, whose growth is shown. */
interface RankedRows {
  readonly subject: Subject;
  readonly facts: FactKind;
  readonly figure: string;
  readonly unit: string;
}

const bySales = <Of extends Subject>(subject: Of) =>
  ({ subject, facts: 'sales', figure: 'usd_gmv', unit: 'USD' }) as const;

/** All rankings by name. */
export const RANKED = {
  topEcommerce: { ...bySales('creator'), figure: 'creator_usd_gmv' },
  topGrowth: { subject: 'creator', facts: 'creator-days', figure: 'follower_inc_count', unit: 'followers' },
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
  readonly lang?: Lang;
}

/** A ranking as its entry describes it: how its rows are read, and its texts. */
interface RankingEntry<Record extends object> {
  /** The ids of its operations: the page and the export. */
  readonly operations: readonly [page: string, exported: string];
  readonly path: string;
  readonly summaries: readonly [page: string, exported: string];
  readonly description: string;
  /** page * pagesize is at most this (docs/api.md, "Operations"). */
  readonly window: number;
  readonly filter: Type<RankingFilter>;
  readonly orderby: RankingOrder;
  /** Whether requests have `lang`. */
  readonly inLanguages?: boolean;
  readonly record: Type<Record>;
  readonly present: (row: never, names: RowNames) => { readonly [Name in keyof Record]?: unknown };
  readonly examples: RequestExamples;
  readonly exportExamples: RequestExamples;
  readonly tool: RankingTool;
}

/** The ranking for assistants, with its subject where its name does not tell it. */
interface RankingTool {
  readonly about?: string;
  /** The paths of the fields that rows have unless the request chooses some, with a space between them. */
  readonly fields: string;
  /** Ids under the names that other tools take, by their paths. */
  readonly ids?: Readonly<Record<string, string>>;
}

/** How the rows of a ranking are read. */
export interface RankingPlan<Record extends object = object> extends RankedRows, RowPresenter<Record> {
  readonly name: Ranking;
  /** The filter that names subjects by their ids: their rows keep the rank among all that the other filters keep. */
  readonly named: string | undefined;
  /** The field of facts or the figure of a row that each other filter looks at. */
  readonly filters: { readonly [name: string]: string };
  readonly orderby: RankingOrder;
}

/** Makes a ranking from its entry: its plan, and the classes of its requests and answers. */
export function ranking<Record extends object>(name: Ranking, entry: RankingEntry<Record>) {
  const { record, window, filter, orderby, inLanguages = false } = entry;
  const fields = Object.entries(filterFields(filter));
  const [named] = fields.find(([, field]) => field === ROW_ID) ?? [];
  const plan: RankingPlan<Record> = {
    ...RANKED[name],
    name,
    named,
    filters: Object.fromEntries(fields.filter(([filtered]) => filtered !== named)) as { [name: string]: string },
    orderby,
    record,
    present: entry.present,
  };
  const prefix = name.charAt(0).toUpperCase() + name.slice(1);
  const selection = RankingSelection(filter, orderby, inLanguages);
  const data = nameClass(`${prefix}Data`, RankingResult(record));
  return {
    ...entry,
    ...plan,
    request: nameClass(`${prefix}Request`, PagedRequest(selection, window, record)),
    exportRequest: nameClass(`${prefix}ExportRequest`, ExportableRequest(selection, record)),
    response: nameClass(`${prefix}Response`, AnswerEnvelope(data, 'Total, page and period')),
  };
}
