import type { JsonObject } from '../common/json-object.js';

/** How records are found by their names, by the argument that takes their ids: tool, id in its rows, and `of`. */
const FINDERS: Readonly<Record<string, readonly [tool: string, id: string, of?: string]>> = {
  uid: ['find_ids', 'uid', 'creators'],
  unique_id: ['find_ids', 'uid', 'creators'],
  seller_id: ['find_ids', 'seller_id', 'products'],
  product_id: ['search_products', 'product_id'],
};
const MOST_CANDIDATES = 5;
const MOST_CHARACTERS = 100;

type MisplacedName = readonly [argument: string, name: string];
type Ask = (tool: string, input: JsonObject) => Promise<JsonObject>;

/** The names in the place of ids, which have digits only. */
export const namesIn = (values: JsonObject): MisplacedName[] =>
  Object.keys(FINDERS).flatMap((argument) => {
    const ids = [(values[argument] ?? []) as string | string[]].flat();
    return ids.filter((id) => /\D/.test(id)).map((name): MisplacedName => [argument, name]);
  });

/** At most five records with such a name: ids and names. None where the token may not ask for them. */
export async function candidatesOf([argument, name]: MisplacedName, ask: Ask): Promise<JsonObject[]> {
  const [tool = '', id = '', of] = FINDERS[argument] ?? [];
  const keywords = name.trim().replace(/^@/, '').slice(0, MOST_CHARACTERS);
  const { list } = await ask(tool, { ...(of !== undefined && { of }), keywords }).catch(() => ({ list: [] }));
  const rows = (list as readonly JsonObject[]).map(({ text, title, filter, ...row }) => ({
    [id]: ((filter ?? row) as JsonObject)[id],
    name: text ?? title,
  }));
  return rows.filter((row) => row[id] !== undefined).slice(0, MOST_CANDIDATES);
}

/** Says that a name stands in the place of an id, and who may be meant. */
export async function nameHint([argument, name]: MisplacedName, ask: Ask): Promise<string> {
  const candidates = await candidatesOf([argument, name], ask);
  const listed = candidates.map(({ name: title, ...ids }) => `${Object.values(ids).join('')} (${title as string})`);
  const help = listed.length === 0 ? ': find_ids has ids' : `; perhaps ${listed.join(', ')}`;
  return `"${name}" looks like a name, not a ${argument}${help}.`;
}
