import type { Forest } from './forest.ts';

/** Returns one forest whose raw scores are the mean of those of several, trained on the same features. At least one. */
export function mergeForests(forests: readonly Forest[]): Forest {
  const [first] = forests;
  if (forests.length === 1) return first;
  const nodeStarts = startsOf(forests.map(({ features }) => features.length));
  const wordStarts = startsOf(forests.map(({ categoryWords }) => categoryWords.length));
  const share = 1 / forests.length;
  return {
    ...first,
    initialScores: first.initialScores.map((_, output) =>
      forests.reduce((sum, { initialScores }) => sum + share * initialScores[output], 0),
    ),
    roots: Int32Array.from(
      forests.flatMap(({ roots }, place) => Array.from(roots, (root) => root + nodeStarts[place])),
    ),
    features: joinIntegers(forests.map(({ features }) => features)),
    thresholds: joinDoubles(forests.map(({ thresholds }) => thresholds)),
    firstChildren: joinIntegers(
      forests.map(({ firstChildren }, place) =>
        firstChildren.map((child) => (child === 0 ? 0 : child + nodeStarts[place])),
      ),
    ),
    missingLeft: Uint8Array.from(forests.flatMap(({ missingLeft }) => Array.from(missingLeft))),
    categorySets: joinIntegers(
      forests.map(({ categorySets }, place) => categorySets.map((set) => (set < 0 ? set : set + wordStarts[place]))),
    ),
    categoryWords: Uint32Array.from(forests.flatMap(({ categoryWords }) => Array.from(categoryWords))),
    values: joinDoubles(forests.map(({ values }) => values.map((value) => share * value))),
    covers: joinDoubles(forests.map(({ covers }) => covers)),
    gains: joinDoubles(forests.map(({ gains }) => gains.map((gain) => share * gain))),
  };
}

function startsOf(lengths: readonly number[]): number[] {
  let end = 0;
  return lengths.map((length) => {
    end += length;
    return end - length;
  });
}

function joinIntegers(arrays: readonly Int32Array[]): Int32Array {
  return Int32Array.from(arrays.flatMap((array) => Array.from(array)));
}

function joinDoubles(arrays: readonly Float64Array[]): Float64Array {
  return Float64Array.from(arrays.flatMap((array) => Array.from(array)));
}
