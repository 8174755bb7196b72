import { OPEN_API } from '../support/open-api.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly 'x-required'?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly deprecated?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly 'x-default'?: unknown;
}

const schemas = OPEN_API.components.schemas as Readonly<Record<string, Schema>>;

/** A schema without its reference and with what it extends; null, which any figure may be that nobody loaded, set aside. */
function resolve(schema: Schema): Schema {
  if (schema.$ref !== undefined) return resolve(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return resolve(first);
  return (schema.allOf ?? []).map(resolve).reduce((base, part) => {
    const properties = { ...base.properties, ...part.properties };
    return { ...base, ...part, ...(Object.keys(properties).length > 0 && { properties }) };
  }, schema);
}

/** `string`, `integer`, `array of object`, `boolean or integer`. */
function typeOf(schema: Schema): string {
  const { type, items, oneOf } = resolve(schema);
  if (oneOf !== undefined) return [...new Set(oneOf.map(typeOf))].filter((name) => name !== 'null').join(' or ');
  const name = [type ?? []].flat().filter((one) => one !== 'null' || type === 'null');
  return name[0] === 'array' && items !== undefined ? `array of ${typeOf(items)}` : name.join(' or ');
}

function fieldsOf(schema: Schema | undefined): Record<string, string> {
  const { properties = {} } = resolve(schema ?? {});
  return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, typeOf(inner)]));
}

/** Reads `a: string, b c: integer` as the type of each name. */
const table = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .trim()
      .split(/,\s+/)
      .flatMap((row) => {
        const [names = '', type = ''] = row.split(': ');
        return names.split(/\s+/).map((name): [string, string] => [name, type]);
      }),
  );

const OF_KEYWORDS =
  'match: string, read_as: array of object, also: array of object, article not_needed: array of string';

const RANKING_DATA = `total: integer, list: array of object, date_type date_value: string,
     complete previous_complete: boolean, previous_date_value previous_from previous_to time_from time_to: string,
     previous_place_limit: integer, read_as also: array of object`;

const CREATOR = 'uid unique_id nickname avatar region: string, category: object, follower_count video_count: integer';
const CATEGORY = 'id: integer, name: string';

/** The fields of the contract, written out by hand. */
const RECORDS: readonly (readonly [schema: string, fields: string])[] = [
  [
    'VideoRecord',
    `video_id desc uid: string, is_ad: integer, region: string,
     publish_time comment_count play_count digg_count share_count forward_count duration: integer, cover: string,
     interact_rate: number, interact_rate_info: object, is_ecommerce: integer, video_url: string, units_sold: integer,
     gmv usd_gmv usd_gmv_per_1000_plays: number, creator: object, product_info: array of object`,
  ],
  ['RateInfo', 'rate: number, unit: string'],
  ['PriceInfo', 'amount: number, currency: string'],
  [
    'VideoCreator',
    `uid avatar unique_id nickname region: string, category: object, follower_count: integer, category_id: integer,
     category_name: string`,
  ],
  [
    'VideoProduct',
    `product_id title cover region currency price: string, price_info: object, units_sold: integer, gmv: number,
     category: object,     source detail_url: string`,
  ],
  ['VideoProductCategory', 'l1: object'],
  ['CategoryRecord', CATEGORY],
  [
    'ProductRecord',
    `product_id title region cover: string, category: object, commission_rate creator_order_rate price: string,
     commission_rate_info creator_order_rate_info price_info: object, floor_price usd_price day7_usd_gmv total_usd_gmv average_usd_price: number, off_shelves day7_units_sold day7_gmv total_units_sold total_gmv creator_count: integer,
     shop: object, video_count is_cross_border yday_sold_count day28_units_sold day90_units_sold: integer,
     product_rating: number, is_free_shipping: integer, source ctime: string, is_sshop: integer,
     platform_url service_url: string, sku_count: integer`,
  ],
  [
    'ShopFiguresRecord',
    `seller_id name region: string, product_count on_sale_count total_units_sold: integer, total_usd_gmv: number,
     day7_units_sold: integer, day7_usd_gmv average_rating: number, first_listed newest_listed: integer`,
  ],
  ['ProductCategoryRecord', 'l1 l2 l3: object'],
  ['ShopRecord', 'seller_id name avatar: string, total_units_sold: integer'],
  [
    'LiveRecord',
    `uid nickname unique_id: string, follower_count: integer, creator_region room_id title cover: string,
     start_time end_time duration product_count total_viewer_count total_units_sold: integer, total_gmv total_usd_gmv: number,
     currency: string, uv_value: number`,
  ],
  [
    'TopEcommerceRecord',
    `creator: object, uid: string, rank previous_rank rank_by_figure previous_rank_by_figure rank_change is_new follower_count product_count units_sold: integer,
     series: array of object, creator_gmv creator_usd_gmv usd_gmv_change share average_usd_price: number, creator_usd_gmv_growth_rate_info: object, video_count: integer, video_gmv video_usd_gmv: number, live_count: integer, live_gmv live_usd_gmv: number,
     period_videos period_plays: integer, usd_gmv_per_1000_plays: number, period_lives period_viewers: integer, usd_gmv_per_1000_viewers: number,
     largest_product estimated_commission: object, nickname unique_id avatar region: string, category: object`,
  ],
  ['RankedCreator', CREATOR],
  ['CreatorRecord', `${CREATOR}, account_type: integer`],
  [
    'TopGrowthRecord',
    `creator: object, uid: string, rank previous_rank rank_by_figure previous_rank_by_figure rank_change is_new follower_inc_count: integer,
     follower_inc_count_growth_rate_info: object, follower_inc_rate: string,
     follower_inc_rate_info: object, follower_count_at_period_end: integer,
     follower_count video_count: integer, follower_rate nickname unique_id avatar region: string, category: object`,
  ],
  ['VideoSearchData', `total: integer, time_from time_to: string, ${OF_KEYWORDS}, list: array of object`],
  ['ProductSearchData', `total: integer, time_from time_to: string, ${OF_KEYWORDS}, list: array of object`],
  ['ShopSearchData', `total: integer, time_from time_to: string, ${OF_KEYWORDS}, list: array of object`],
  ['SimilarProductsData', 'total: integer, time_from time_to: string, words: array of string, list: array of object'],
  ['LiveSearchData', `has_more: integer, time_from time_to: string, ${OF_KEYWORDS}, list: array of object`],
  [
    'TopEcommerceData',
    `${RANKING_DATA}, sum: object, top1_share top3_share top10_share hhi: number, sum_series: array of object, note: string`,
  ],
  ['TopGrowthData', RANKING_DATA],
];

const ENVELOPE = 'code: integer, data: object, message: string, timestamp: integer, request_id: string';

const LIST = 'orderby: array of object, page pagesize: integer, fields: array of string';
const BODY = `filter: object, ${LIST}`;
const RANKING_BODY = `compare_to lang: string, ${BODY}`;
const SEARCH_BODY = `keywords match: string, filter: object, lang: string, ${LIST}`;
const BOOLEAN = 'boolean or integer';
const IDS = 'string or integer or array of string or integer';

const REQUESTS: readonly (readonly [schema: string, fields: string, required: readonly string[]])[] = [
  ['VideoSearchRequest', SEARCH_BODY, ['filter']],
  [
    'VideoFilter',
    `video_id uid unique_id product_id seller_id: ${IDS}, region: string, is_ecommerce is_ad: ${BOOLEAN}, creator_category_id product_category_id: integer,
     create_time_range: object, publish_hour publish_weekday: integer, tags: ${IDS},
     follower_count_range play_count_range digg_count_range duration_range units_sold_range
     usd_gmv_range usd_gmv_per_1000_plays_range interact_rate_range: object`,
    [],
  ],
  ['ProductSearchRequest', SEARCH_BODY, []],
  [
    'ProductFilter',
    `l1_category_id l2_category_id l3_category_id: integer or array of integer, region: string, seller_id: ${IDS},
     product_id: string or integer or array of string or integer,
     commission_rate_range price_range creator_count_range units_sold_range: object, is_sshop: ${BOOLEAN},
     shop_type: integer, is_cross_border is_fully_managed is_new_listed is_free_shipping: ${BOOLEAN},
     is_local_warehouse is_top_selling: ${BOOLEAN}, off_shelves promotion_channel: integer,
     launch_time_range creator_order_rate_range total_gmv_range day7_units_sold_range
     day28_units_sold_range day90_units_sold_range product_rating_range sku_count_range day7_gmv_range usd_price_range
     day7_usd_gmv_range total_usd_gmv_range average_usd_price_range: object`,
    [],
  ],
  ['ShopSearchRequest', SEARCH_BODY, []],
  [
    'ShopFilter',
    `seller_id: ${IDS}, region: string, l1_category_id l2_category_id l3_category_id: integer or array of integer,
     is_cross_border: ${BOOLEAN}, product_count_range on_sale_count_range total_units_sold_range day7_units_sold_range
     average_rating_range total_usd_gmv_range day7_usd_gmv_range first_listed_range newest_listed_range: object`,
    [],
  ],
  [
    'SimilarProductsRequest',
    `product_id: string or integer, filter: object, own_shop: ${BOOLEAN}, lang: string, page pagesize: integer,
     fields: array of string`,
    ['product_id'],
  ],
  ['LiveSearchRequest', SEARCH_BODY, []],
  [
    'LiveFilter',
    `room_id uid unique_id product_id seller_id: ${IDS}, region: string, creator_category product_category live_type: integer,
     follower_count_range follower_range viewer_range units_sold_range sold_range total_usd_gmv_range uv_value_range: object,
     start_hour start_weekday: integer, create_time_range start_time: object`,
    [],
  ],
  ['CreatorSearchRequest', SEARCH_BODY, []],
  [
    'CreatorFilter',
    `uid unique_id: ${IDS}, region: string, creator_category_id account_type: integer, follower_count_range: object`,
    [],
  ],
  [
    'TopEcommerceRequest',
    RANKING_BODY.replace('lang', 'lang series keywords').replace(', page', `, concentration: ${BOOLEAN}, page`),
    ['filter'],
  ],
  [
    'TopEcommerceFilter',
    `growth_rate_range: object, is_new: ${BOOLEAN}, date_info: object, is_ad: ${BOOLEAN}, tags: ${IDS},
     duration_range product_age_range listed_range usd_gmv_range units_sold_range average_usd_price_range not: object,
     creator_category_id product_category_id: integer, product_id seller_id unique_id: ${IDS},
     period_videos_range period_plays_range usd_gmv_per_1000_plays_range period_lives_range period_viewers_range: object,
     usd_gmv_per_1000_viewers_range: object, ecommerce_type: integer,
     region: string, account_type: integer, follower_count_range: object, uid: ${IDS}`,
    ['date_info'],
  ],
  ['TopGrowthRequest', RANKING_BODY.replace('lang', 'lang keywords'), ['filter']],
  [
    'TopGrowthFilter',
    `growth_rate_range: object, is_new: ${BOOLEAN}, date_info: object, region: string, category_id: integer,
     follower_count_at_period_end_range follower_inc_count_range follower_inc_rate_range: object, uid unique_id: ${IDS}`,
    ['date_info'],
  ],
];

const SORTS: readonly (readonly [schema: string, fields: readonly string[]])[] = [
  [
    'VideoSearchRequest',
    [
      'follower_count',
      'create_time',
      'play_count',
      'digg_count',
      'units_sold',
      'interact_rate',
      'usd_gmv',
      'usd_gmv_per_1000_plays',
    ],
  ],
  [
    'ProductSearchRequest',
    [
      'day7_units_sold',
      'day7_gmv',
      'commission_rate',
      'total_units_sold',
      'total_gmv',
      'creator_count',
      'usd_price',
      'day7_usd_gmv',
      'total_usd_gmv',
      'average_usd_price',
    ],
  ],
  [
    'LiveSearchRequest',
    ['start_time', 'total_viewer_count', 'total_units_sold', 'total_gmv', 'total_usd_gmv', 'uv_value'],
  ],
  ['CreatorSearchRequest', ['follower_count', 'video_count']],
  [
    'ShopSearchRequest',
    [
      ...['product_count', 'on_sale_count', 'total_units_sold', 'total_usd_gmv', 'day7_units_sold', 'day7_usd_gmv'],
      ...['average_rating', 'first_listed', 'newest_listed'],
    ],
  ],
  [
    'TopEcommerceRequest',
    [
      ...['creator_usd_gmv', 'video_usd_gmv', 'live_usd_gmv', 'average_usd_price'],
      ...['usd_gmv_change', 'growth_rate', 'rank_change', 'period_videos', 'period_plays', 'usd_gmv_per_1000_plays'],
      ...['period_lives', 'period_viewers', 'usd_gmv_per_1000_viewers'],
    ],
  ],
  ['TopGrowthRequest', ['follower_inc_count', 'follower_inc_rate']],
];

const CHOICES: readonly (readonly [schema: string, field: string, values: readonly unknown[]])[] = [
  ['ProductFilter', 'shop_type', [1, 2]],
  ['ProductFilter', 'off_shelves', [0, 1]],
  ['ProductFilter', 'promotion_channel', [1, 2, 3]],
  ['LiveFilter', 'live_type', [1, 2]],
  ['TopEcommerceFilter', 'account_type', [1, 2]],
  ['TopEcommerceFilter', 'ecommerce_type', [1, 2]],
  ['VideoSearchRequest', 'lang', ['EN_US', 'ZH_CN']],
  ['LiveSearchRequest', 'lang', ['EN_US', 'ZH_CN']],
];

const BOUNDS: readonly (readonly [schema: string, field: string, bounds: Schema])[] = [
  ...['VideoSearchRequest', 'ProductSearchRequest', 'LiveSearchRequest'].map(
    (schema) => [schema, 'keywords', { maxLength: 120, 'x-default': '' }] as const,
  ),
  ...REQUESTS.filter(([schema]) => schema.endsWith('Request')).flatMap(
    ([schema]) =>
      [
        [schema, 'page', { minimum: 1, 'x-default': 1 }],
        [schema, 'pagesize', { minimum: 1, maximum: 100, 'x-default': 10 }],
      ] as const,
  ),
];

/** Beyond the contract: fields that only some answers have, to keywords or where they are asked for. */
const SOMETIMES = [
  ...['match', 'read_as', 'also', 'article', 'not_needed', 'time_from', 'time_to', 'sum_series', 'series'],
  ...['rank_by_figure', 'previous_rank_by_figure', 'rank_change', 'period_videos', 'period_plays'],
  ...['TopEcommerceRecord.usd_gmv_per_1000_plays', 'period_lives', 'period_viewers', 'usd_gmv_per_1000_viewers'],
  ...['largest_product', 'estimated_commission', 'hhi', 'note'],
];

describe('the OpenAPI document against the contract', () => {
  it.each(RECORDS)('%s has the documented fields with their types, and no other', (schema, fields) => {
    expect(fieldsOf(schemas[schema])).toEqual(table(fields));
  });

  it.each(RECORDS)('%s always has every field', (schema) => {
    const isSometimes = (name: string) => [name, `${schema}.${name}`].some((one) => SOMETIMES.includes(one));
    const always = Object.keys(fieldsOf(schemas[schema])).filter((name) => !isSometimes(name));
    const { required, 'x-required': ofRow } = schemas[schema] ?? {};
    expect([...(ofRow ?? required ?? [])].sort()).toEqual(always.sort());
  });

  it.each(Object.keys(schemas).filter((name) => name.endsWith('Response')))('%s is the envelope', (schema) => {
    const extra = schema === 'LiveSearchResponse' ? ', msg: string' : '';
    expect(fieldsOf(schemas[schema])).toEqual(table(`${ENVELOPE}${extra}`));
  });

  it.each(REQUESTS)('%s takes the documented fields with their types, and no other', (schema, fields, required) => {
    expect(fieldsOf(schemas[schema])).toEqual(table(fields));
    expect(schemas[schema]).toMatchObject({ additionalProperties: false });
    expect(schemas[schema]?.required ?? []).toEqual(required);
  });

  it.each(REQUESTS)('%s takes null for what is optional, and for nothing else', (schema, fields, required) => {
    const takesNull = (inner: Schema): boolean =>
      [inner.type ?? []].flat().includes('null') || (inner.oneOf ?? inner.anyOf ?? []).some(takesNull);
    const properties = Object.entries(schemas[schema]?.properties ?? {});
    const nullable = properties.filter(([, inner]) => takesNull(inner)).map(([name]) => name);
    expect(nullable).toEqual(Object.keys(table(fields)).filter((name) => !required.includes(name)));
  });

  it('date_info has a type and a value', () => {
    for (const filter of ['TopEcommerceFilter', 'TopGrowthFilter']) {
      const { oneOf = [] } = resolve(schemas[filter]?.properties?.date_info ?? {});
      const types = oneOf.map(resolve).map(({ type, properties = {}, required }) => {
        expect([type, required]).toEqual(['object', ['type', 'value']]);
        expect(fieldsOf({ properties })).toEqual(table('type value: string'));
        return resolve(properties.type ?? {}).enum;
      });
      expect(types).toEqual([['day'], ['week'], ['month'], ['range']]);
    }
  });

  it.each(SORTS)('%s is sorted only by the documented fields, in either direction', (schema, fields) => {
    const { properties } = resolve(schemas[schema]?.properties?.orderby?.items ?? {});
    expect([...(resolve(properties?.field ?? {}).enum ?? [])].sort()).toEqual([...fields].sort());
    expect(resolve(properties?.order ?? {}).enum).toEqual(['desc', 'asc']);
  });

  it.each(CHOICES)('%s.%s has the documented values', (schema, field, values) => {
    expect(resolve(schemas[schema]?.properties?.[field] ?? {}).enum).toEqual(values);
  });

  it.each(BOUNDS)('%s.%s has the documented bounds and default', (schema, field, bounds) => {
    const { minimum, maximum, maxLength, 'x-default': fallback } = schemas[schema]?.properties?.[field] ?? {};
    expect({ minimum, maximum, maxLength, 'x-default': fallback }).toEqual({ ...bounds });
  });
});
