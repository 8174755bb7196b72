import { applyDecorators, type Type } from '@nestjs/common';
import type { Lang } from '../common/lang.js';
import { KeywordData } from '../documents/keyword-data.record.js';
import { Fields, ListField, WholeField } from '../fields/field.js';
import { pageFieldsIn, pathsOf } from '../fields/paths.js';
import type { ExportOptions } from '../http/export/export-sender.js';
import { EXPORT_FORMATS } from '../http/export/record-writer.js';
import { Published, Rule } from '../http/validation/broken-rule.js';
import {
  ChoiceField,
  ChoicesField,
  CountField,
  FlagFilterField,
  LangField,
  OrderbyField,
  PageField,
  PageSizeField,
} from '../http/validation/fields.js';
import { NestedField } from '../http/validation/request-field.js';
import type { FieldChoice, Paging, Selection } from '../search/compiler/types.js';
import { MatchField, type SearchKeywordsField } from './record.fields.js';

const MOST_FIELDS = 100;

interface SelectionTexts {
  readonly keywords: ReturnType<typeof SearchKeywordsField>;
  /** What is said of the filter; that it is optional unless set. */
  readonly needed?: string;
  /** Its names are the fields of `orderby`. */
  readonly sorts: object;
  /** The order without keywords and `orderby`. */
  readonly order: string;
}

/** Makes the request class of the search, the export and the facets of a kind of records. */
export const SelectionOf = <Filter extends object>(
  filter: Type<Filter>,
  { keywords, needed, sorts, order }: SelectionTexts,
) => {
  const orders = `Sort items applied in turn. Default: relevance with keywords, else ${order}.`;
  const about = `Filter; ${needed ?? 'all its fields are optional'}.`;
  return Fields({
    keywords,
    match: MatchField(),
    filter: NestedField(() => filter, about, { required: needed !== undefined }),
    lang: LangField(),
    orderby: OrderbyField(Object.keys(sorts), orders),
  }) as Type<Selection<Filter, string> & { readonly lang: Lang }>;
};

/** Makes the class of `data` of the search for a kind of records. */
export const FoundData = <Record extends object>(record: Type<Record>, plural: string) =>
  Fields(
    {
      total: WholeField(`${plural.charAt(0).toUpperCase()}${plural.slice(1)} that match, exact`, { required: true }),
      list: ListField(() => record, `The ${plural} of the page`),
    },
    KeywordData,
  );

/** Adds a page, and the fields that its rows have, to the request class of a selection. */
export const PagedRequest = <Selected extends object>(
  selection: Type<Selected>,
  window: number,
  record: Type<object>,
) =>
  Fields(
    {
      page: PageField(window),
      pagesize: PageSizeField(),
      fields: PathsField(
        record,
        'Paths of the fields of a row that are answered, an object with all that is in it; none: all but those on request.',
      ),
    },
    selection,
  ) as Type<Selected & Paging & FieldChoice>;

/** The field of pages of sales that asks for `hhi`. */
export const CONCENTRATION = {
  concentration: FlagFilterField('Whether `hhi`, how concentrated sales are on few rows, is answered as well.'),
};

function PathsField(record: Type<object>, description: string): PropertyDecorator {
  const paths = pathsOf(record);
  return ChoicesField(paths, description, {
    most: MOST_FIELDS,
    named: `${record.name}Path`,
    default: [],
    example: paths.slice(0, 2),
    typeName: 'field_paths',
  });
}

const PageFieldsRule = (record: Type<object>): PropertyDecorator =>
  Rule<unknown>('pages_only', (given) =>
    [given]
      .flat()
      .flatMap((path, at) =>
        pageFieldsIn(record, [String(path)]).map(() => ({ at: `[${at}]`, given: path, rule: 'pages_only' as const })),
      ),
  );

/** Adds the options of an export to the request class of a selection. */
export const ExportableRequest = <Selected extends object>(selection: Type<Selected>, record: Type<object>) =>
  Fields(
    {
      // `ExportSender` checks the configured maximum.
      limit: applyDecorators(
        CountField(undefined, 'Most rows; all unless set. An operator may set a maximum.', { example: 1000 }),
        Published('max'),
      ),
      format: ChoiceField(
        EXPORT_FORMATS,
        'NDJSON, one record a line; CSV with a header; or Parquet with the columns of CSV.',
        { default: 'ndjson', example: 'csv' },
      ),
      fields: applyDecorators(
        PathsField(
          record,
          'Paths of the fields that are written, an object with all that is in it; none: all but those on request.',
        ),
        ...(pageFieldsIn(record, pathsOf(record)).length > 0 ? [PageFieldsRule(record)] : []),
      ),
      excel: applyDecorators(
        FlagFilterField(
          'CSV that a spreadsheet opens, with format csv only: with a byte order mark, and ids that keep their digits.',
        ),
        Rule(
          'csv_alone',
          (excel, { format }) =>
            (excel === true || excel === 1) && format !== 'csv' ? { rule: 'csv_alone' } : undefined,
          { others: ['format'], isAdjacent: true },
        ),
      ),
    },
    selection,
  ) as Type<Selected & Omit<ExportOptions, 'lang'>>;
