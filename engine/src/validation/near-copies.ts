import { nearestOf } from '../numerics/nearest.ts';
import { rowNumbers } from '../random.ts';
import { joinPair, rootOf } from './groups.ts';
import { type Cells, RowKeys } from './row-keys.ts';

/** Rows whose numbers were all changed a little, and the columns of these numbers (the target counts as the last). */
export interface NearCopies {
  group: Int32Array;
  columns: readonly number[];
}

/** Columns with different values in this share of the rows are measured. */
const measuredShare = 0.25;
/**
 * So many of them tell copies from chance. Fewer do where copies are so much nearer that chance makes as few of them, and
 * where rows that are so near have all other cells in common, but for a share.
 */
const [enoughMeasured, fewestMeasured, mostUnlike] = [4, 2, 0.1];
const fewestRows = 40;
/** All pairs of rows are compared, so long tables are not examined. */
const mostLooks = 60_000_000;
/** Number of neighbours of each row. */
const neighbours = 8;
/**
 * A copy is nearer than this share of the distance of the last neighbour; up to the second share a neighbour is neither a
 * copy nor usual. Chance makes more of those than of copies.
 */
const [copyShare, doubtfulShare] = [0.2, 0.35];
const mostDoubtful = 0.5;
/** Other columns that are equal in this share of the near pairs are equal in copies; the rest is near by chance. */
const sharedShare = 0.75;
/** Least share of the rows that must have a copy. */
const leastCopied = 0.05;
/** Rows that are looked at first; where hardly one of these has a copy, the others are not compared. */
const lookedAtFirst = 200;

/** Finds rows that were copied and jittered in all numbers, also in the target: they are much nearer than others. */
export function findNearCopies(columns: readonly Cells[], target: Float64Array): NearCopies | null {
  const rowCount = target.length;
  const all = [...columns, target];
  const isMeasured = all.map((cells) => new Set(cells).size >= Math.max(measuredShare * rowCount, fewestRows / 2));
  const measured = [...all.keys()].filter((column) => isMeasured[column]);
  if (measured.length < fewestMeasured || rowCount < fewestRows || rowCount ** 2 * measured.length > mostLooks)
    return null;
  const ranks = measured.map((column) => rank(all[column]));
  const step = Math.ceil(rowCount / lookedAtFirst);
  const some = rowNumbers(rowCount).filter((row) => row % step === 0);
  if (countCopied(compare(ranks, some).pairs) < (leastCopied / 5) * some.length) return null;
  const { pairs, doubtful } = compare(ranks, rowNumbers(rowCount));
  const others = all.filter((_, column) => !isMeasured[column]);
  const copies = keepAlike(pairs, others, measured.length < enoughMeasured);
  const copied = countCopied(copies);
  if (copied < leastCopied * rowCount || doubtful > mostDoubtful * copied) return null;
  const roots = Int32Array.from(target.keys());
  for (const [row, other] of copies) joinPair(roots, row, other);
  return { group: roots.map((_, row) => rootOf(roots, row)), columns: measured };
}

type Pair = readonly [row: number, other: number];

/** Returns the pairs of these rows with others that are near enough for a copy, and how many rows have a doubtful one. */
function compare(ranks: readonly Float64Array[], rows: Int32Array): { pairs: Pair[]; doubtful: number } {
  const rowCount = ranks[0].length;
  const sharpness = Math.max(1, enoughMeasured / ranks.length);
  const [near, notFar] = [copyShare ** sharpness, doubtfulShare ** sharpness];
  const distances = new Float64Array(rowCount);
  const pairs: Pair[] = [];
  let doubtful = 0;
  for (const row of rows) {
    distances.fill(0);
    for (const cells of ranks) addDifferences(distances, cells, row);
    distances[row] = Number.POSITIVE_INFINITY;
    const nearest = nearestOf(distances, rowCount, neighbours);
    const far = distances[nearest[neighbours - 1]];
    const share = distances[nearest[0]] / far;
    if (share >= near && share < notFar) doubtful += 1;
    for (const other of nearest) if (distances[other] < near * far) pairs.push([row, other]);
  }
  return { pairs, doubtful };
}

function countCopied(pairs: readonly Pair[]): number {
  return new Set(pairs.map(([row]) => row)).size;
}

/**
 * Returns the pairs that have in common what most of them have. With `all`, that must be all other cells, and hardly a
 * pair may differ: none is left otherwise.
 */
function keepAlike(pairs: readonly Pair[], others: readonly Cells[], all: boolean): readonly Pair[] {
  const keysOf = (columns: readonly Cells[]) => new RowKeys(columns, columns[0]?.length ?? 0).without([]);
  const areEqual = (keys: Float64Array) => (pair: Pair) => keys[pair[0]] === keys[pair[1]];
  const shared = others.filter(
    (cells) => all || pairs.filter(areEqual(keysOf([cells]))).length >= sharedShare * pairs.length,
  );
  const alike = pairs.filter(areEqual(keysOf(shared)));
  return all && pairs.length - alike.length > mostUnlike * alike.length ? [] : alike;
}

/** Width that each value is spread over, as a share of the range of the middle four fifths. */
const spread = 0.05;

/**
 * Returns the rank of each value as a share, the middle one for missing values. Values are spread over a small width:
 * where many rows have the same one, its jittered copies would stand on the other side of all of them.
 */
function rank(cells: Cells): Float64Array {
  const order = Array.from(cells.keys()).filter((row) => !Number.isNaN(cells[row]));
  order.sort((a, b) => cells[a] - cells[b] || a - b);
  const sorted = Float64Array.from(order, (row) => cells[row]);
  const valueAt = (share: number) => sorted[Math.floor(share * (sorted.length - 1))];
  const width = spread * (valueAt(0.9) - valueAt(0.1)) || Number.MIN_VALUE;
  const ranks = new Float64Array(cells.length).fill(0.5);
  let [low, high] = [0, 0];
  for (const [place, row] of order.entries()) {
    const value = sorted[place];
    while (high < sorted.length && sorted[high] < value + width / 2) high += 1;
    while (sorted[low] <= value - width / 2) low += 1;
    let below = low;
    for (let other = low; other < high; other++) below += 0.5 + (value - sorted[other]) / width;
    ranks[row] = below / sorted.length;
  }
  return ranks;
}

function addDifferences(distances: Float64Array, cells: Float64Array, row: number): void {
  for (let other = 0; other < cells.length; other++) distances[other] += Math.abs(cells[other] - cells[row]);
}
