import type { Split } from '../learners/contract.ts';

/** Inputs whose ranks correlate more than this tell the same, so that a model may use either. */
const leastCorrelation = 0.9;
const mostRows = 1000;
/** Products of ranks computed, so that wide tables take bounded time: a tenth of a second. */
const mostProducts = 100_000_000;

/** Returns sets of two or more numeric inputs that tell nearly the same, judged by the rows that a split learned from. */
export function findAlike({ encoded: { features, columns }, train }: Split): number[][] {
  const numeric = features.flatMap((feature, place) => (feature.categories === 0 ? [{ ...feature, place }] : []));
  const inputs = numeric.filter(({ input }) => features.filter((one) => one.input === input).length === 1);
  const rowCount = Math.min(train.length, mostRows, Math.floor(mostProducts / Math.max(1, inputs.length ** 2)));
  if (inputs.length < 2 || rowCount < 30) return [];
  const rows = train.subarray(0, rowCount);
  const ranks = inputs.map(({ place }) => standardRanks(Float64Array.from(rows, (row) => columns[place][row])));
  const setOf = inputs.map((_, index) => index);
  for (let one = 0; one < inputs.length; one++)
    for (let other = 0; other < one; other++) {
      if (Math.abs(dot(ranks[one], ranks[other])) < leastCorrelation) continue;
      const [from, to] = [setOf[one], setOf[other]];
      for (const [index, set] of setOf.entries()) if (set === from) setOf[index] = to;
    }
  const sets = Map.groupBy(inputs.keys(), (index) => setOf[index]);
  return [...sets.values()].filter(({ length }) => length > 1).map((set) => set.map((index) => inputs[index].input));
}

/** Ranks with ties averaged, missing cells last, with mean 0 and a sum of squares of 1; all 0 for a constant. */
function standardRanks(cells: Float64Array): Float64Array {
  const known = cells.map((cell) => (Number.isNaN(cell) ? Number.POSITIVE_INFINITY : cell));
  const order = Uint32Array.from(cells.keys()).sort((a, b) => (known[a] < known[b] ? -1 : known[a] > known[b] ? 1 : 0));
  const ranks = new Float64Array(cells.length);
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && known[order[end]] === known[order[start]]) end++;
    for (let place = start; place < end; place++) ranks[order[place]] = (start + end - cells.length) / 2;
    start = end;
  }
  const size = Math.sqrt(dot(ranks, ranks));
  return size > 0 ? ranks.map((rank) => rank / size) : ranks;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let place = 0; place < one.length; place++) sum += one[place] * other[place];
  return sum;
}
