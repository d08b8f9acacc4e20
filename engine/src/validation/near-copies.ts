import { nearestOf } from '../numerics/nearest.ts';
import { rowNumbers } from '../random.ts';
import { joinPair, rootOf } from './groups.ts';
import type { Cells } from './row-keys.ts';

/** Rows whose numbers were all changed a little, and the columns of these numbers (the target counts as the last). */
export interface NearCopies {
  group: Int32Array;
  columns: readonly number[];
}

/** Columns with different values in this share of the rows are measured; so many of them tell copies from chance. */
const [measuredShare, fewestMeasured] = [0.25, 4];
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
/** Least share of the rows that must have a copy. */
const leastCopied = 0.05;
/** Rows that are looked at first; where hardly one of these has a copy, the others are not compared. */
const lookedAtFirst = 200;

/** Finds rows that were copied and jittered in all numbers, also in the target: they are much nearer than others. */
export function findNearCopies(columns: readonly Cells[], target: Float64Array): NearCopies | null {
  const rowCount = target.length;
  const all = [...columns, target];
  const measured = all.flatMap((cells, column) =>
    new Set(cells).size >= Math.max(measuredShare * rowCount, fewestRows / 2) ? [column] : [],
  );
  if (measured.length < fewestMeasured || rowCount < fewestRows || rowCount ** 2 * measured.length > mostLooks)
    return null;
  const ranks = measured.map((column) => rank(all[column]));
  const roots = Int32Array.from(target.keys());
  const distances = new Float64Array(rowCount);
  const look = (rows: Int32Array) => {
    let [copied, doubtful] = [0, 0];
    for (const row of rows) {
      distances.fill(0);
      for (const cells of ranks) addDifferences(distances, cells, row);
      distances[row] = Number.POSITIVE_INFINITY;
      const nearest = nearestOf(distances, rowCount, neighbours);
      const far = distances[nearest[neighbours - 1]];
      const share = distances[nearest[0]] / far;
      if (share < copyShare) copied += 1;
      else if (share < doubtfulShare) doubtful += 1;
      for (const other of nearest) if (distances[other] < copyShare * far) joinPair(roots, row, other);
    }
    return { copied, doubtful };
  };
  const step = Math.ceil(rowCount / lookedAtFirst);
  const some = rowNumbers(rowCount).filter((row) => row % step === 0);
  if (look(some).copied < (leastCopied / 5) * some.length) return null;
  const { copied, doubtful } = look(rowNumbers(rowCount));
  if (copied < leastCopied * rowCount || doubtful > mostDoubtful * copied) return null;
  return { group: roots.map((_, row) => rootOf(roots, row)), columns: measured };
}

/** Returns the rank of each value as a share, the middle one for missing values. */
function rank(cells: Cells): Float64Array {
  const order = Array.from(cells.keys()).filter((row) => !Number.isNaN(cells[row]));
  order.sort((a, b) => cells[a] - cells[b] || a - b);
  const ranks = new Float64Array(cells.length).fill(0.5);
  let first = 0;
  for (const [place, row] of order.entries()) {
    if (cells[row] !== cells[order[first]]) first = place;
    ranks[row] = first / order.length;
  }
  return ranks;
}

function addDifferences(distances: Float64Array, cells: Float64Array, row: number): void {
  for (let other = 0; other < cells.length; other++) distances[other] += Math.abs(cells[other] - cells[row]);
}
