/** An object of JSON, or one that is read as such. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object and not a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** No record and no request nests deeper than 5. */
export const MAX_DEPTH = 32;
const MAX_VALUES = 10_000;

/** Whether JSON nests deeper or has more values than any record: its check would take long. */
export function isTooLarge(value: unknown, count = { values: 0 }, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  count.values += Object.keys(value).length;
  if (levels === 0 || count.values > MAX_VALUES) return true;
  return Object.values(value).some((inner) => isTooLarge(inner, count, levels - 1));
}
