import { ProductSearchRequest } from '../../operations/product/product.request.dto.js';
import { canonicalRequest } from './canonical-request.js';
import { parseJson } from '../request/json-body.js';

const text = (body: string): string => canonicalRequest(ProductSearchRequest, parseJson(body));

describe('the canonical text of a request', () => {
  it.each([
    ['{"page":2,"filter":{"region":"US","off_shelves":0}}', '{"filter":{"off_shelves":0,"region":"US"},"page":2}'],
    ['{}', '{"page":1,"pagesize":10,"keywords":"","orderby":[],"filter":{}}'],
    ['{}', '{"page":null,"filter":null,"keywords":null}'],
    ['{"filter":{"region":"US"}}', '{ "filter" : { "region" : "US", "seller_id": null } }'],
    ['{"keywords":"é"}', '{"keywords":"\\u00e9"}'],
    ['{"page":2}', '{"page":1,"page":2.0}'],
  ])('is one for %s and %s', (one, other) => {
    expect(text(other)).toBe(text(one));
  });

  it.each([
    ['{}', '{"page":2}'],
    ['{"filter":{"seller_id":"1"}}', '{"filter":{"seller_id":1}}'],
    ['{"filter":{"seller_id":9007199254740993}}', '{"filter":{"seller_id":9007199254740992}}'],
    ['{"filter":{"seller_id":9007199254740993}}', '{"filter":{"seller_id":"9007199254740993n"}}'],
    ['{"orderby":[{"field":"a"},{"field":"b"}]}', '{"orderby":[{"field":"b"},{"field":"a"}]}'],
    ['{"filter":{"product_id":["1","2"]}}', '{"filter":{"product_id":["1,2"]}}'],
    ['{"keywords":"a"}', '{"keywords":"a "}'],
    ['{}', '{"__proto__":1}'],
    ['{}', '{"nothing":{}}'],
    ['{}', '{"regoin":null}'],
    ['{}', '{"filter":{"regoin":null}}'],
    ['{"filter":{"price_range":{"min":1}}}', '{"filter":{"price_range":{"min":1,"mxa":null}}}'],
    ['{}', '[]'],
    ['{"filter":{}}', '{"filter":[]}'],
    ['{"a":{"b":1}}', '{"a":"{\\"b\\":1}"}'],
  ])('is another for %s and %s', (one, other) => {
    expect(text(other)).not.toBe(text(one));
  });
});
