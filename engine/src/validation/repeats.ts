import { createMulberry32, drawSubset } from '../random.ts';
import { type Cells, countEqual, RowKeys } from './row-keys.ts';

/** Rows that stand in the table more than once, or nearly so. */
export interface Repeats {
  /** The first row that each is a repetition of, or the row itself. */
  group: Int32Array;
  /** Rows that repeat another one, beyond the first of each. */
  repeated: number;
  /** More than few short columns give by chance. */
  isBeyondChance: boolean;
  /** Columns in which repetitions differ; none where they are equal. */
  differing: readonly number[];
}

/** Pairs that stand out must be so many at least, in all and by the row. */
const [fewestPairs, leastPairsPerRow] = [3, 0.002];
/** Independent columns would give so many fewer. */
const beyondChance = 20;
/** Pairs that differ in one column more are fewer than this share: what is alike by chance is more often nearly alike. */
const mostNextTo = 0.5;
/** Columns that near repetitions are looked for in. */
const mostColumns = 60;
/** Rows that may be looked at in all, once for each set of columns left out. */
const mostLooks = 3_000_000;
/** Rows that pairs are counted among. */
const mostCounted = 40_000;

/**
 * Finds rows that are repetitions: a join that fanned out, exports glued together, also where a timestamp or a counter or two
 * tells them apart. In a table of a few short columns rows are alike by chance, and there rows that differ in one more column
 * are more; copies have few such neighbours. The target is left out alone, for inputs that were measured again, or not at all.
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

/** The sets of at most two columns, or of the target (which counts as the last), outside of which rows are repeated beyond chance. */
function findSets(columns: readonly Float64Array[], target: Float64Array): number[][] {
  const rowCount = target.length;
  const keys = new RowKeys([...columns, target], rowCount);
  const chances = [...columns, target].map(chanceOfMatch);
  // Copies are told apart by what has many values: a moment, a counter.
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
  for (const set of [...singles, ...doubles]) {
    const isKnown = found.some((one) => one.length > 0 && one.every((column) => set.includes(column)));
    if (!isKnown && standsOut(set)) found.push(set);
  }
  return found;
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

/** How likely two rows have the same cell in a column. */
function chanceOfMatch(cells: Float64Array): number {
  // One missing cell is as good as another.
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

/** Joins whatever the other grouping holds together; `roots` point upwards until they are flattened. */
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
