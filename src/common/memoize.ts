/** A function that computes the result of each key once; results in a `WeakMap` go with their keys. */
export function memoize<Key, Value>(
  make: (key: Key) => Value,
  made: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown } = new Map<Key, Value>(),
): (key: Key) => Value {
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
