import type { BinnedFeatures, TreeFeature } from './features.ts';
import { type Kernel, thresholdSlots } from './kernel/kernel.ts';

/** Rows binned at a time, few enough that their bins of all features stay in the cache. */
const chunkRows = 4096;

/** Writes the bins of one feature's rows from `start` on into its column. */
type WriteColumn = (start: number, count: number) => void;

function createNumberWriter(
  binned: BinnedFeatures,
  index: number,
  values: Float64Array,
  kernel: Kernel,
  chunk: number,
): WriteColumn {
  const { arena, columns, rowCount } = binned;
  const plan = binned.features[index];
  const chunkView = arena.doubles(chunk, chunkRows);
  const table = arena.allocate(thresholdSlots * 8);
  const tableView = arena.doubles(table, thresholdSlots).fill(Number.POSITIVE_INFINITY);
  if (plan.kind === 'number') tableView.set(plan.thresholds);
  return (start, count) => {
    chunkView.set(values.subarray(start, start + count));
    kernel.binNumbers(chunk, count, table, plan.binCount, columns + index * rowCount + start);
  };
}

function createCategoryWriter(binned: BinnedFeatures, index: number, codes: Int32Array): WriteColumn {
  const { arena, columns, rowCount } = binned;
  const plan = binned.features[index];
  const column = arena.bytes(columns + index * rowCount, rowCount);
  const bins = plan.kind === 'category' ? plan.bins : new Uint8Array(0);
  return (start, count) => {
    for (let row = start; row < start + count; row++) column[row] = codes[row] < 0 ? plan.binCount : bins[codes[row]];
  };
}

/** Writes the bins of all features, both column by column and row by row. */
export function writeBins(binned: BinnedFeatures, features: readonly TreeFeature[], kernel: Kernel): void {
  const { arena, rowCount, columns, blocks } = binned;
  const mark = arena.mark();
  const chunk = arena.allocate(chunkRows * 8);
  const writers = features.map((feature, index) =>
    feature.kind === 'number'
      ? createNumberWriter(binned, index, feature.values, kernel, chunk)
      : createCategoryWriter(binned, index, feature.codes),
  );
  for (let start = 0; start < rowCount; start += chunkRows) {
    const count = Math.min(chunkRows, rowCount - start);
    for (const { firstFeature, width, address } of blocks) {
      for (let index = firstFeature; index < firstFeature + width; index++) {
        writers[index](start, count);
        const target = address + start * width + index - firstFeature;
        kernel.spreadColumn(columns + index * rowCount + start, count, target, width);
      }
    }
  }
  arena.release(mark);
}
