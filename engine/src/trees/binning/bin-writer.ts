import { createWasmKernel } from '../kernel/wasm.ts';
import { Arena } from '../state/arena.ts';
import { type BinnedFeature, type BinnedFeatures, columnOf, type TreeFeature } from '../state/binned-features.ts';
import { layOutBlocks } from './bin-features.ts';
import { writeColumn } from './write-bins.ts';

/** Writes the bins of a table that arrives in chunks, so that no column need be in memory as numbers. */
export interface BinWriter {
  /** The targets, one for each row, beside the bins; trainings use them in place. */
  readonly targets: Float64Array<SharedArrayBuffer>;
  /** Room for as many row numbers: training rows, then validation rows; also used in place. */
  readonly rows: Int32Array<SharedArrayBuffer>;
  /** Writes the cells of consecutive rows from row `start` on. */
  write(feature: number, start: number, cells: TreeFeature): void;
  /** The bins. Rows that were never written must not be used. */
  readonly binned: BinnedFeatures;
}

/** Cells up to which their bins are kept by columns, too. Beyond, memory is worth more than the time of growing. */
const mostCellsTwice = 64 * 2 ** 20;

/** Reserves memory for `rowCount` rows of features that are cut as planned. */
export function openBins(plans: readonly BinnedFeature[], rowCount: number, mostTwice = mostCellsTwice): BinWriter {
  const arena = new Arena();
  const targets = arena.allocate(rowCount * 8);
  const rows = arena.allocate(rowCount * 4);
  const blocks = layOutBlocks(arena, plans.length, rowCount);
  const cells = rowCount * plans.length;
  const columns = cells > mostTwice ? 0 : arena.allocate(cells);
  const binned = { rowCount, features: plans, arena, blocks, columns };
  const kernel = createWasmKernel(arena.memory);
  return {
    targets: arena.doubles(targets, rowCount),
    rows: arena.integers(rows, rowCount),
    write(feature, start, cells) {
      const count = cells.kind === 'number' ? cells.values.length : cells.codes.length;
      const mark = arena.mark();
      const column = columns === 0 ? arena.allocate(count) : columns + feature * rowCount + start;
      writeColumn(arena, kernel, cells, plans[feature], column);
      const { address, stride } = columnOf({ ...binned, columns: 0 }, feature);
      kernel.spreadColumn(column, count, address + start * stride, stride);
      arena.release(mark);
    },
    binned,
  };
}
