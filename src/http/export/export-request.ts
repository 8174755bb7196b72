import type { Type } from '@nestjs/common';
import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray } from 'class-validator';
import type { FieldChoice, Paging } from '../../search/compiler/request.js';
import { pathsOf } from '../../common/fields/field-paths.js';
import type { Lang } from '../../common/lang.js';
import { Check, refusedAs } from '../validation/broken-rule.js';
import { AtLeast, ChoiceField, FlagFilterField, IsInteger, PageField, PageSizeField } from '../validation/fields.js';
import { Published, RequestField } from '../validation/request-field.js';
import type { ExportFormat } from './record-writer.js';
import { EXPORT_FORMATS } from './record-writer.js';

const MOST_FIELDS = 100;

/** The options of an export next to its selection. */
export interface ExportOptions {
  readonly limit?: number;
  readonly format: ExportFormat;
  readonly fields: readonly string[];
  readonly excel?: boolean;
  readonly lang?: Lang;
}

/** `limit`: a whole number from 1. `ExportSender` checks the configured maximum. */
const LimitField = () =>
  RequestField(
    {
      schema: {
        type: 'integer',
        format: 'int32',
        minimum: 1,
        description: 'Most rows; all unless set. An operator may set a maximum.',
        example: 1000,
      },
    },
    IsInteger(),
    AtLeast(1),
    Published('export_limit'),
  );

/** `fields` of a search: paths of the fields that its rows have; an empty list stands for all of them. */
const FieldsField = (record: Type<object>): PropertyDecorator =>
  PathsField(
    record,
    'Paths of the fields of a row that are answered, an object with all that is in it; none: all fields.',
  );

/** Adds a page, and the fields that its rows have, to the request class of a selection. */
export function PagedRequest<Selected extends object>(
  selection: Type<Selected>,
  window: number,
  record: Type<object>,
): Type<Selected & Paging & FieldChoice> {
  class PageRequest extends (selection as Type<object>) implements Paging, FieldChoice {
    @PageField(window)
    page: number;

    @PageSizeField()
    pagesize: number;

    @FieldsField(record)
    fields: string[];
  }
  return PageRequest as Type<Selected & Paging & FieldChoice>;
}

/** Paths of a record's fields. */
function PathsField(record: Type<object>, description: string): PropertyDecorator {
  const paths = pathsOf(record);
  return RequestField(
    {
      schema: {
        type: 'array',
        items: { type: 'string', enum: [...paths] },
        maxItems: MOST_FIELDS,
        default: [],
        example: paths.slice(0, 2),
        description,
      },
    },
    IsArray(refusedAs({ rule: 'type', detail: 'an array of field paths' })),
    ArrayMaxSize(
      MOST_FIELDS,
      refusedAs((given) => ({ rule: 'max_items', limit: MOST_FIELDS, detail: String((given as unknown[]).length) })),
    ),
    Check(
      'paths',
      (names: unknown) => !Array.isArray(names) || names.every((name) => paths.includes(name as string)),
      refusedAs((given) =>
        (given as unknown[]).flatMap((name, index) =>
          paths.includes(name as string) ? [] : [{ rule: 'one_of', given: name, at: `[${index}]`, valid: paths }],
        ),
      ),
    ),
  );
}

/** `excel`: only with CSV. */
const ExcelField = () =>
  applyDecorators(
    FlagFilterField(
      'CSV that a spreadsheet opens, with format csv only: with a byte order mark, and ids that keep their digits.',
    ),
    Check(
      'csvAlone',
      (excel, { format }) => excel !== true || format === 'csv',
      refusedAs({ rule: 'csv_alone' }, { isAdjacent: true }),
    ),
    Published('csv_alone', ['format']),
  );

/** Adds the options of an export to the request class of a selection. */
export function ExportableRequest<Selected extends object>(
  selection: Type<Selected>,
  record: Type<object>,
): Type<Selected & ExportOptions> {
  class ExportRequest extends (selection as Type<object>) implements ExportOptions {
    @LimitField()
    limit?: number;

    @ChoiceField(EXPORT_FORMATS, 'NDJSON, one record a line, or CSV with a header.', {
      default: 'ndjson',
      example: 'csv',
    })
    format: ExportFormat;

    @PathsField(record, 'Paths of the fields that are written, an object with all that is in it; none: all fields.')
    fields: string[];

    @ExcelField()
    excel?: boolean;
  }
  return ExportRequest as Type<Selected & ExportOptions>;
}
