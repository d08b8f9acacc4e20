import { areCopies } from './exact-copies.ts';
import { countEqual, RowKeys } from './row-keys.ts';

/** Columns outside of which rows are equal, ascending; the target counts as the last column. */
export type RepeatSet = readonly number[];

/** Fewest equal pairs, in total and for each row. */
const [fewestPairs, leastPairsPerRow] = [3, 0.002];
/** Equal pairs must be this many times as frequent as with independent columns. */
const beyondChance = 20;
/** A column of kinds has so many rows of a value, and others follow from it in this share of the pairs of one kind. */
const [fewestOfKind, followingShare] = [5, 0.95];
/** Maximum share of pairs that differ in one more column, because chance produces more near matches than matches. */
const mostNextTo = 0.5;
/** The same share for the target, which copies have in common and things of one kind have not. */
const mostOtherTarget = 0.1;
/** Most columns in which near repetitions may differ. */
const mostColumns = 60;
/** Maximum number of rows examined in total, counted once for each set of columns left out. */
const mostLooks = 3_000_000;
/**
 * Where columns differ, this many of the equal ones must have different values in a fair share of the rows: otherwise
 * things of one kind would be copies, and in a narrow table nearly all rows would be.
 */
const fewestTelling = 2;
/** That share where the target is equal, and where it is not. */
const [tellingShare, tellingShareAlike] = [0.1, 0.25];
/** Maximum number of columns that differ at once, because they were measured again or jittered. */
const mostDiffering = 5;
/** Columns of a block. Where rows do not repeat outside of two blocks, no pair of their columns needs to be looked at. */
const blockSize = 8;

/**
 * Returns the sets of columns outside of which rows repeat beyond chance. Rows that are equal by chance have many near
 * matches, copies have few. `categories` are the places of columns whose values may be kinds of things.
 */
export function findRepeatSets(
  columns: readonly Float64Array[],
  target: Float64Array,
  categories: readonly number[] = [],
): RepeatSet[] {
  const rowCount = target.length;
  const targetPlace = columns.length;
  const all = [...columns, target];
  const keys = new RowKeys(all, rowCount);
  const chances = all.map(chanceOfMatch);
  const distinct = all.map((cells) => new Set(cells).size / Math.max(1, rowCount));
  // Copies differ in columns with many values: a moment, a counter.
  const order = [...columns.keys()].sort((a, b) => chances[a] - chances[b] || a - b);
  const pairs = countPairs(rowCount);
  // What follows from the others tells of no copies: the target, and what a kind of thing has in common.
  const following = new Set([targetPlace, ...followKind(keys, distinct, categories)]);
  const expected = (leftOut: RepeatSet) =>
    chances.reduce(
      (product, chance, column) => (leftOut.includes(column) || following.has(column) ? product : product * chance),
      pairs,
    );
  const affordable = Math.floor(mostLooks / rowCount);
  const differIn = (set: RepeatSet) =>
    subsetsOf(set).reduce((sum, subset) => sum + (-1) ** (set.length - subset.length) * keys.countPairs(subset), 0);
  const isTelling = (set: RepeatSet) => {
    const isAlike = set.includes(targetPlace);
    if (set.length === Number(isAlike)) return true;
    const share = isAlike ? tellingShareAlike : tellingShare;
    return distinct.filter((own, column) => !set.includes(column) && own >= share).length >= fewestTelling;
  };
  const fewest = Math.max(fewestPairs, leastPairsPerRow * rowCount);
  const blocks = Map.groupBy(order, (column) => Math.floor(order.indexOf(column) / blockSize));
  const blockOf = new Map([...blocks.values()].flatMap((block) => block.map((column) => [column, block] as const)));
  const withBlocks = (set: RepeatSet) => [...new Set(set.flatMap((column) => blockOf.get(column) ?? [column]))];
  // Rows that are equal outside of a set are so outside of a larger one too.
  const mayRepeat = (set: RepeatSet) => keys.countPairs(withBlocks(set).sort((a, b) => a - b)) >= fewest;
  const paired = { chances, order, target: targetPlace, differIn, most: Math.min(affordable, mostColumns) };
  const standsOut = (set: RepeatSet) => {
    const own = differIn(set);
    if (own < fewest) return false;
    if (set.length === 0 && areCopies(own, paired)) return true;
    if (own < beyondChance * expected(set)) return false;
    if (!set.includes(targetPlace) && differIn([...set, targetPlace]) > mostOtherTarget * own) return false;
    if (columns.length > mostColumns) return true;
    const nextTo = order
      .slice(0, Math.max(4, affordable))
      .reduce((sum, column) => sum + (set.includes(column) ? 0 : differIn(withColumn(set, column))), 0);
    return nextTo <= mostNextTo * own;
  };
  const found: RepeatSet[] = [[], [targetPlace]].filter(standsOut);
  if (columns.length > mostColumns) return found;
  for (const set of listSets(order, targetPlace, affordable)) {
    const isKnown = found.some((one) => one.length > 0 && one.every((column) => set.includes(column)));
    if (!isKnown && isTelling(set) && mayRepeat(set) && standsOut(set)) found.push(set);
  }
  return found;
}

/** Returns the columns that follow from the finest column of kinds. `distinct` is the share of distinct values. */
function followKind(keys: RowKeys, distinct: readonly number[], categories: readonly number[]): number[] {
  const kinds = categories.filter((column) => distinct[column] <= 1 / fewestOfKind);
  if (kinds.length === 0) return [];
  const finest = kinds.reduce((best, column) => (distinct[column] > distinct[best] ? column : best));
  const places = [...distinct.keys()];
  const equalIn = (wanted: RepeatSet) => keys.countPairs(places.filter((column) => !wanted.includes(column)));
  const least = followingShare * equalIn([finest]);
  return places.filter((column) => column !== finest && equalIn([finest, column]) >= least);
}

/**
 * Lists sets of one, two and more columns, with the target and without; as many as are affordable. Columns that were
 * changed in the copies have more distinct values than those that were not, so they come first.
 */
function listSets(order: readonly number[], targetPlace: number, affordable: number): RepeatSet[] {
  const singles = order.slice(0, affordable).map((column) => [column]);
  const doubles = order
    .flatMap((one, place) => [...order.slice(place + 1), targetPlace].map((other) => withColumn([one], other)))
    .slice(0, Math.max(0, affordable - singles.length));
  const several: RepeatSet[] = [];
  for (let size = 3; size <= mostDiffering && 2 ** (size + 2) <= affordable && size < order.length; size++) {
    const set = order.slice(0, size).sort((a, b) => a - b);
    several.push(set, [...set, targetPlace]);
  }
  return [...singles, ...doubles, ...several];
}

function countPairs(count: number): number {
  return (count * (count - 1)) / 2;
}

function withColumn(set: RepeatSet, column: number): number[] {
  return [...set, column].sort((a, b) => a - b);
}

function subsetsOf(set: RepeatSet): number[][] {
  const subsets: number[][] = [[]];
  for (const column of set) subsets.push(...subsets.map((subset) => [...subset, column]));
  return subsets;
}

/** Returns the probability that two rows have the same cell in a column. */
function chanceOfMatch(cells: Float64Array): number {
  // All missing cells are equal.
  return countEqual(cells.map((cell) => (Number.isNaN(cell) ? Number.MAX_VALUE : cell))) / countPairs(cells.length);
}
