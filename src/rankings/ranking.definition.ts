import type { Type } from '@nestjs/common';
import { RANKED, type RankedRows, type Ranking } from '../boards/board.document.js';
import { nameClass } from '../common/fields/schema.js';
import type { Lang } from '../common/lang.js';
import { AnswerEnvelope } from '../http/answer/answer.dto.js';
import { ExportableRequest, PagedRequest } from '../http/export/export-request.js';
import type { RequestExamples } from '../http/open-api/operation.decorator.js';
import { filterFields } from '../http/validation/request-field.js';
import type { FieldOf, FilterField } from '../search/compiler/clauses.js';
import type { FieldChoice, Paging, SortItem } from '../search/compiler/request.js';
import type { RowNames, RowPresenter } from './records/ranked.js';
import { type RankingFilter, type RankingOrder, RankingResult, RankingSelection } from './rankings.requests.js';

/** A page of a ranking, or the whole of it for an export. */
export interface RankingRequest extends Partial<Paging & FieldChoice> {
  readonly filter: RankingFilter;
  readonly orderby: readonly SortItem[];
  readonly lang?: Lang;
}

/** A ranking as its entry describes it: how its rows are read, and its texts. */
interface RankingEntry<Row extends object, Record extends object> {
  /** The ids of its operations: the page and the export. */
  readonly operations: readonly [page: string, exported: string];
  readonly path: string;
  readonly summaries: readonly [page: string, exported: string];
  readonly description: string;
  /** page * pagesize is at most this (docs/api.md, "Operations"). */
  readonly window: number;
  readonly filter: Type<RankingFilter<Row>>;
  readonly orderby: RankingOrder<FieldOf<Row>>;
  /** Whether requests have `lang`. */
  readonly inLanguages?: boolean;
  readonly record: Type<Record>;
  readonly present: (row: Row, names: RowNames) => { readonly [Name in keyof Record]?: unknown };
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
  /** The filter that names subjects by their ids: their rows keep the rank among all that the other filters keep. */
  readonly named: string | undefined;
  /** The filters of the sales that figures count. The first one selects a list of a board; all together without it. */
  readonly parts: readonly string[];
  /** The field of a row that each other filter looks at. */
  readonly filters: Readonly<{ [name: string]: FilterField }>;
  readonly orderby: RankingOrder;
}

/** Makes a ranking from its entry: its plan, and the classes of its requests and answers. */
export function ranking<Row extends object, Record extends object>(name: Ranking, entry: RankingEntry<Row, Record>) {
  const { record, window, filter, orderby, inLanguages = false } = entry;
  const rows: RankedRows = RANKED[name];
  const fields = Object.entries(filterFields(filter));
  const filtersOf = (index: string) => fields.flatMap(([filtered, field]) => (field === index ? [filtered] : []));
  const [[named], parts] = [filtersOf(rows.id), filtersOf('list')];
  const plan: RankingPlan<Record> = {
    ...rows,
    named,
    parts,
    filters: Object.fromEntries(fields.filter(([filtered]) => filtered !== named && !parts.includes(filtered))),
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
    name,
    request: nameClass(`${prefix}Request`, PagedRequest(selection, window, record)),
    exportRequest: nameClass(`${prefix}ExportRequest`, ExportableRequest(selection, record)),
    response: nameClass(`${prefix}Response`, AnswerEnvelope(data, 'Total, page and period')),
  };
}
