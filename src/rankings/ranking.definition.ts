import type { Type } from '@nestjs/common';
import type { RankedRows, Ranking } from '../boards/board.document.js';
import { RANKED } from '../boards/board.document.js';
import type { Period } from '../common/period/period.js';
import { AnswerEnvelope } from '../http/answer/answer.dto.js';
import { ExportableRequest, PagedRequest } from '../http/export/export-request.js';
import type { ExportOptions } from '../http/export/export-request.js';
import type { OperationDocs } from '../http/open-api/operation.decorator.js';
import type { FieldOf } from '../search/compiler/clauses.js';
import type { FieldChoice, Paging, SortItem } from '../search/compiler/request.js';
import type { Lang } from '../common/lang.js';
import type { RankingOrder } from './rankings.requests.js';
import type { RankingData } from './rankings.requests.js';
import { nameClass } from '../common/fields/schema.js';
import { RankingResult, RankingSelection } from './rankings.requests.js';
import type { Moved, RowNames } from './records/ranked.js';

/** The filter that every ranking has. */
export interface RankingFilter {
  readonly date_info: Period;
}

/** A page of a ranking, or the whole of it for an export. */
export interface RankingRequest<Filter extends RankingFilter = RankingFilter> extends Partial<Paging & FieldChoice> {
  readonly filter: Filter;
  readonly orderby: readonly SortItem[];
  readonly lang?: Lang;
}

/** A ranking as its entry describes it: how its rows are read, and its texts. */
interface RankingEntry<Filter extends RankingFilter, Row, Record extends object> {
  /** The ids of its operations: the page and the export. */
  readonly operations: readonly [page: string, exported: string];
  readonly path: string;
  readonly summaries: readonly [page: string, exported: string];
  readonly description: string;
  /** page * pagesize is at most this (docs/api.md, "Operations"). */
  readonly window: number;
  readonly filter: Type<Filter>;
  /** The filter that names subjects by their ids: their rows keep the rank among all that the other filters keep. */
  readonly named: keyof Filter & string;
  /** The filter that selects the part of a board's rows that is read; all together without it. */
  readonly part?: keyof Filter & string;
  /** The field of a row that each other filter looks at. */
  readonly filters: { readonly [Name in keyof Filter]?: FieldOf<Row> };
  /** The one of `filters` that the row of the period before must pass as well, to be compared with. */
  readonly comparedBy?: keyof Filter & string;
  readonly orderby: RankingOrder<FieldOf<Row>>;
  /** Whether requests have `lang`. */
  readonly inLanguages?: boolean;
  readonly record: Type<Record>;
  readonly toRecord: (row: Row, rank: number, moved: Moved, names: RowNames) => Record;
  readonly examples: OperationDocs['examples'];
  readonly exportExamples: OperationDocs['examples'];
}

/** The classes of a ranking's requests and answers, named as in the OpenAPI document. */
interface RankingClasses<Filter extends RankingFilter, Record extends object> {
  readonly request: Type<RankingRequest<Filter> & Paging & FieldChoice>;
  readonly exportRequest: Type<RankingRequest<Filter> & ExportOptions>;
  readonly data: Type<RankingData & { list: Record[] }>;
  readonly response: Type<object>;
}

/** The entry of a ranking, where its rows are, and its classes. */
export type RankingDefinition<Filter extends RankingFilter, Row, Record extends object> = RankingEntry<
  Filter,
  Row,
  Record
> &
  RankingClasses<Filter, Record> &
  RankedRows;

/** The parts of a definition that its rows are read by. */
export interface RankingPlan<Record extends object = object> extends RankedRows {
  readonly named: string;
  readonly part?: string;
  readonly filters: { readonly [name: string]: string | undefined };
  readonly comparedBy?: string;
  readonly orderby: RankingOrder;
  readonly record: Type<Record>;
  readonly toRecord: (row: never, rank: number, moved: Moved, names: RowNames) => Record;
}

/** Makes a ranking from its entry. */
export function ranking<Filter extends RankingFilter, Row, Record extends object>(
  name: Ranking,
  entry: RankingEntry<Filter, Row, Record>,
): RankingDefinition<Filter, Row, Record> {
  const { record, window, filter, orderby, inLanguages = false } = entry;
  const prefix = name.charAt(0).toUpperCase() + name.slice(1);
  const selection = RankingSelection(filter, orderby, inLanguages);
  const data = nameClass(`${prefix}Data`, RankingResult(record));
  return {
    ...RANKED[name],
    ...entry,
    request: nameClass(`${prefix}Request`, PagedRequest(selection, window, record)),
    exportRequest: nameClass(`${prefix}ExportRequest`, ExportableRequest(selection, record)),
    data,
    response: nameClass(`${prefix}Response`, AnswerEnvelope(data, 'Total, page and period')),
  };
}
