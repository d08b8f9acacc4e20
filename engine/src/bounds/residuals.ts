import type { ResidualBand, ResidualDescription } from '../description.ts';

const bandCount = 10;
const barCount = 20;

/** Describes validation errors (truth minus prediction, NaN where there was none): along the prediction, and overall. */
export function tabulateResiduals(predictions: Float64Array, errors: Float64Array): ResidualDescription {
  const order = Uint32Array.from(predictions.keys())
    .filter((row) => !Number.isNaN(errors[row]))
    .sort((a, b) => predictions[a] - predictions[b] || a - b);
  const bands: ResidualBand[] = [];
  const size = Math.max(1, Math.ceil(order.length / bandCount));
  for (let start = 0; start < order.length; start += size)
    bands.push(summariseBand(order.subarray(start, start + size), predictions, errors));
  const sorted = Float64Array.from(order, (row) => errors[row]).sort();
  return { bands, histogram: countBars(sorted) };
}

function summariseBand(rows: Uint32Array, predictions: Float64Array, errors: Float64Array): ResidualBand {
  const sorted = Float64Array.from(rows, (row) => errors[row]).sort();
  const mean = sorted.reduce((sum, error) => sum + error, 0) / sorted.length;
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))];
  return {
    from: predictions[rows[0]],
    to: predictions[rows[rows.length - 1]],
    count: rows.length,
    mean,
    low: at(0.05),
    median: at(0.5),
    high: at(0.95),
  };
}

/** Bars of equal width between the 1st and 99th percentile; the outermost bars hold everything beyond. */
function countBars(sorted: Float64Array): ResidualDescription['histogram'] {
  if (sorted.length === 0) return [];
  const [low, high] = [0.01, 0.99].map((share) => sorted[Math.round(share * (sorted.length - 1))]);
  const bars = high > low ? barCount : 1;
  const width = (high - low) / bars;
  const histogram = Array.from({ length: bars }, (_, bar) => {
    return { from: low + bar * width, to: bar === bars - 1 ? high : low + (bar + 1) * width, count: 0 };
  });
  for (const error of sorted) {
    const bar = width > 0 ? Math.floor((error - low) / width) : 0;
    histogram[Math.min(bars - 1, Math.max(0, bar))].count += 1;
  }
  return histogram;
}
