import { getMetadataStorage } from 'class-validator';

/**
 * Makes class-validator remember the rules of a class, which it gathers and groups anew for every object it validates:
 * they are always the same, as rules have no groups here.
 */
export function rememberRules(): void {
  const storage = getMetadataStorage();
  const gather = remembered(storage.getTargetValidationMetadatas.bind(storage));
  const group = remembered(storage.groupByPropertyName.bind(storage));
  Object.assign(storage, { getTargetValidationMetadatas: gather, groupByPropertyName: group });
}

/** The function, called once for each first parameter. */
function remembered<Key extends object, More extends unknown[], Result>(
  make: (key: Key, ...more: More) => Result,
): (key: Key, ...more: More) => Result {
  const made = new WeakMap<Key, Result>();
  return (key, ...more) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const result = make(key, ...more);
    made.set(key, result);
    return result;
  };
}
