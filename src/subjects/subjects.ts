import { Fields, IdField, TextField, WholeField } from '../fields/field.js';
import { CategoryRecord } from '../documents/category.record.js';
import { FACT_KINDS, type IndexKind } from '../common/record-kind.js';

/** The creator of a row, as loaded now. */
export class SalesCreator extends Fields({
  uid: IdField('Creator UID', { required: true }),
  unique_id: TextField('Creator unique ID (handle)'),
  nickname: TextField('Creator nickname'),
  avatar: TextField('Avatar URL'),
  region: TextField('Country/region code'),
}) {}

/** The product of a row, as loaded now. */
export class SalesProduct extends Fields({
  product_id: IdField('Product ID', { required: true }),
  title: TextField('Title'),
  cover: TextField('Cover URL'),
  region: TextField('Country/region code'),
  price: TextField('Price in the region’s style with currency symbol'),
  seller_id: IdField('Shop ID'),
}) {}

/** The shop of a row, as its product with the first id names it. */
export class SalesShop extends Fields({
  seller_id: IdField('Shop ID', { required: true }),
  name: TextField('Shop name'),
  avatar: TextField('Shop cover URL'),
}) {}

/** The video of a row, as loaded now. */
export class SalesVideo extends Fields({
  video_id: IdField('Video ID', { required: true }),
  desc: TextField('Video description'),
  cover: TextField('Cover URL'),
  publish_time: WholeField('Publish time, Unix seconds'),
  uid: IdField('Creator UID'),
}) {}

/** The live stream of a row, as loaded now. */
export class SalesLive extends Fields({
  room_id: IdField('Live room ID', { required: true }),
  title: TextField('Stream title'),
  cover: TextField('Cover URL'),
  start_time: WholeField('Start, Unix seconds'),
  uid: IdField('Creator UID'),
}) {}

/** What rankings, histories, comparisons and breakdowns of sales are about. */
interface SubjectEntry {
  /** The field of its id in requests, rows, and the records of its index. */
  readonly id: string;
  /** The index that knows it: of its records; of categories that of sales. */
  readonly index: IndexKind;
  /** The part of its record that rows show. */
  readonly record: new () => object;
  /** The field of facts that has its id; of categories at level 1. */
  readonly key: string;
  /** The facts that have a row in its ranking. */
  readonly clauses: readonly object[];
  /** The dimensions on which all facts of a row must agree to have them; rows show the first. */
  readonly agreed?: readonly string[];
  /** Only sales of this channel are its own. */
  readonly channel?: 'video' | 'live';
  /** Whether sales without it are a row of a breakdown. */
  readonly takesMissing?: true;
  /** The filters that make a breakdown by it shorter. */
  readonly narrowedBy: readonly string[];
}

/** The key of facts about videos or live streams, which belong to a creator. */
const content = <Channel extends 'video' | 'live'>(channel: Channel) =>
  ({
    key: 'content_id',
    clauses: [{ term: { channel } }],
    agreed: ['uid', 'creator_region', 'creator_category_id'],
    channel,
  }) as const;

/** The one table of subjects. A new one is an entry; the compiler then names each place that must know it. */
export const SUBJECTS = {
  creator: {
    id: 'uid',
    index: 'creators',
    record: SalesCreator,
    key: 'uid',
    clauses: [{ term: { creator_loaded: true } }],
    narrowedBy: ['filter.uid', 'filter.product_id', 'fewer_days'],
  },
  product: {
    id: 'product_id',
    index: 'products',
    record: SalesProduct,
    key: 'product_id',
    clauses: [{ term: { product_loaded: true } }],
    narrowedBy: ['filter.product_id', 'filter.l1_category_id', 'fewer_days'],
  },
  shop: {
    id: 'seller_id',
    index: 'products',
    record: SalesShop,
    key: 'seller_id',
    clauses: [{ exists: { field: 'seller_id' } }],
    agreed: ['product_region'],
    takesMissing: true,
    narrowedBy: ['filter.seller_id', 'filter.product_id', 'fewer_days'],
  },
  category: {
    id: 'l1_category_id',
    index: 'sales',
    record: CategoryRecord,
    key: 'product_category_id',
    clauses: [],
    narrowedBy: ['filter.l1_category_id', 'fewer_days'],
  },
  video: {
    id: 'video_id',
    index: 'videos',
    record: SalesVideo,
    ...content('video'),
    narrowedBy: ['filter.video_id', 'filter.uid', 'fewer_days'],
  },
  live: {
    id: 'room_id',
    index: 'lives',
    record: SalesLive,
    ...content('live'),
    narrowedBy: ['filter.room_id', 'filter.uid', 'fewer_days'],
  },
} as const satisfies Readonly<Record<string, SubjectEntry>>;

export type Subject = keyof typeof SUBJECTS;
export const SUBJECT_NAMES = Object.keys(SUBJECTS) as Subject[];

/** The indices of all facts, and of the records that rows of facts show. */
export const SUBJECT_INDICES: readonly IndexKind[] = [
  ...new Set([...FACT_KINDS, ...SUBJECT_NAMES.map((name) => SUBJECTS[name].index)]),
];

/** The entry of a subject. */
export const subjectOf = (subject: Subject): SubjectEntry => SUBJECTS[subject];

/** Whether rows of a subject belong to a creator. */
export const isContent = (subject: Subject): boolean => subjectOf(subject).channel !== undefined;
