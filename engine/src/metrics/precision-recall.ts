import type { ThresholdRow } from '../description.ts';

const shares = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9];

/**
 * Area under the precision-recall curve of the second of two classes, as average precision with ties taken at once. A
 * model without information has the share of the class.
 */
export function measurePrecisionRecall(truth: Float64Array, probabilities: Float64Array): number {
  const order = byProbability(truth, probabilities);
  const total = truth.reduce((sum, label) => sum + label, 0);
  let [area, positives] = [0, 0];
  for (let start = 0; start < order.length; ) {
    let end = start;
    let here = 0;
    while (end < order.length && probabilities[2 * order[end] + 1] === probabilities[2 * order[start] + 1])
      here += truth[order[end++]];
    positives += here;
    area += here * (positives / end);
    start = end;
  }
  return area / Math.max(total, 1);
}

/** Returns one row for each share of the rows that might be predicted as the second class, the likeliest first. */
export function tabulateThresholds(truth: Float64Array, probabilities: Float64Array): ThresholdRow[] {
  const order = byProbability(truth, probabilities);
  const total = truth.reduce((sum, label) => sum + label, 0);
  const rows = new Map<number, ThresholdRow>();
  for (const share of shares) {
    const threshold = probabilities[2 * order[Math.max(0, Math.ceil(share * order.length) - 1)] + 1];
    const answered = order.filter((row) => probabilities[2 * row + 1] >= threshold);
    const positives = answered.reduce((sum, row) => sum + truth[row], 0);
    const precision = positives / answered.length;
    rows.set(threshold, {
      threshold,
      answered: answered.length / order.length,
      precision,
      recall: positives / Math.max(total, 1),
      f1: (2 * positives) / Math.max(1, answered.length + total),
      lift: (precision * truth.length) / Math.max(total, 1),
    });
  }
  return [...rows.values()];
}

function byProbability(truth: Float64Array, probabilities: Float64Array): Uint32Array {
  return Uint32Array.from(truth.keys()).sort((a, b) => probabilities[2 * b + 1] - probabilities[2 * a + 1] || a - b);
}
