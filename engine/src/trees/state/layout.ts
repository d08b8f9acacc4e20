import { histogramStride } from '../kernel/kernel.ts';
import type { BinnedFeatures, FeatureBlock } from './binned-features.ts';
import type { Objective } from './objective.ts';

/**
 * Number of rows whose gradients are summed together, so that the sums of doubles do not depend on the number of
 * threads.
 */
export const gradientChunk = 2048;
/** Maximum number of chunks in a job of a team. */
export const mostChunks = 256;

/** Addresses and sizes of one training's memory, plain so that other threads can receive them. */
export interface Layout {
  /** The bins row by row. */
  readonly blocks: readonly FeatureBlock[];
  /** The bins column by column; 0 for none. */
  readonly columns: number;
  readonly featureCount: number;
  readonly rowCount: number;
  /** Cells of each feature's histogram (int32), and of all together. */
  readonly cellCounts: number;
  readonly cellTotal: number;
  /** Bits below the hessian in a cell: enough to count all rows. */
  readonly countBits: number;
  /** Row numbers, ordered so that every leaf of the growing tree holds a contiguous range. */
  readonly rows: number;
  readonly scratch: number;
  readonly cells: number;
  /** Raw scores, output after output: score of row r for output k at [k * rowCount + r]. */
  readonly scores: number;
  readonly targets: number;
  /** 0 when all rows weigh the same. */
  readonly weights: number;
  readonly leftTable: number;
  /** Sums of |gradient| and hessian (doubles), a pair for each chunk of rows. */
  readonly chunkSums: number;
  /** Sums of quantised gradients, a cell for each chunk of rows that a thread does. */
  readonly totals: number;
  /** Leaves of the grown tree: int32 place of the first row, int32 number of rows, double value. */
  readonly leaves: number;
  readonly threads: number;
  /** Histograms of all features for each thread but the first. */
  readonly partialHistograms: number;
}

/** The sizes that decide a training's memory, besides its rows. */
export interface WorkspaceSize {
  outputs: number;
  maxLeaves: number;
  threads: number;
}

/** Returns the number of rows that a training uses. */
export function countRows({ trainRows, validationRows }: Objective): number {
  return trainRows.length + (validationRows?.length ?? 0);
}

/** Allocates the memory of one training in the arena of its bins. */
export function layOut(
  { arena, rowCount, features, blocks, columns }: BinnedFeatures,
  objective: Objective,
  size: WorkspaceSize,
): Layout {
  const featureCount = features.length;
  const usedRows = countRows(objective);
  return {
    blocks,
    columns,
    featureCount,
    rowCount,
    cellCounts: arena.allocate(featureCount * 4),
    cellTotal: features.reduce((sum, { binCount }) => sum + binCount + 1, 0),
    countBits: Math.ceil(Math.log2(rowCount + 2)),
    rows: arena.allocate(usedRows * 4),
    scratch: arena.allocate(usedRows * 4),
    cells: arena.allocate(rowCount * 16),
    scores: arena.allocate(rowCount * size.outputs * 8),
    targets: arena.addressOf(objective.targets) ?? arena.allocate(rowCount * 8),
    weights: objective.weights ? arena.allocate(rowCount * 8) : 0,
    leftTable: arena.allocate(256),
    chunkSums: arena.allocate(Math.ceil(usedRows / gradientChunk) * 16),
    totals: arena.allocate(mostChunks * 16),
    leaves: arena.allocate(size.maxLeaves * 16),
    threads: size.threads,
    partialHistograms: arena.allocate((size.threads - 1) * featureCount * histogramStride),
  };
}
