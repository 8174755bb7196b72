import fc from 'fast-check';
import { errorsOf, readAsWritten, readRequest } from '../../../test/support/requests.js';
import type { CompiledSearch, ReadKeywords } from './types.js';
import { compileSearch } from './search.js';
import { RequestFailure } from '../../common/errors/failure.js';
import { fieldsOf } from '../../http/validation/request-field.js';
import type { FieldsClass } from '../../fields/schema.js';
import { LiveFilter, LiveSearchRequest } from '../../live/live.requests.js';
import { LIVE_PLAN } from '../../live/live.service.js';
import { ProductFilter, ProductSearchRequest } from '../../product/product.requests.js';
import { PRODUCT_PLAN } from '../../product/product.service.js';
import { VideoFilter, VideoSearchRequest } from '../../video/video.requests.js';
import { VIDEO_PLAN } from '../../video/video.service.js';

const json = fc.jsonValue({ maxDepth: 3 });
const bound = fc.oneof(fc.double(), fc.integer(), fc.bigInt(), fc.constant(null), json);
const sortField = fc.oneof(fc.constantFrom('play_count', 'total_gmv', 'start_time'), json);
/** Values that are often right for some field, and often nearly so. */
const value = fc.oneof(
  fc.constantFrom('US', 'UK', 'ZH_CN', true, 0, 1, 2, 10, '10', null, 'play_count', 'total_gmv'),
  fc.integer(),
  fc.bigInt(),
  fc.string({ unit: 'binary' }),
  fc.record({ min: bound, max: bound }, { requiredKeys: [] }),
  fc.array(fc.record({ field: sortField, order: fc.constantFrom('desc', 'asc', null) }, { requiredKeys: [] })),
  json,
);

const bodyOf = (type: FieldsClass, filter: FieldsClass) =>
  fc.oneof(
    json,
    fc.record(
      {
        ...Object.fromEntries([...fieldsOf(type).keys()].map((name) => [name, value])),
        filter: fc.oneof(
          json,
          fc.record(Object.fromEntries([...fieldsOf(filter).keys()].map((name) => [name, value])), {
            requiredKeys: [],
          }),
        ),
      },
      { requiredKeys: [] },
    ),
  );

describe.each([
  [
    'video',
    VideoSearchRequest,
    VideoFilter,
    (request: never, read: ReadKeywords): CompiledSearch => compileSearch(VIDEO_PLAN, request, read),
  ],
  [
    'product',
    ProductSearchRequest,
    ProductFilter,
    (request: never, read: ReadKeywords): CompiledSearch => compileSearch(PRODUCT_PLAN, request, read),
  ],
  [
    'live',
    LiveSearchRequest,
    LiveFilter,
    (request: never, read: ReadKeywords): CompiledSearch => compileSearch(LIVE_PLAN, request, read),
  ],
])('any JSON sent to %s search', (_, type, filter, compile) => {
  it('is compiled to a query, or refused with faults that say where and what', async () => {
    await fc.assert(
      fc.asyncProperty(bodyOf(type as FieldsClass, filter), async (body) => {
        try {
          const request = (await readRequest(type as new () => object, body)) as { keywords: string };
          const compiled = compile(request as never, readAsWritten(request.keywords));
          expect(JSON.parse(JSON.stringify(compiled))).toEqual(compiled);
        } catch (error) {
          if (!(error instanceof RequestFailure)) throw error;
          const errors = await errorsOf(type, body);
          expect(errors.length).toBeGreaterThan(0);
          for (const { path, rule, message } of errors) {
            expect([path, rule, message]).not.toContain('');
            expect(message).not.toMatch(/undefined|\[object|NaN/);
          }
        }
      }),
      { seed: 20260630, numRuns: 1000 },
    );
  });
});

describe('a filter of another operation', () => {
  it.each([
    [VideoSearchRequest, 'l1_category_id', 'product_category_id'],
    [ProductSearchRequest, 'product_category_id', 'l1_category_id'],
    [ProductSearchRequest, 'creator_category_id', undefined],
    [ProductSearchRequest, 'create_time_range', 'launch_time_range'],
    [ProductSearchRequest, 'usd_gmv_range', 'total_usd_gmv_range'],
    [VideoSearchRequest, 'start_time', 'create_time_range'],
    [VideoSearchRequest, 'viewer_range', 'play_count_range'],
    [VideoSearchRequest, 'total_units_sold_range', 'units_sold_range'],
    [LiveSearchRequest, 'play_count_range', 'viewer_range'],
    [LiveSearchRequest, 'followers', 'follower_count_range'],
    [LiveSearchRequest, 'shop_id', 'seller_id'],
  ])('is refused by %p with the filter that has its meaning: %s', async (type, name, suggestion) => {
    const body = { filter: { create_time_range: { min: 1 }, [name]: 10000 } };
    const faults = await errorsOf(type, body);
    const fault = faults.find(({ path }) => path === `filter.${name}`);
    expect([fault?.rule, fault?.did_you_mean]).toEqual(['unknown', suggestion]);
  });
});
