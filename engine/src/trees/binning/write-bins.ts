import { type Kernel, thresholdSlots } from '../kernel/kernel.ts';
import type { Arena } from '../state/arena.ts';
import type { BinnedFeature, BinnedFeatures, TreeFeature } from '../state/binned-features.ts';

/** Number of rows processed at a time, few enough for their bins to stay in the cache. */
const chunkRows = 4096;

/** Writes the bins of one feature's rows one after another from `column` on. */
export function writeColumn(
  arena: Arena,
  kernel: Kernel,
  feature: TreeFeature,
  plan: BinnedFeature,
  column: number,
): void {
  if (feature.kind === 'number' && plan.kind === 'number')
    writeNumbers(arena, kernel, feature.values, plan.thresholds, column);
  if (feature.kind === 'category' && plan.kind === 'category')
    writeCategories(arena.bytes(column, feature.codes.length), feature.codes, plan);
}

function writeNumbers(
  arena: Arena,
  kernel: Kernel,
  values: Float64Array,
  thresholds: Float64Array,
  column: number,
): void {
  const mark = arena.mark();
  const chunk = arena.allocate(chunkRows * 8);
  const table = arena.allocate(thresholdSlots * 8);
  const chunkView = arena.doubles(chunk, chunkRows);
  arena.doubles(table, thresholdSlots).fill(Number.POSITIVE_INFINITY).set(thresholds);
  for (let start = 0; start < values.length; start += chunkRows) {
    const some = values.subarray(start, start + chunkRows);
    chunkView.set(some);
    kernel.binNumbers(chunk, some.length, table, thresholds.length + 1, column + start);
  }
  arena.release(mark);
}

function writeCategories(
  column: Uint8Array,
  codes: Int32Array,
  { bins, binCount }: BinnedFeature & { kind: 'category' },
): void {
  for (let row = 0; row < codes.length; row++) column[row] = codes[row] < 0 ? binCount : bins[codes[row]];
}

/** Copies the columns of bins into the blocks, row by row. */
export function spreadColumns({ rowCount, columns, blocks }: BinnedFeatures, kernel: Kernel): void {
  for (let start = 0; start < rowCount; start += chunkRows) {
    const count = Math.min(chunkRows, rowCount - start);
    for (const { firstFeature, width, address } of blocks) {
      for (let index = 0; index < width; index++) {
        const column = columns + (firstFeature + index) * rowCount + start;
        kernel.spreadColumn(column, count, address + start * width + index, width);
      }
    }
  }
}
