import { idOrder } from '../documents/id-order.js';
import { handleOf, nameBeginnings, presentTexts, searchedTexts, suggestInput } from '../documents/indexed-fields.js';
import { CategoryRecord, encodeRecord, type Naming } from '../documents/category.record.js';
import { Fields, IdField, type Loadable, ObjectField, TextField, WholeField, wholeRecord } from '../fields/field.js';

/** The creator as both rankings show it. */
export class RankedCreator extends Fields({
  uid: IdField('Creator UID, a string because real ones pass 2^53', { required: true, example: '7129384756102938475' }),
  unique_id: TextField('Creator unique ID (handle)', { example: 'mia.beauty', rule: 'name' }),
  nickname: TextField('Creator nickname', { rule: 'name' }),
  avatar: TextField('Avatar URL', { format: 'uri' }),
  region: TextField('Country/region code', { example: 'US', rule: 'region' }),
  category: ObjectField(() => CategoryRecord, 'Creator category'),
  follower_count: WholeField('Followers as loaded with the creator'),
  video_count: WholeField('Videos as loaded with the creator'),
}) {}

/** A creator as creator search returns it (docs/api.md, "Records"). */
export class CreatorRecord extends Fields(
  {
    account_type: WholeField('1 personal, 2 shop', { oneOf: [1, 2] }),
  },
  RankedCreator,
) {}

/** Loaded with a creator, but not returned. */
export class CreatorFilterFields extends Fields({
  category_id: WholeField('Creator category ID; `category` may be given instead', { rule: 'signed' }),
}) {}

/** A creator as it may be loaded; only `uid` is required. */
export type CreatorLoad = Loadable<CreatorRecord & CreatorFilterFields, 'uid'>;

/** The part of a creator's document that rankings show and filter by. */
export function toCreatorDocument(load: CreatorLoad) {
  const { category, ...fields } = wholeRecord(CreatorRecord, load);
  // The name with which the category was loaded is shown only when its id is in no tree.
  return { ...fields, category_id: load.category_id ?? category.id, category_name: category.name };
}

export type CreatorDocument = ReturnType<typeof toCreatorDocument>;

/** The fields of that part, for reads that need no more. */
export const CREATOR_FIELDS: readonly (keyof CreatorDocument)[] = [
  ...(['uid', 'unique_id', 'nickname', 'avatar', 'region', 'category_id'] as const),
  ...(['category_name', 'account_type', 'follower_count', 'video_count'] as const),
];

/** The document of the `creators` index. Keywords search the nickname and the unique ID. */
export function toWrittenCreatorDocument(load: CreatorLoad, naming?: Naming) {
  const document = toCreatorDocument(load);
  const { uid, unique_id, nickname, account_type, follower_count } = document;
  const record: CreatorRecord = { ...toRankedCreator(document), account_type };
  return {
    ...document,
    handle: handleOf(unique_id),
    ...idOrder(uid),
    ...searchedTexts(nickname, unique_id),
    names: presentTexts(uid, unique_id, nickname),
    suggest: suggestInput(nameBeginnings(unique_id, nickname), follower_count, ` ${uid}`),
    record: encodeRecord(record, naming),
  };
}

/** A document of the `creators` index, as its mapper makes it. */
export type WrittenCreatorDocument = ReturnType<typeof toWrittenCreatorDocument>;

/** The creator of a ranking's row. */
export const toRankedCreator = (creator: CreatorDocument): RankedCreator =>
  wholeRecord(RankedCreator, { ...creator, category: { id: creator.category_id, name: creator.category_name } });
