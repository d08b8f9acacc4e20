import { createRandom } from '../random.ts';
import type { Labels } from '../target/labels.ts';
import { outputsOf, targetsOf } from './choose-pairs.ts';
import { cellCount, cellOf, type Pair } from './pair-codes.ts';

/** The mean of the target for each pair of codes: cells x outputs. */
export interface PairStatistics {
  pair: Pair;
  means: Float64Array;
}

/** Each mean is shrunk as if it had this many more rows of the overall mean. */
const prior = 5;
const innerFolds = 5;

export function fitStatistics(
  pair: Pair,
  columns: readonly Float64Array[],
  labels: Labels,
  rows: Int32Array,
): PairStatistics {
  const targets = targetsOf(labels);
  const outputs = targets.length;
  const means = new Float64Array(cellCount(pair) * outputs);
  const counts = new Float64Array(cellCount(pair));
  const overall = new Float64Array(outputs);
  for (const row of rows) {
    const cell = cellOf(pair, columns[pair.first][row], columns[pair.second][row]);
    counts[cell] += 1;
    for (let output = 0; output < outputs; output++) {
      means[cell * outputs + output] += targets[output][row];
      overall[output] += targets[output][row] / rows.length;
    }
  }
  for (let at = 0; at < means.length; at++)
    means[at] = (means[at] + prior * overall[at % outputs]) / (counts[Math.floor(at / outputs)] + prior);
  return { pair, means };
}

/**
 * Target means by pair, one column for each output. A training row gets the mean of the other rows, because its own
 * target would leak into its feature.
 */
export function statisticsColumns(
  statistics: PairStatistics,
  columns: readonly Float64Array[],
  labels: Labels,
  train: Int32Array,
  seed: number,
): Float64Array[] {
  const out = Array.from({ length: outputsOf(labels) }, () => new Float64Array(labels.values.length));
  write(statistics, columns, labels.values.keys(), out);
  const random = createRandom(seed + 15_485_863);
  const foldOf = Uint8Array.from(train, () => Math.floor(random() * innerFolds));
  for (let fold = 0; fold < innerFolds; fold++) {
    const others = train.filter((_, index) => foldOf[index] !== fold);
    const own = train.filter((_, index) => foldOf[index] === fold);
    write(fitStatistics(statistics.pair, columns, labels, others), columns, own, out);
  }
  return out;
}

function write(
  { pair, means }: PairStatistics,
  columns: readonly Float64Array[],
  rows: Iterable<number>,
  out: readonly Float64Array[],
): void {
  for (const row of rows) {
    const cell = cellOf(pair, columns[pair.first][row], columns[pair.second][row]);
    for (let output = 0; output < out.length; output++) out[output][row] = means[cell * out.length + output];
  }
}
