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

/** Reserves memory for `rowCount` rows of features that are cut as planned. */
export function openBins(plans: readonly BinnedFeature[], rowCount: number): BinWriter {
  const arena = new Arena();
  const targets = arena.allocate(rowCount * 8);
  const rows = arena.allocate(rowCount * 4);
  const binned = { rowCount, features: plans, arena, blocks: layOutBlocks(arena, plans.length, rowCount), columns: 0 };
  const kernel = createWasmKernel(arena.memory);
  return {
    targets: arena.doubles(targets, rowCount),
    rows: arena.integers(rows, rowCount),
    write(feature, start, cells) {
      const count = cells.kind === 'number' ? cells.values.length : cells.codes.length;
      const mark = arena.mark();
      const column = arena.allocate(count);
      writeColumn(arena, kernel, cells, plans[feature], column);
      const { address, stride } = columnOf(binned, feature);
      kernel.spreadColumn(column, count, address + start * stride, stride);
      arena.release(mark);
    },
    binned,
  };
}
