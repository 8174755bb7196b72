import { LiveFilterFields, LiveRecord } from '../live/live.record.js';
import { VideoRecord } from '../video/video.record.js';
import { columnsAt, type CsvColumn, csvColumns } from './csv-columns.js';
import { fieldsOnRequest, pathsOf, usualFieldsWith } from './paths.js';
import { Fields, IdField, NullableObjectField, ON_REQUEST, TextField, WholeField } from './field.js';
import { recordSchema } from './json-schema.js';

const VIDEO = csvColumns(recordSchema([VideoRecord]));

function columnOf(path: string, columns: readonly CsvColumn[] = VIDEO): CsvColumn {
  const column = columns.find((one) => one.path === path);
  if (column === undefined) throw new Error(`There is no column ${path}.`);
  return column;
}

describe('a cell of text', () => {
  const desc = columnOf('desc');

  it.each([
    ['plain', 'plain'],
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-5', "'-5"],
    ['@name', "'@name"],
    ['\ttab', "'\ttab"],
    ['\nline', "'\nline"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['\rreturn', "'\rreturn"],
    ["'quoted", "''quoted"],
    ["''", "'''"],
    ['', "'"],
    [' =1', ' =1'],
    ['="1"', `'="1"`],
  ])('%j is written as %j, and read back', (text, cell) => {
    expect(desc.cellOf({ desc: text }, false)).toBe(cell);
    const record = {};
    desc.put(record, cell);
    expect(record).toEqual({ desc: text });
  });

  it.each(["'s-Hertogenbosch", "it's", '=1', '-5'])('%j of another writer is read as it is', (cell) => {
    const record = {};
    desc.put(record, cell);
    expect(record).toEqual({ desc: cell });
  });

  it('is empty for null and for what is not there, and null again', () => {
    expect([desc.cellOf({ desc: null }, false), desc.cellOf({}, false)]).toEqual(['', '']);
    expect(columnOf('creator.uid').cellOf({ creator: null }, false)).toBe('');
    const record = {};
    desc.put(record, '');
    expect(record).toEqual({ desc: null });
  });
});

describe('a cell of an id', () => {
  const id = columnOf('creator.uid');

  it.each([
    ['7491823746501928374', '="7491823746501928374"'],
    ['a"b', '="a""b"'],
    ['=1', '="=1"'],
  ])('%j is a formula of text for a spreadsheet, and read back: %j', (uid, cell) => {
    expect(id.cellOf({ creator: { uid } }, true)).toBe(cell);
    const record = {};
    id.put(record, cell);
    expect(record).toEqual({ creator: { uid } });
  });

  it('is text else, and keeps its digits', () => {
    expect(id.cellOf({ creator: { uid: '7491823746501928374' } }, false)).toBe('7491823746501928374');
    const record = {};
    id.put(record, "'=1");
    expect(record).toEqual({ creator: { uid: '=1' } });
  });
});

it.each([
  ['gmv', -12.5, '-12.5'],
  ['play_count', 9007199254740991, '9007199254740991'],
  ['interact_rate', 1e-7, '1e-7'],
])('a number is written as it is, and read as text for the loader to convert: %s %p', (path, value, cell) => {
  expect(columnOf(path).cellOf({ [path]: value }, true)).toBe(cell);
  const record = {};
  columnOf(path).put(record, cell);
  expect(record).toEqual({ [path]: cell });
});

it('lists are JSON', () => {
  const products = [{ product_id: '1', title: '=1' }];
  const list = columnOf('product_info');
  expect(list.cellOf({ product_info: products }, true)).toBe('[{"product_id":"1","title":"=1"}]');
  expect(list.cellOf({ product_info: [] }, true)).toBe('[]');
  const live = csvColumns(recordSchema([LiveRecord, LiveFilterFields]));
  const numbers = columnOf('product_category_ids', live);
  expect(numbers.cellOf({ product_category_ids: [1, 2] }, false)).toBe('[1,2]');
});

describe('fields on request', () => {
  class Row extends Fields({
    id: IdField('Id', { required: true }),
    dear: WholeField('Dear', ON_REQUEST),
    units: WholeField('Units'),
  }) {}

  it('are in a row only when they are named', () => {
    const pathsAt = (fields: readonly string[]) => columnsAt(Row, fields).map(({ path }) => path);
    expect(pathsOf(Row)).toEqual(['id', 'dear', 'units']);
    expect(pathsAt([])).toEqual(['id', 'units']);
    expect(pathsAt(['dear', 'units'])).toEqual(['dear', 'units']);
    expect(fieldsOnRequest(Row)).toEqual(['dear']);
    expect(pathsAt(usualFieldsWith(Row, ['dear']))).toEqual(['id', 'dear', 'units']);
  });

  it('are so within an object as well', () => {
    class Holder extends Fields({
      row: NullableObjectField(() => Row, 'Row'),
      name: TextField('Name'),
    }) {}
    const pathsAt = (fields: readonly string[]) => columnsAt(Holder, fields).map(({ path }) => path);
    expect(fieldsOnRequest(Holder)).toEqual(['row.dear']);
    expect(pathsAt([])).toEqual(['row.id', 'row.units', 'name']);
    expect(pathsAt(['row'])).toEqual(['row.id', 'row.dear', 'row.units']);
    expect(usualFieldsWith(Holder, ['row.dear'])).toEqual(['row.id', 'row.units', 'name', 'row.dear']);
  });

  it('are marked in the document', () => {
    const marks = Reflect.getMetadata('swagger/apiModelProperties', Row.prototype, 'dear') as object;
    expect(marks).toMatchObject({ 'x-on-request': true, required: false });
  });
});
