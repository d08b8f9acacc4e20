import type { SavedValue } from '../model-file/reader.ts';
import type { TensorWriter } from '../model-file/tensors.ts';
import { nearestOf } from '../numerics/nearest.ts';

/**
 * Distances of true values beyond their bounds, with the unknown inputs of each row, so that bounds can be made to hold
 * for each set of unknown inputs (conformal prediction among the nearest rows, after Lei & Wasserman 2014).
 */
export interface PatternReach {
  /** Rows x inputs, 1 where the input was unknown. */
  flags: Uint8Array;
  /** Factor by which the bounds of each row had to be multiplied to reach the truth. */
  reaches: Float64Array;
}

/** The coverage of the bounds that the factors refer to. */
export const reachCoverage = 0.9;
const mostRows = 6000;
const mostCells = 100_000;
/** Number of rows that decide for a set of unknown inputs: a share among them is known to three points. */
const judgedRows = 200;
const mostReach = 10;
/** Number of sets of inputs whose factors are cached, because callers mostly use only a few sets. */
const mostKnown = 64;

/**
 * Keeps the reaches of rows, or of evenly spaced rows when there are many; `unknown` returns the unknown inputs of a
 * row.
 */
export function keepReaches(
  reaches: Float64Array,
  inputCount: number,
  unknown: (row: number) => readonly number[],
): PatternReach {
  const most = Math.max(judgedRows, Math.min(mostRows, Math.floor(mostCells / inputCount)));
  const step = Math.max(1, reaches.length / most);
  const rows = Array.from({ length: Math.floor(reaches.length / step) }, (_, place) => Math.floor(place * step));
  const flags = new Uint8Array(rows.length * inputCount);
  for (const [place, row] of rows.entries()) for (const input of unknown(row)) flags[place * inputCount + input] = 1;
  return { flags, reaches: Float64Array.from(rows, (row) => Math.min(reaches[row], mostReach)) };
}

/**
 * Returns a function that gives the factor by which bounds of `reachCoverage` hold the `coverage` of rows with these
 * unknown inputs; undefined where too few rows tell of so high a one. Inputs with a large weight are matched first.
 */
export function createReachReader({ flags, reaches }: PatternReach, weights: Float64Array) {
  const inputCount = weights.length;
  const distances = new Float64Array(reaches.length);
  const asked = new Uint8Array(inputCount);
  const known = new Map<string, Float64Array>();
  const measure = (unknown: readonly number[]): Float64Array => {
    asked.fill(0);
    for (const input of unknown) asked[input] = 1;
    for (let row = 0, at = 0; row < reaches.length; row++) {
      let distance = 0;
      for (let input = 0; input < inputCount; input++, at++) if (flags[at] !== asked[input]) distance += weights[input];
      distances[row] = distance;
    }
    const nearest = nearestOf(distances, reaches.length, judgedRows);
    return Float64Array.from(nearest, (row) => reaches[row]).sort();
  };
  const reachesOf = (unknown: readonly number[]): Float64Array => {
    const name = unknown.join();
    const sorted = known.get(name) ?? measure(unknown);
    if (known.size >= mostKnown) known.clear();
    known.set(name, sorted);
    return sorted;
  };
  /** Most rows have the unknown inputs of the one before. */
  let last: { unknown: readonly number[]; sorted: Float64Array } | undefined;
  return (unknown: readonly number[], coverage: number): number | undefined => {
    if (!last || !isSame(last.unknown, unknown)) last = { unknown, sorted: reachesOf(unknown) };
    const { sorted } = last;
    const place = coverage * (sorted.length + 1) - 1;
    if (place > sorted.length - 1) return undefined;
    const below = Math.max(0, Math.floor(place));
    const above = Math.min(sorted.length - 1, below + 1);
    return sorted[below] + Math.max(0, place - below) * (sorted[above] - sorted[below]);
  };
}

function isSame(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((one, place) => one === others[place]);
}

export function saveReach({ flags, reaches }: PatternReach, tensors: TensorWriter): Record<string, unknown> {
  return { flags: tensors.add(flags), reaches: tensors.add(reaches) };
}

export function loadReach(saved: SavedValue, inputCount: number): PatternReach {
  const reaches = saved.get('reaches').doubles();
  if (reaches.length === 0 || reaches.some((reach) => reach < 0)) saved.fail('factors of at least 0');
  return { reaches, flags: saved.get('flags').integers(Uint8Array, 0, 1, reaches.length * inputCount) };
}
