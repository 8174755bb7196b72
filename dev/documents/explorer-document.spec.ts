import { readFileSync } from 'node:fs';
import { columnsOf } from '../../explorer/model/columns.js';
import { fieldsOf, formFields, takes } from '../../explorer/model/forms.js';
import { type OpenApi, operationAt, pageWindow, recordSchema } from '../../explorer/model/open-api.js';
import { isRare } from '../../src/sales/sale-filters.js';
import { helpIn, narrowDocument } from './explorer-document.js';

const FULL = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApi;
const NARROW = narrowDocument(FULL as unknown as Parameters<typeof narrowDocument>[0]) as OpenApi;
const PATHS = Object.keys(FULL.paths).filter((path) => !/\/(export|peers|links|similar|usage)$/.test(path));

/** The explorer has no form for these. */
const FORMLESS = /\/(suggest|periods|category)$/;

const withoutHelp = <Field extends { readonly description: string }>(field: Field): Field => ({
  ...field,
  description: '',
});

describe('the document of the explorer', () => {
  it.each(PATHS)('has the form, the columns and the counted fields of %s', (path) => {
    const names = formFields(FULL, path).map(({ name }) => name);
    const isOfSales = names.includes('listed_range');
    const isShown = (name: string): boolean =>
      !isRare(name, names) && !(isOfSales && name.startsWith('usd_gmv_per_1000_plays'));
    const form = (document: OpenApi): unknown => [
      formFields(document, path)
        .filter(({ name }) => isShown(name))
        .map(withoutHelp),
      fieldsOf(document, path, 'orderby'),
      fieldsOf(document, path, 'facets'),
      ['keywords', 'lang'].map((field) => takes(document, path, field)),
    ];
    const read = (document: OpenApi): unknown => [
      operationAt(document, path) === undefined,
      columnsOf(document, recordSchema(document, path)).map(withoutHelp),
      pageWindow(document, path),
      FORMLESS.test(path) || form(document),
    ];
    expect(read(NARROW)).toEqual(read(FULL));
  });

  it.each([
    ['Distinct videos with sales', 'Distinct videos with sales'],
    ['Floor price. Must be used with region or seller_id.', 'Floor price. Must be used with region or seller_id'],
    ['GMV less that of the period before; null unless both periods are complete', 'GMV less that of the period before'],
    ['Level 1 product category ID; the list is at /product/v1/category.', 'Level 1 product category ID'],
    ['Growth of the main figure, in percent, as its growth_rate_info has it', 'Growth of the main figure, in percent'],
    ['Use creator.region', undefined],
  ])('helps people: %s', (description, help) => {
    expect(Object.fromEntries(helpIn(description)).description).toBe(help);
  });

  it('is less than two fifths of the whole document', () => {
    expect(JSON.stringify(NARROW).length).toBeLessThan(JSON.stringify(FULL).length * 0.4);
  });
});
