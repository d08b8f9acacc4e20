/** A naive implementation of boosted trees: doubles, no bins, every cut of every column tried. */
interface OracleSettings {
  rounds: number;
  learningRate: number;
  maxLeaves: number;
  minRowsPerLeaf: number;
}

interface Leaf {
  rows: number[];
  best: Cut | undefined;
}

interface Cut {
  gain: number;
  left: number[];
  right: number[];
}

/** The scores of all rows after boosting with squared loss; columns without missing cells. */
export function boostInDoubles(
  columns: readonly Float64Array[],
  targets: Float64Array,
  { rounds, learningRate, maxLeaves, minRowsPerLeaf }: OracleSettings,
): Float64Array {
  const scores = new Float64Array(targets.length).fill(sumOf(targets) / targets.length);
  for (let round = 0; round < rounds; round++) {
    const errors = targets.map((target, row) => target - scores[row]);
    const leafOf = (rows: number[]): Leaf => ({ rows, best: findCut(columns, errors, rows, minRowsPerLeaf) });
    const leaves = [leafOf([...targets.keys()])];
    while (leaves.length < maxLeaves) {
      const place = leaves.reduce((best, leaf, at) => (gainOf(leaf) > gainOf(leaves[best]) ? at : best), 0);
      const { best } = leaves[place];
      if (!best) break;
      leaves.splice(place, 1, leafOf(best.left), leafOf(best.right));
    }
    for (const { rows } of leaves) {
      const step = (learningRate * sumOf(rows.map((row) => errors[row]))) / rows.length;
      for (const row of rows) scores[row] += step;
    }
  }
  return scores;
}

function gainOf({ best }: Leaf): number {
  return best?.gain ?? Number.NEGATIVE_INFINITY;
}

/** Kahan's sum, so that the oracle adds no rounding error of its own. */
function sumOf(values: Iterable<number>): number {
  let [sum, lost] = [0, 0];
  for (const value of values) {
    const term = value - lost;
    const next = sum + term;
    lost = next - sum - term;
    sum = next;
  }
  return sum;
}

function findCut(
  columns: readonly Float64Array[],
  errors: Float64Array,
  rows: readonly number[],
  fewest: number,
): Cut | undefined {
  const total = sumOf(rows.map((row) => errors[row]));
  let best: Cut | undefined;
  for (const column of columns) {
    const sorted = [...rows].sort((a, b) => column[a] - column[b]);
    let left = 0;
    for (let count = 1; count < sorted.length; count++) {
      left += errors[sorted[count - 1]];
      const isCut = column[sorted[count - 1]] < column[sorted[count]];
      if (!isCut || count < fewest || sorted.length - count < fewest) continue;
      const right = total - left;
      const gain = left ** 2 / count + right ** 2 / (sorted.length - count) - total ** 2 / sorted.length;
      if (gain > 1e-9 * total ** 2 && gain > (best?.gain ?? 0))
        best = { gain, left: sorted.slice(0, count), right: sorted.slice(count) };
    }
  }
  return best;
}
