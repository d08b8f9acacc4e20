import type { ReferenceRows } from '../reference-rows/reference-rows.ts';
import { Places } from '../trees/kernel/places.ts';
import { createNeighbourKernel } from '../trees/kernel/wasm.ts';
import type { Similarity } from './similarity.ts';

/** The reference rows nearest to a row in what it has, in ascending order of distance. */
export interface Donors {
  places: Int32Array;
  /** By donor. */
  distances: Float32Array;
}

/** Finds the donors of an encoded row; its next call overwrites them. */
export type DonorFinder = (row: Float64Array) => Donors;

/** The kernel measures sixteen rows at once. */
const rowsAtOnce = 16;
/**
 * A share of the rows, and their number from which on it is worth a look: to be among the nearest of these, which lie in
 * no order, says how near a row has to be. Most rows that come early are pushed out again otherwise.
 */
const [shareOfSample, fewestRows] = [1 / 8, 512];
/** Nearest rows of the sample beyond its share of the wanted ones: hardly ever are there too few within the last one. */
const moreOfSample = 5;
/** Rows at the guessed distance itself are within it, also where that is 0. */
const [justBeyond, leastLimit] = [1.0001, 1e-30];
/** Bytes in which the kernel is told of a feature: the address of its cells, the row's value and its weight. */
const toldBytes = 16;

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
  const kept = room.take(wanted * 8);
  const scratch = room.take(rowsAtOnce * 4);
  const memory = new WebAssembly.Memory({ initial: room.pages, maximum: room.pages, shared: true });
  const { buffer } = memory;
  const units = Array.from(weights, (_, feature) => unitOf(scales[feature], cells, feature, width));
  for (let feature = 0; feature < width; feature++) {
    const column = new Float32Array(buffer, columns + feature * columnBytes, count);
    for (let row = 0; row < count; row++) column[row] = inUnits(units[feature], cells[row * width + feature]);
  }
  const { findNearest } = createNeighbourKernel(memory);
  const [addresses, floats] = [new Int32Array(buffer, told), new Float32Array(buffer, told)];
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
  return (row) => {
    let end = 0;
    for (let feature = 0; feature < width; feature++) {
      const value = row[feature];
      if (Number.isNaN(value)) continue;
      addresses[end] = columns + feature * columnBytes;
      floats[end + 1] = inUnits(units[feature], value);
      floats[end + 2] = weights[feature];
      end += toldBytes / 4;
    }
    const toldEnd = told + end * 4;
    const found = findNearest(told, toldEnd, count, kept, wanted, scratch, guessLimit(toldEnd));
    if (found < wanted) findNearest(told, toldEnd, count, kept, wanted, scratch, Number.POSITIVE_INFINITY);
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
