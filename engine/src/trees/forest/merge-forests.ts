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
    roots: join(
      Int32Array,
      forests.map(({ roots }, place) => roots.map((root) => root + nodeStarts[place])),
    ),
    features: joinOf(Int32Array, 'features'),
    thresholds: joinOf(Float64Array, 'thresholds'),
    firstChildren: join(
      Int32Array,
      forests.map(({ firstChildren }, place) =>
        firstChildren.map((child) => (child === 0 ? 0 : child + nodeStarts[place])),
      ),
    ),
    missingLeft: joinOf(Uint8Array, 'missingLeft'),
    categorySets: join(
      Int32Array,
      forests.map(({ categorySets }, place) => categorySets.map((set) => (set < 0 ? set : set + wordStarts[place]))),
    ),
    categoryWords: joinOf(Uint32Array, 'categoryWords'),
    values: joinOf(Float64Array, 'values').map((value) => share * value),
    covers: joinOf(Float64Array, 'covers'),
    gains: joinOf(Float64Array, 'gains').map((gain) => share * gain),
  };

  function joinOf<Name extends keyof Forest, Numbers extends Forest[Name] & Numeric>(
    type: NumericType<Numbers>,
    name: Name,
  ): Numbers {
    return join(
      type,
      forests.map((forest) => forest[name] as Numbers),
    );
  }
}

type Numeric = Float64Array | Int32Array | Uint32Array | Uint8Array;
type NumericType<Numbers extends Numeric> = new (length: number) => Numbers;

function join<Numbers extends Numeric>(type: NumericType<Numbers>, arrays: readonly Numbers[]): Numbers {
  const starts = startsOf(arrays.map(({ length }) => length));
  const joined = new type(arrays.reduce((sum, { length }) => sum + length, 0));
  for (const [place, array] of arrays.entries()) joined.set(array, starts[place]);
  return joined;
}

function startsOf(lengths: readonly number[]): number[] {
  let end = 0;
  return lengths.map((length) => {
    end += length;
    return end - length;
  });
}
