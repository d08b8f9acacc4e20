import { createRandom, rowNumbers, shuffle } from '../random.ts';

/**
 * Deals rows into `folds` of about equal size and returns the fold of each row; rows of one group stay together.
 * `group` has the group number of every row of the table. Rows that are all of one group are parted nevertheless, because
 * no fold could be judged by others (a hurried training holds out one stretch of time).
 */
export function dealGroups(group: Int32Array, rows: Int32Array, folds: number, seed: number): Uint8Array {
  const members = Map.groupBy(rows.keys(), (place) => group[rows[place]]);
  const groups = members.size > 1 ? [...members.values()] : Array.from(rows.keys(), (place) => [place]);
  const sizes = new Float64Array(folds);
  const foldOf = new Uint8Array(rows.length);
  for (const index of shuffle(rowNumbers(groups.length), createRandom(seed))) {
    const fold = sizes.indexOf(Math.min(...sizes));
    for (const place of groups[index]) foldOf[place] = fold;
    sizes[fold] += groups[index].length;
  }
  return foldOf;
}
