import { createRandom, rowNumbers, shuffle } from '../random.ts';

/**
 * Deals rows into parts of about equal size, 0 to `parts` - 1, those of one group together. One entry a row of `rows`;
 * `group` numbers all rows of the table.
 */
export function dealGroups(group: Int32Array, rows: Int32Array, parts: number, seed: number): Uint8Array {
  const members = Map.groupBy(rows.keys(), (place) => group[rows[place]]);
  const groups = [...members.values()];
  const sizes = new Float64Array(parts);
  const partOf = new Uint8Array(rows.length);
  for (const index of shuffle(rowNumbers(groups.length), createRandom(seed))) {
    const part = sizes.indexOf(Math.min(...sizes));
    for (const place of groups[index]) partOf[place] = part;
    sizes[part] += groups[index].length;
  }
  return partOf;
}
