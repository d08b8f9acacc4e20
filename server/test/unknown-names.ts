/** Names that a validator of a schema never looks at, because its schema does not know them: misspelled ones. */

/** Returns the value wrapped, so that each property that is looked at is added to `seen` by its path. */
export function watch(value: unknown, seen: Set<string>, path = ''): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      const found = Reflect.get(target, key);
      if (!Object.hasOwn(target, key)) return found;
      const at = `${path}/${String(key)}`;
      seen.add(at);
      return watch(found, seen, at);
    },
  });
}

/** Returns the paths of properties that were not looked at, without what is below them. */
export function unseenIn(value: unknown, seen: ReadonlySet<string>, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = `${path}/${key}`;
    return seen.has(at) ? unseenIn(inner, seen, at) : [at];
  });
}
