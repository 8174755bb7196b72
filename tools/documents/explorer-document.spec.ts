import { readFileSync } from 'node:fs';
import { columnsOf } from '../../explorer/model/columns.js';
import { facetFields } from '../../explorer/model/facets.js';
import { formFields, sortFields, takes } from '../../explorer/model/form-fields.js';
import type { OpenApi } from '../../explorer/model/open-api.js';
import { operationAt, recordSchema } from '../../explorer/model/open-api.js';
import { narrowDocument } from './explorer-document.js';

const FULL = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApi;
const NARROW = narrowDocument(FULL as unknown as Parameters<typeof narrowDocument>[0]) as OpenApi;
const PATHS = Object.keys(FULL.paths).filter((path) => !path.endsWith('/export'));

describe('the document of the explorer', () => {
  it.each(PATHS)('has the form, the columns and the counted fields of %s', (path) => {
    const read = (document: OpenApi): unknown => [
      operationAt(document, path) === undefined,
      formFields(document, path),
      sortFields(document, path),
      facetFields(document, path),
      columnsOf(document, recordSchema(document, path)),
      ['keywords', 'lang'].map((field) => takes(document, path, field)),
    ];
    expect(read(NARROW)).toEqual(read(FULL));
  });

  it('is less than two fifths of the whole document', () => {
    expect(JSON.stringify(NARROW).length).toBeLessThan(JSON.stringify(FULL).length * 0.4);
  });
});
