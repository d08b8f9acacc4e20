import { createWasmKernel } from '../kernel/wasm.ts';
import { Arena } from '../state/arena.ts';
import type { BinnedFeature, BinnedFeatures, TreeFeature } from '../state/binned-features.ts';
import { layOutBlocks } from './bin-features.ts';
import { spreadColumns, writeColumn } from './write-bins.ts';

/** Writes the bins of a table that arrives in chunks, so that no column need be in memory as numbers. */
export interface BinWriter {
  /** The targets, one for each row, beside the bins; trainings use them in place. */
  readonly targets: Float64Array<SharedArrayBuffer>;
  /** Room for as many row numbers: training rows, then validation rows; also used in place. */
  readonly rows: Int32Array<SharedArrayBuffer>;
  /** Writes the cells of consecutive rows from row `start` on. */
  write(feature: number, start: number, cells: TreeFeature): void;
  /** Finishes the bins. Rows that were never written must not be used. */
  finish(): BinnedFeatures;
}

/** Reserves memory for `rowCount` rows of features that are cut as planned. */
export function openBins(plans: readonly BinnedFeature[], rowCount: number): BinWriter {
  const arena = new Arena();
  const targets = arena.allocate(rowCount * 8);
  const rows = arena.allocate(rowCount * 4);
  const columns = arena.allocate(rowCount * plans.length);
  const kernel = createWasmKernel(arena.memory);
  return {
    targets: arena.doubles(targets, rowCount),
    rows: arena.integers(rows, rowCount),
    write: (feature, start, cells) =>
      writeColumn(arena, kernel, cells, plans[feature], columns + feature * rowCount + start),
    finish() {
      const blocks = layOutBlocks(arena, plans.length, rowCount);
      const binned = { rowCount, features: plans, arena, blocks, columns };
      spreadColumns(binned, kernel);
      return binned;
    },
  };
}
