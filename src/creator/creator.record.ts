import { idOrder } from '../common/id-order.js';
import { handleOf, nameBeginnings, presentTexts, searchedTexts, suggestInput } from '../documents/indexed-fields.js';
import { encodeRecord, type Naming } from '../documents/category.record.js';
import { Fields, type Loadable, WholeField, wholeRecord } from '../fields/field.js';
import { RankedCreator } from '../subjects/creator.js';

/** A creator as creator search returns it (docs/api.md, "Records"). */
export class CreatorRecord extends Fields(
  { account_type: WholeField('1 personal, 2 shop', { oneOf: [1, 2] }) },
  RankedCreator,
) {}

/** Loaded with a creator, but not returned. */
export class CreatorFilterFields extends Fields({
  category_id: WholeField('Creator category ID; `category` may be given instead', { rule: 'signed' }),
}) {}

/** A creator as it may be loaded; only `uid` is required. */
export type CreatorLoad = Loadable<CreatorRecord & CreatorFilterFields, 'uid'>;

/** The document of the `creators` index. Keywords search the nickname and the unique ID. */
export function toCreatorDocument(load: CreatorLoad, naming?: Naming) {
  const { category, account_type, ...fields } = wholeRecord(CreatorRecord, load);
  const { uid, unique_id, nickname, follower_count } = fields;
  const category_id = load.category_id ?? category.id;
  const shown = wholeRecord(RankedCreator, { ...fields, category: { id: category_id, name: category.name } });
  const record = encodeRecord<CreatorRecord>({ ...shown, account_type }, naming);
  return {
    ...fields,
    account_type,
    category_id,
    // As the record has been named.
    category_name: shown.category.name,
    handle: handleOf(unique_id),
    ...idOrder(uid),
    ...searchedTexts(nickname, unique_id),
    names: presentTexts(uid, unique_id, nickname),
    suggest: suggestInput(nameBeginnings(unique_id, nickname), follower_count, ` ${uid}`),
    record,
  };
}

/** A document of the `creators` index, as its mapper makes it. */
export type CreatorDocument = ReturnType<typeof toCreatorDocument>;
