import type { Type } from '@nestjs/common';
import { applyDecorators } from '@nestjs/common';
import { WithoutEnvelope } from '../answer/envelope.interceptor.js';
import { header } from '../open-api/error-responses.js';
import type { OperationDocs } from '../open-api/operation-docs.js';
import { Operation } from '../open-api/operation.decorator.js';
import type { FieldsClass } from '../../records/fields/schema.js';

interface ExportMarks {
  readonly summary: string;
  readonly description: string;
  readonly request: FieldsClass;
  /** The class of the records. */
  readonly record: Type<object>;
  readonly docs: OperationDocs;
}

const HEADERS = {
  'X-Total-Count': header('Rows that the answer has when it is whole', 'integer'),
  'Content-Disposition': header('A name for the file', 'string'),
};

const BROKEN_OFF =
  'An answer that breaks off ends with a cut connection: NDJSON with a last line `{code, message, request_id}`, CSV within quotation marks.';

/** An export: an operation whose answer is a stream of records without the envelope. */
export function Export({ record, description, ...marks }: ExportMarks): MethodDecorator {
  return applyDecorators(
    WithoutEnvelope(),
    Operation({
      ...marks,
      description: `${description} All of them in the order of the search, past the paging window, as they were at one moment; a row counts as a hundredth of a request in the token’s limits. ${BROKEN_OFF}`,
      response: {
        headers: HEADERS,
        content: {
          'application/x-ndjson': {
            schema: { type: 'string', description: `One record a line, each JSON of the schema ${record.name}` },
          },
          'text/csv': {
            schema: { type: 'string', description: 'A header of field paths, then one record a line (RFC 4180)' },
          },
        },
      },
    }),
  );
}
