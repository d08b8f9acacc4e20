import { createMulberry32, drawSubset } from '../random.ts';
import { type Cells, countEqual, RowKeys } from './row-keys.ts';

/** Rows that occur more than once, or nearly so. */
export interface Repeats {
  /** The first row that each row repeats, or the row itself. */
  group: Int32Array;
  /** Number of rows that repeat another one, not counting the first of each. */
  repeated: number;
  /** Whether there are more repetitions than a few short columns produce by chance. */
  isBeyondChance: boolean;
  /** Columns in which repeated rows differ; none when they are equal. */
  differing: readonly number[];
}

/** Fewest equal pairs, in total and for each row. */
const [fewestPairs, leastPairsPerRow] = [3, 0.002];
/** Equal pairs must be this many times as frequent as with independent columns. */
const beyondChance = 20;
/** Maximum share of pairs that differ in one more column, because chance produces more near matches than matches. */
const mostNextTo = 0.5;
/** Most columns in which near repetitions may differ. */
const mostColumns = 60;
/** Maximum number of rows examined in total, counted once for each set of columns left out. */
const mostLooks = 3_000_000;
/** Most rows among which pairs are counted. */
const mostCounted = 40_000;

/**
 * Finds repeated rows, from joins or merged exports, also where one or two columns differ (a timestamp, a counter), or
 * up to five of many measured ones (jittered).
 * Rows that are equal by chance have many near matches, copies have few. The target may differ as well, for inputs that
 * were measured again.
 */
export function findRepeats(columns: readonly Cells[], target: Float64Array): Repeats {
  const rowCount = target.length;
  const keys = new RowKeys([...columns, target], rowCount);
  const equal = groupByKey(keys.without([columns.length]));
  const some = drawSubset(rowCount, Math.min(rowCount, mostCounted), createMulberry32(rowCount));
  const sets = findSets(
    columns.map((cells) => Float64Array.from(some, (row) => cells[row])),
    Float64Array.from(some, (row) => target[row]),
  );
  const isMostlyAlone = countRepeated(equal) <= rowCount / 2;
  const roots = isMostlyAlone ? equal : Int32Array.from(equal.keys());
  for (const leftOut of sets) joinGroups(roots, groupByKey(keys.without(leftOut)));
  const group = roots.map((_, row) => rootOf(roots, row));
  const differing = [...new Set(sets.flat())].filter((column) => column < columns.length).sort((a, b) => a - b);
  return { group, repeated: countRepeated(group), isBeyondChance: sets.length > 0, differing };
}

export function countRepeated(group: Int32Array): number {
  let repeated = 0;
  for (let row = 0; row < group.length; row++) if (group[row] !== row) repeated += 1;
  return repeated;
}

/** Returns the sets of columns (the target counts as the last) outside of which rows repeat beyond chance. */
function findSets(columns: readonly Float64Array[], target: Float64Array): number[][] {
  const rowCount = target.length;
  const keys = new RowKeys([...columns, target], rowCount);
  const chances = [...columns, target].map(chanceOfMatch);
  // Copies differ in columns with many values: a moment, a counter.
  const order = [...columns.keys()].sort((a, b) => chances[a] - chances[b] || a - b);
  const pairs = countPairs(rowCount);
  const expected = (leftOut: readonly number[]) =>
    chances.reduce((product, chance, column) => (leftOut.includes(column) ? product : product * chance), pairs);
  const affordable = Math.floor(mostLooks / rowCount);
  const differIn = (set: readonly number[]) =>
    subsetsOf(set).reduce((sum, subset) => sum + (-1) ** (set.length - subset.length) * keys.countPairs(subset), 0);
  const standsOut = (set: readonly number[]) => {
    const own = differIn(set);
    if (own < Math.max(fewestPairs, leastPairsPerRow * rowCount) || own < beyondChance * expected(set)) return false;
    if (columns.length > mostColumns) return true;
    const nextTo = order
      .slice(0, Math.max(4, affordable))
      .reduce((sum, column) => sum + (set.includes(column) ? 0 : differIn(withColumn(set, column))), 0);
    return nextTo <= mostNextTo * own;
  };
  const found = [[], [columns.length]].filter(standsOut);
  if (columns.length > mostColumns) return found;
  const singles = order.slice(0, affordable).map((column) => [column]);
  const doubles = order
    .flatMap((one, place) => order.slice(place + 1).map((other) => withColumn([one], other)))
    .slice(0, Math.max(0, affordable - singles.length));
  const several = listSeveral(columns, order, affordable);
  for (const set of [...singles, ...doubles, ...several]) {
    const isKnown = found.some((one) => one.length > 0 && one.every((column) => set.includes(column)));
    if (!isKnown && standsOut(set)) found.push(set);
  }
  return found;
}

/** Maximum number of columns that differ at once, because they were measured again or jittered. */
const mostDiffering = 5;
/**
 * When more than two columns differ, this many of the equal ones must have different values in a fair share of the
 * rows.
 */
const fewestTelling = 2;
const tellingShare = 0.25;

/**
 * Sets of more than two columns, with the target and without. Columns that were changed in the copies have more
 * distinct values than those that were not, so they come first. The other columns must identify single rows, not kinds
 * of things.
 */
function listSeveral(columns: readonly Float64Array[], order: readonly number[], affordable: number): number[][] {
  const sets: number[][] = [];
  for (let size = 3; size <= mostDiffering && 2 ** (size + 2) <= affordable; size++) {
    const telling = order.slice(size).filter((column) => {
      const cells = columns[column];
      return new Set(cells).size >= tellingShare * cells.length;
    });
    if (telling.length < fewestTelling) break;
    const set = order.slice(0, size).sort((a, b) => a - b);
    sets.push(set, [...set, columns.length]);
  }
  return sets;
}

function countPairs(count: number): number {
  return (count * (count - 1)) / 2;
}

function withColumn(set: readonly number[], column: number): number[] {
  return [...set, column].sort((a, b) => a - b);
}

function subsetsOf(set: readonly number[]): number[][] {
  const subsets: number[][] = [[]];
  for (const column of set) subsets.push(...subsets.map((subset) => [...subset, column]));
  return subsets;
}

/** Returns the probability that two rows have the same cell in a column. */
function chanceOfMatch(cells: Float64Array): number {
  // All missing cells are equal.
  return countEqual(cells.map((cell) => (Number.isNaN(cell) ? Number.MAX_VALUE : cell))) / countPairs(cells.length);
}

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
  for (let row = 0; row < other.length; row++) {
    const [one, two] = [rootOf(roots, row), rootOf(roots, other[row])];
    if (one !== two) roots[Math.max(one, two)] = Math.min(one, two);
  }
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
