import type { JsonObject } from '../common/json-object.js';

/** The call that finds records by their names, and the fields of its rows that have ids and names. */
interface Finder {
  readonly tool: string;
  readonly input: JsonObject;
  readonly ids: readonly string[];
  readonly title: string;
}

const suggested = (of: string, ...ids: readonly string[]): Finder => ({
  ...{ tool: 'find_ids', input: { of }, ids, title: 'text' },
});
/** Records with all words: `match` keeps out those that have only some. */
const searched = (tool: string, id: string, title: string, input: JsonObject = {}): Finder => ({
  ...{ tool, input: { match: 'all_words', ...input }, ids: [id], title },
});
const PRODUCT_CATEGORIES = suggested('products', 'product_category_id', 'l2_category_id', 'l3_category_id');

/** Finders by the arguments that take their ids. */
const FINDERS: Readonly<Record<string, Finder>> = {
  uid: suggested('creators', 'uid'),
  unique_id: suggested('creators', 'uid'),
  creator_category_id: suggested('creators', 'creator_category_id'),
  seller_id: suggested('products', 'seller_id'),
  ...Object.fromEntries(PRODUCT_CATEGORIES.ids.map((id) => [id, PRODUCT_CATEGORIES])),
  product_id: searched('search_products', 'product_id', 'title'),
  video_id: searched('search_videos', 'video_id', 'desc', { filter: { create_time_range: { min: 0 } } }),
  room_id: searched('search_lives', 'room_id', 'title'),
};
const MOST_CANDIDATES = 5;
const MOST_CHARACTERS = 100;

type MisplacedName = readonly [argument: string, name: string];
type Ask = (tool: string, input: JsonObject) => Promise<JsonObject>;

/** The names in the place of ids, which have digits only. */
export const namesIn = (values: JsonObject): MisplacedName[] =>
  Object.keys(FINDERS).flatMap((argument) =>
    [values[argument]]
      .flat()
      .flatMap((id): MisplacedName[] => (typeof id === 'string' && /\D/.test(id) ? [[argument, id]] : [])),
  );

/** The records whose ids an argument takes, by words of their names: ids and names. @throws Failure as the tool does */
export async function recordsNamed([argument, keywords]: MisplacedName, ask: Ask): Promise<JsonObject[]> {
  const { tool, input, ids, title } = FINDERS[argument] as Finder;
  const { list } = await ask(tool, { ...input, keywords });
  return (list as readonly JsonObject[]).flatMap((row): JsonObject[] => {
    const own = Object.entries(row.filter ?? row).filter(([name]) => ids.includes(name));
    return own.length === 0 ? [] : [{ ...Object.fromEntries(own), name: row[title] }];
  });
}

/** At most five records with such a name. None where the token may not ask for them. */
export async function candidatesOf([argument, name]: MisplacedName, ask: Ask): Promise<JsonObject[]> {
  const keywords = name.trim().replace(/^@/, '').slice(0, MOST_CHARACTERS);
  const records = await recordsNamed([argument, keywords], ask).catch(() => []);
  return records.slice(0, MOST_CANDIDATES);
}

/** Says that a name stands in the place of an id, and who may be meant. */
export async function nameHint([argument, name]: MisplacedName, ask: Ask): Promise<string> {
  const candidates = await candidatesOf([argument, name], ask);
  const listed = candidates.map(({ name: title, ...ids }) => `${Object.values(ids).join('')} (${title as string})`);
  const help = listed.length === 0 ? `: ${FINDERS[argument]?.tool} has ids` : `; perhaps ${listed.join(', ')}`;
  return `"${name}" looks like a name, not a ${argument}${help}.`;
}
