/** Numbers rows by the first that has the same key. */
export function groupByKey(keys: ArrayLike<number>): Int32Array {
  const first = new Map<number, number>();
  const group = new Int32Array(keys.length);
  for (let row = 0; row < keys.length; row++) {
    const known = first.get(keys[row]);
    if (known === undefined) first.set(keys[row], row);
    group[row] = known ?? row;
  }
  return group;
}

/** Joins rows that the other grouping keeps together; `roots` point to smaller rows until they are flattened. */
export function joinGroups(roots: Int32Array, other: Int32Array): void {
  for (let row = 0; row < other.length; row++) joinPair(roots, row, other[row]);
}

export function joinPair(roots: Int32Array, row: number, other: number): void {
  const [one, two] = [rootOf(roots, row), rootOf(roots, other)];
  if (one !== two) roots[Math.max(one, two)] = Math.min(one, two);
}

export function rootOf(roots: Int32Array, row: number): number {
  let root = row;
  while (roots[root] !== root) root = roots[root];
  roots[row] = root;
  return root;
}

/** Joins two groupings: rows are together if either keeps them together. */
export function joinGroupings(one: Int32Array, other: Int32Array): Int32Array {
  const roots = one.slice();
  joinGroups(roots, other);
  return roots.map((_, row) => rootOf(roots, row));
}

/** Share of the rows that repetitions may chain together; customers whose rows were imported twice are far from it. */
const mostChained = 0.25;

/**
 * Returns which rows are held out together where entities are: rows of one, and what repeats them. Where chance copies
 * chain entities to each other (players who never batted, in every team), entities alone.
 */
export function joinEntities(entities: Int32Array, repeats: Int32Array): Int32Array {
  const joined = joinGroupings(repeats, entities);
  const isChained = mostRows(joined) > Math.max(mostChained * joined.length, mostRows(entities));
  return isChained ? entities : joined;
}

function mostRows(group: Int32Array): number {
  const rowsOf = new Int32Array(group.length);
  for (const first of group) rowsOf[first] += 1;
  return rowsOf.reduce((most, rows) => Math.max(most, rows), 0);
}
