import { applyDecorators, type Type } from '@nestjs/common';
import type { FieldChoice, Paging } from '../search/compiler/types.js';
import { Fields } from '../fields/field.js';
import { pageFieldsIn, pathsOf } from '../fields/paths.js';
import { Published, Rule } from '../http/validation/broken-rule.js';
import {
  ChoiceField,
  ChoicesField,
  CountField,
  FlagFilterField,
  PageField,
  PageSizeField,
} from '../http/validation/fields.js';
import type { ExportOptions } from '../http/export/export-sender.js';
import { EXPORT_FORMATS } from '../http/export/record-writer.js';

const MOST_FIELDS = 100;

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

/** Refuses the fields that only pages have. */
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
        {
          default: 'ndjson',
          example: 'csv',
        },
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
