import type { Explanations, Predictions, UnknownInputs } from '../model.ts';

/** Returns answers to `count` rows without values, of the kind of the others. */
export function emptyPredictions(count: number, like: Predictions): Predictions {
  const width = like.probabilities ? like.probabilities.length / like.count : 0;
  return {
    count,
    values: new Float64Array(count),
    lower: like.lower && new Float64Array(count),
    upper: like.upper && new Float64Array(count),
    confidence: new Float64Array(count),
    probabilities: like.probabilities && new Float64Array(count * width),
  };
}

/** Copies answers to the rows at `places` of all. */
export function copyPredictions(from: Predictions, places: readonly number[], into: Predictions): void {
  const width = from.probabilities ? from.probabilities.length / from.count : 0;
  for (const [row, place] of places.entries()) {
    into.values[place] = from.values[row];
    into.confidence[place] = from.confidence[row];
    if (into.lower && from.lower) into.lower[place] = from.lower[row];
    if (into.upper && from.upper) into.upper[place] = from.upper[row];
    if (into.probabilities && from.probabilities)
      into.probabilities.set(from.probabilities.subarray(row * width, (row + 1) * width), place * width);
  }
  const unknown = moved<UnknownInputs>(from.unknown, places, into.unknown);
  const outOfRange = moved<readonly number[]>(from.outOfRange, places, into.outOfRange);
  if (unknown) into.unknown = unknown;
  if (outOfRange) into.outOfRange = outOfRange;
}

function moved<Told>(
  from: ReadonlyMap<number, Told> | undefined,
  places: readonly number[],
  into: ReadonlyMap<number, Told> | undefined,
): ReadonlyMap<number, Told> | undefined {
  if (!from) return into;
  const all = [...(into ?? []), ...Array.from(from, ([row, told]): [number, Told] => [places[row], told])];
  return new Map(all.sort(([a], [b]) => a - b));
}

/** Returns explanations of `count` rows without values, of as many inputs as the others have. */
export function emptyExplanations(count: number, like: Explanations): Explanations {
  const width = like.contributions.length / like.count;
  return {
    count,
    base: new Float64Array(count),
    contributions: new Float64Array(count * width),
    errors: new Float64Array(count * width),
  };
}

/** Copies explanations of the rows at `places` of all. */
export function copyExplanations(from: Explanations, places: readonly number[], into: Explanations): void {
  const width = from.contributions.length / from.count;
  for (const [row, place] of places.entries()) {
    into.base[place] = from.base[row];
    into.contributions.set(from.contributions.subarray(row * width, (row + 1) * width), place * width);
    into.errors.set(from.errors.subarray(row * width, (row + 1) * width), place * width);
  }
}
