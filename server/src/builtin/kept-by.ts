/** Keeps what is worked out of an object as long as the object lives. */
export function keptBy<Key extends object, Value>(workOut: (key: Key) => Value): (key: Key) => Value {
  const kept = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const known = kept.get(key) ?? { value: workOut(key) };
    kept.set(key, known);
    return known.value;
  };
}
