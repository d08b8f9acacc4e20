import { createMulberry32, drawSubset, rowNumbers } from '../random.ts';
import { groupByKey, joinGroupings, joinGroups, rootOf } from './groups.ts';
import { findNearCopies } from './near-copies.ts';
import { findRepeatSets, type RepeatSet } from './repeat-sets.ts';
import { type Cells, RowKeys } from './row-keys.ts';

/** Rows that occur more than once, or nearly so. */
export interface Repeats {
  /** The first row that each row repeats, or the row itself. */
  group: Int32Array;
  /** Number of rows that repeat another one, not counting the first of each. */
  repeated: number;
  /** Columns in which repeated rows differ; none when they are equal. */
  differing: readonly number[];
  /** Those of them that were changed a little, all together. */
  jittered: readonly number[];
  /** Rows that are alike but for their target: copies measured again, or one thing at several times. */
  alike: Alike | null;
}

export interface Alike {
  group: Int32Array;
  /** Columns in which they are equal. */
  columns: readonly number[];
}

/** Most rows among which pairs are counted. */
const mostCounted = 40_000;
/** Fewest distinct rows that show whether all of them stand equally often; a design of few kinds repeats each often. */
const [fewestDistinct, mostEach] = [20, 5];

/**
 * Finds repeated rows, from joins or merged exports, also where one or two columns differ (a timestamp, a counter), or
 * five of many measured ones, or all numbers a little (jittered). Rows with another target are not repeated: only a comparison shows whether
 * they hang together.
 */
export function findRepeats(columns: readonly Cells[], target: Float64Array): Repeats {
  const rowCount = target.length;
  const keys = new RowKeys([...columns, target], rowCount);
  const some = drawSubset(rowCount, Math.min(rowCount, mostCounted), createMulberry32(rowCount));
  const sets = findRepeatSets(
    columns.map((cells) => Float64Array.from(some, (row) => cells[row])),
    Float64Array.from(some, (row) => target[row]),
    [...columns.keys()].filter((column) => columns[column] instanceof Int32Array),
  );
  const copied: RepeatSet[] = sets.filter((set) => !set.includes(columns.length));
  const measuredAgain = sets.filter((set) => set.includes(columns.length));
  const isWhole = standEquallyOften(groupByKey(keys.without([])));
  const equal = joinSets(keys, isWhole ? [[], ...copied] : copied, rowCount);
  const near = isWhole || sets.length > 0 ? null : findNearCopies(columns, target);
  const group = near ? joinGroupings(equal, near.group) : equal;
  const inputsOf = (places: readonly number[]) =>
    [...new Set(places)].filter((column) => column < columns.length).sort((a, b) => a - b);
  const jittered = inputsOf(near?.columns ?? []);
  const other = new Set(measuredAgain.flat());
  return {
    group,
    repeated: countRepeated(group),
    differing: inputsOf([...copied.flat(), ...jittered]),
    jittered,
    alike:
      measuredAgain.length === 0
        ? null
        : {
            group: joinSets(keys, measuredAgain, rowCount),
            columns: [...columns.keys()].filter((column) => !other.has(column)),
          },
  };
}

/** Joins rows that are equal but for one of the sets of columns. */
function joinSets(keys: RowKeys, sets: readonly RepeatSet[], rowCount: number): Int32Array {
  const roots = Int32Array.from({ length: rowCount }, (_, row) => row);
  for (const leftOut of sets) joinGroups(roots, groupByKey(keys.without(leftOut)));
  return roots.map((_, row) => rootOf(roots, row));
}

/** Returns whether all groups have a multiple of one number of rows: by chance some would have one more. */
function standEquallyOften(group: Int32Array): boolean {
  const sizes = new Map<number, number>();
  for (const first of group) sizes.set(first, (sizes.get(first) ?? 0) + 1);
  if (sizes.size < Math.max(fewestDistinct, group.length / mostEach)) return false;
  return [...sizes.values()].reduce(greatestDivisor) > 1;
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}

function countRepeated(group: Int32Array): number {
  let repeated = 0;
  for (let row = 0; row < group.length; row++) if (group[row] !== row) repeated += 1;
  return repeated;
}

/** With fewer rows than this share that stand alone, the whole table was repeated: rows to come are not of the known ones. */
const fewestAlone = 0.1;

/** Returns whether nearly all rows repeat another one, as those of a table that was joined or appended twice. */
export function isRepeatedWhole(group: Int32Array): boolean {
  return findAlone(group).size < fewestAlone * group.length;
}

/** Returns the rows that neither repeat another one nor are repeated. */
export function findAlone(group: Int32Array): Set<number> {
  const rowsOf = new Int32Array(group.length);
  for (const first of group) rowsOf[first] += 1;
  return new Set(rowNumbers(group.length).filter((row) => rowsOf[group[row]] === 1));
}
