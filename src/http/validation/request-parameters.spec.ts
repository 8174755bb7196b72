import { readRequest } from '../../../test/support/read-request.js';
import { KeywordsField, LangField } from './fields.js';
import { CategoryIdField } from './id.field.js';
import { readParameters } from './request-validation.pipe.js';

class ListRequest {
  @KeywordsField('Keywords') keywords: string;
  @CategoryIdField('Parent') parent_id?: number;
  @LangField() lang: string;
}

const read = (query: Record<string, unknown>) => readRequest(ListRequest, readParameters(ListRequest, query));
const message = async (query: Record<string, unknown>): Promise<string> => {
  try {
    await read(query);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('a query string', () => {
  it('gives numbers as digits and texts as they are', async () => {
    expect(await read({ parent_id: '10', keywords: '12', lang: 'ZH_CN' })).toEqual({
      parent_id: 10,
      keywords: '12',
      lang: 'ZH_CN',
    });
  });

  it('takes 10.0 for the whole number it is, as JSON does', async () => {
    expect(await read({ parent_id: '-10.0' })).toMatchObject({ parent_id: -10 });
    expect(await message({ parent_id: '10.5' })).not.toBe('');
  });

  it.each([
    [{ parent_id: 'ten' }, 'parent_id must be an integer, but is "ten".'],
    [{ parent_id: '' }, 'parent_id must be an integer, but is "".'],
    [{ parent_id: ['1', '2'] }, 'parent_id must be an integer, but is ["1","2"].'],
    [
      { parentid: '1' },
      'parentid is not a field here; the fields are keywords, parent_id, lang. Did you mean parent_id?',
    ],
    [{ lang: 'EN' }, 'lang is "EN"; it must be one of EN_US, ZH_CN. Did you mean EN_US?'],
  ])('%j is refused', async (query, expected) => {
    expect(await message(query)).toBe(expected);
  });
});
