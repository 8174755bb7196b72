import { applyDecorators, type Type } from '@nestjs/common';
import { roundHalfAwayFromZero } from '../../common/rounding.js';
import { DecimalField, DocumentedField, Fields, ListField, TextField, WholeField } from '../../common/fields/field.js';
import { nameClass } from '../../common/fields/schema.js';
import { type Period, PERIOD_TYPES } from '../../common/period/period.js';
import { AnswerEnvelope } from '../../http/answer/answer.dto.js';
import type { RequestExamples } from '../../http/open-api/operation.decorator.js';
import { Published } from '../../http/validation/broken-rule.js';
import { ChoiceField, ChoicesField, CountField } from '../../http/validation/fields.js';
import { SingleIdField } from '../../http/validation/id.field.js';
import { PeriodValueField } from '../../http/validation/period.field.js';
import { NestedField } from '../../http/validation/request-field.js';
import type { RankingPlan } from '../ranking.definition.js';
import { PRODUCT_TOP_SELLING, SHOP_TOP_SELLING, TOP_ECOMMERCE } from '../rankings.table.js';

/** What peers may have in common with a row. */
export type Trait = 'region' | 'category' | 'price' | 'followers';

/** A row, and what is known of its subject. */
export interface Compared {
  readonly row: Readonly<Record<string, unknown>>;
  /** The level 1 categories that a shop or creator sells in, the largest first. */
  readonly parts: readonly string[];
  /** The fields of a product as loaded now. */
  readonly product: Readonly<Record<string, unknown>>;
}

/** A filter of the ranking by its name, and its value; null where it is not known. */
type SharedFilter = readonly [name: string, value: unknown];

/** The subject of a comparison: its ranking, what its peers share with it, and its texts. */
export interface PeerSubject {
  readonly operation: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly ranking: RankingPlan & { readonly named: string | undefined };
  /** The figures of a row that are compared. */
  readonly figures: readonly string[];
  readonly traits: Readonly<Partial<Record<Trait, (of: Compared, tolerance: number) => SharedFilter>>>;
  readonly request: Type<object>;
  readonly examples: RequestExamples;
}

/** A request for a place among peers; its filter also has the id. */
export interface PeersRequest {
  readonly filter: { readonly date_info: Period };
  readonly same: readonly Trait[];
  readonly tolerance: number;
}

const around = (value: unknown, tolerance: number): unknown => {
  if (typeof value !== 'number') return null;
  const bound = (percent: number) => roundHalfAwayFromZero((value * percent) / 100, 2);
  return { min: bound(100 - tolerance), max: bound(100 + tolerance) };
};

/** The category of the deepest level that a product has. */
function deepestCategory({ product }: Compared): SharedFilter {
  const levels = ['l3_category_id', 'l2_category_id', 'l1_category_id'];
  const level = levels.find((name) => typeof product[name] === 'number') ?? 'l1_category_id';
  return [level, product[level] ?? null];
}

const ofRegion = ({ row }: Compared): SharedFilter => ['region', row['region'] ?? null];

/** A place of one figure among those of the peers (docs/api.md, "Among peers"). */
export class PeerFigure extends Fields({
  name: TextField('The figure, named as in the ranking', { required: true, example: 'usd_gmv' }),
  value: DecimalField('Of the row itself', { required: true }),
  rank: WholeField('Place among the row and its peers: 1 more than the peers with a larger value', { required: true }),
  percentile: DecimalField('Percent of the peers with a smaller value, two decimals', { required: true }),
  p25: DecimalField('First quartile of the peers: linear between the two nearest values, exact', { required: true }),
  median: DecimalField('Median of the peers', { required: true }),
  p75: DecimalField('Third quartile of the peers', { required: true }),
  top5_mean: DecimalField('Mean of the five largest values of the peers', { required: true }),
}) {}

/** `data` of a place among peers. */
export class PeersData extends Fields({
  peers: WholeField('Peers: the other rows of the ranking that have the same', { required: true }),
  note: TextField('Why there are no figures; null when there are some'),
  filter: DocumentedField<object | null>({
    oneOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }],
    description: 'The filter of the ranking that gives these peers and the row itself; null where there is none',
    example: { region: 'US', date_info: { type: 'month', value: '2026-06' } },
  }),
  figures: ListField(() => PeerFigure, 'The figures of the row; empty with fewer than five peers'),
}) {}

export class PeersResponse extends AnswerEnvelope(PeersData, 'The place of the row among its peers') {}

/** The period of a comparison. */
export class PeersPeriod extends Fields({
  type: ChoiceField(PERIOD_TYPES, 'Kind of the period.', { required: true, example: 'week' }),
  value: PeriodValueField('type', 'The period, written as its kind asks for.'),
}) {}

/** Makes a subject from its entry, with the class of its requests. */
function peersOf(
  subject: string,
  id: string,
  { traits, ...entry }: Pick<PeerSubject, 'path' | 'ranking' | 'figures' | 'traits'>,
): PeerSubject {
  const { named = '' } = entry.ranking;
  const name = subject.charAt(0).toUpperCase() + subject.slice(1);
  const filter = Fields({
    [named]: SingleIdField(`${name} ID.`, { required: true }),
    date_info: applyDecorators(
      NestedField(() => PeersPeriod, 'Period of the ranking: a day, week or month.', { required: true }),
      Published('period'),
    ),
  });
  const filterClass = nameClass(`${name}PeersFilter`, filter);
  const request = Fields({
    filter: NestedField(() => filterClass, 'The row that is compared.', { required: true }),
    same: ChoicesField(
      Object.keys(traits),
      'What the peers have in common with the row; none: all other rows of the ranking.',
      { default: ['region', 'category'], example: ['region'], typeName: 'an array of words' },
    ),
    tolerance: CountField(100, 'Percent by which price or followers may differ either way.', {
      default: 25,
      example: 50,
    }),
  });
  const asked = (filters: object) => ({
    filter: { [named]: id, date_info: { type: 'month', value: '2026-06' }, ...filters },
  });
  const [, , last = 'region'] = Object.keys(traits);
  return {
    ...entry,
    traits,
    operation: `compare${name}WithPeers`,
    summary: `Place of a ${subject} among its peers`,
    description:
      `Compares the row of a ${subject} in a ranking with the other rows of the same kind: place, share of smaller ` +
      'values, quartiles and the mean of the five largest, of each figure, exact.',
    request: nameClass(`${name}PeersRequest`, request),
    examples: {
      usual: { summary: 'Of the same region and category, in June 2026', value: asked({}) },
      week: {
        summary: 'In week 26 of 2026, of the same region',
        value: { ...asked({ date_info: { type: 'week', value: '2026-26' } }), same: ['region'] },
      },
      near: { summary: 'Of the same, within 50 percent', value: { ...asked({}), same: [last], tolerance: 50 } },
    },
  };
}

const SELLING = [
  'usd_gmv',
  'video_usd_gmv',
  'live_usd_gmv',
  'units_sold',
  'creator_count',
  'video_count',
  'live_count',
];

/** What can be compared with its peers. */
export const PEERS: readonly PeerSubject[] = [
  peersOf('creator', '7129000000000043360', {
    path: '/creator/v1/peers',
    ranking: TOP_ECOMMERCE,
    figures: [
      ...['creator_usd_gmv', 'video_usd_gmv', 'live_usd_gmv', 'units_sold'],
      ...['product_count', 'video_count', 'live_count'],
    ],
    traits: {
      region: ofRegion,
      category: ({ row }) => ['creator_category_id', row['creator_category_id'] ?? null],
      followers: ({ row }, tolerance) => ['follower_count_range', around(row['follower_count'], tolerance)],
    },
  }),
  peersOf('product', '1729000000000722459', {
    path: '/product/v1/peers',
    ranking: PRODUCT_TOP_SELLING,
    figures: SELLING,
    traits: {
      region: ofRegion,
      category: deepestCategory,
      price: ({ product }, tolerance) => ['usd_price_range', around(product['usd_price'], tolerance)],
    },
  }),
  peersOf('shop', '7495000000000060265', {
    path: '/shop/v1/peers',
    ranking: SHOP_TOP_SELLING,
    figures: [...SELLING, 'product_count'],
    traits: {
      region: ofRegion,
      category: ({ parts: [part] }) => ['l1_category_id', part === undefined ? null : Number(part)],
    },
  }),
];
