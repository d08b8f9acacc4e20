import type { ReferenceRows } from '../reference-rows/reference-rows.ts';
import { Places } from '../trees/kernel/places.ts';
import { createNeighbourKernel } from '../trees/kernel/wasm.ts';
import { type CoarseFeature, coarseCategory, coarseNumber, coarsePerUnit } from './coarse-cells.ts';
import { createThresholdFinder } from './coarse-threshold.ts';
import type { Similarity } from './similarity.ts';

/** The reference rows nearest to a row in what it has, in ascending order of distance. */
export interface Donors {
  places: Int32Array;
  /** By donor. */
  distances: Float32Array;
}

/** Finds the donors of an encoded row; its next call overwrites them. */
export type DonorFinder = (row: Float64Array) => Donors;

/** The kernel measures up to 32 rows at once. */
const rowsAtOnce = 32;
/**
 * A share of the rows, and their number from which on it is worth a look: to be among the nearest of these, which lie in
 * no order, says how near a row has to be. Most rows that come early are pushed out again otherwise.
 */
const [shareOfSample, fewestRows] = [1 / 8, 512];
/** Nearest rows of the sample beyond its share of the wanted ones: hardly ever are there too few within the last one. */
const moreOfSample = 5;
/** Rows at the guessed distance itself are within it, also where that is 0. */
const [justBeyond, leastLimit] = [1.0001, 1e-30];
/** Rows beyond the wanted ones that are sorted with them; where more are near, all rows are measured. */
const mostMore = 40;
/** Searches that measure all rows at once where coarse distances have said nothing: of some tables they never do. */
const longestRest = 63;
/** Bytes in which the kernel is told of a feature. */
const toldBytes = 32;

/** Prepares the search for the `wanted` nearest reference rows, of which there must be as many. */
export function createDonorFinder(
  { weights, scales }: Similarity,
  { count, cells }: ReferenceRows,
  wanted: number,
): DonorFinder {
  const width = weights.length;
  const columnBytes = Math.ceil(count / rowsAtOnce) * rowsAtOnce * 4;
  const room = new Places();
  const columns = room.take(width * columnBytes);
  const told = room.take(width * toldBytes);
  const [kept, found] = [0, 1].map(() => room.take((wanted + mostMore + 4) * 8));
  const scratch = room.take(rowsAtOnce * 4);
  const coarse = room.take((width * columnBytes) / 2);
  const sums = room.take(columnBytes / 2);
  const memory = new WebAssembly.Memory({ initial: room.pages, maximum: room.pages, shared: true });
  const { buffer } = memory;
  const units = Array.from(weights, (_, feature) => unitOf(scales[feature], cells, feature, width));
  const perUnit = coarsePerUnit(weights);
  const coarseFeatures = Array.from(weights, (weight, feature): CoarseFeature => {
    const column = new Float32Array(buffer, columns + feature * columnBytes, columnBytes / 4).fill(Number.NaN);
    for (let row = 0; row < count; row++) column[row] = inUnits(units[feature], cells[row * width + feature]);
    const own = scales[feature] === 0 ? coarseCategory(weight * perUnit) : coarseNumber(weight * perUnit, column);
    const coarseCells = new Int16Array(buffer, coarse + (feature * columnBytes) / 2, columnBytes / 2 / 2);
    coarseCells.set(column.map(own.coarsen));
    return own;
  });
  const { findNearest, measureCoarse, countWithin, sortWithin } = createNeighbourKernel(memory);
  const [addresses, floats] = [new Int32Array(buffer, told), new Float32Array(buffer, told)];
  const shorts = new Int16Array(buffer, told);
  const [keptPlaces, keptDistances] = [new Int32Array(buffer, kept), new Float32Array(buffer, kept)];
  const donors: Donors = { places: new Int32Array(wanted), distances: new Float32Array(wanted) };
  const sampled = count < fewestRows ? 0 : Math.ceil((count * shareOfSample) / rowsAtOnce) * rowsAtOnce;
  const nearOfSample = Math.min(wanted, Math.ceil((wanted * sampled) / count) + moreOfSample);
  /** Returns a distance within which there are probably as many rows as are wanted. */
  const guessLimit = (end: number) => {
    if (sampled <= nearOfSample) return Number.POSITIVE_INFINITY;
    findNearest(told, end, sampled, kept, nearOfSample, scratch, Number.POSITIVE_INFINITY);
    return Math.max(keptDistances[2 * nearOfSample - 1] * justBeyond, leastLimit);
  };
  const findByMeasuringAll = (toldEnd: number) => {
    const near = findNearest(told, toldEnd, count, kept, wanted, scratch, guessLimit(toldEnd));
    if (near < wanted) findNearest(told, toldEnd, count, kept, wanted, scratch, Number.POSITIVE_INFINITY);
  };
  const sumsEnd = sums + columnBytes / 2;
  const findThreshold = createThresholdFinder(wanted, wanted + mostMore, (most) => countWithin(sums, sumsEnd, most));
  /** Categories alone are often equally near, and then measured quickly: few rows are nearer than those before. */
  const hasNumbers = scales.some((scale) => scale > 0);
  const findByCoarse = (toldEnd: number) => {
    const features = (toldEnd - told) / toldBytes;
    if (features === 0 || !hasNumbers) return false;
    measureCoarse(told, toldEnd, count, sums);
    const threshold = findThreshold(features);
    if (threshold === undefined) return false;
    sortWithin(told, toldEnd, sums, sumsEnd, threshold, found, kept);
    // Coarse distances are at most by one for each feature above the true ones: no row that was left out is nearer.
    return keptDistances[2 * wanted - 1] * perUnit + features < threshold;
  };
  let [rest, resting] = [0, 0];
  const find = (toldEnd: number) => {
    if (resting === 0 && findByCoarse(toldEnd)) rest = 0;
    else {
      if (resting === 0) rest = Math.min(longestRest, 2 * rest + 1);
      resting = resting === 0 ? rest : resting - 1;
      findByMeasuringAll(toldEnd);
    }
  };
  return (row) => {
    let end = 0;
    for (let feature = 0; feature < width; feature++) {
      const value = row[feature];
      if (Number.isNaN(value)) continue;
      addresses[end] = columns + feature * columnBytes;
      const inUnit = inUnits(units[feature], value);
      floats[end + 1] = inUnit;
      floats[end + 2] = weights[feature];
      addresses[end + 3] = coarse + (feature * columnBytes) / 2;
      const { most, factor, coarsen } = coarseFeatures[feature];
      shorts[2 * end + 8] = coarsen(inUnit);
      shorts[2 * end + 9] = most;
      shorts[2 * end + 10] = factor;
      end += toldBytes / 4;
    }
    const toldEnd = told + end * 4;
    find(toldEnd);
    for (let nth = 0; nth < wanted; nth++) {
      donors.places[nth] = keptPlaces[2 * nth];
      donors.distances[nth] = keptDistances[2 * nth + 1];
    }
    return donors;
  };
}

/** What cells are measured in, so that a difference of 1 is a full one, and those of large numbers are not lost. */
interface Unit {
  from: number;
  size: number;
}

/** Numbers of categories differ by 1 at least. */
function unitOf(scale: number, cells: Float64Array, feature: number, width: number): Unit {
  if (scale === 0) return { from: 0, size: 1 };
  for (let at = feature; at < cells.length; at += width)
    if (!Number.isNaN(cells[at])) return { from: cells[at], size: scale };
  return { from: 0, size: scale };
}

function inUnits({ from, size }: Unit, cell: number): number {
  return (cell - from) / size;
}
