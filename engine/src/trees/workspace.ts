import type { Arena } from './arena.ts';
import type { BinnedFeatures } from './features.ts';
import { type Kernel, thresholdBytes } from './kernel/kernel.ts';
import type { Objective } from './objective.ts';

/** Where one training keeps what the kernel works on (addresses), and views of the same memory for JavaScript. */
export interface Workspace {
  readonly kernel: Kernel;
  readonly binned: BinnedFeatures;
  /** Bits below the hessian in a cell: enough to count all rows. */
  readonly countBits: number;
  /** Row numbers, ordered so that every leaf of the growing tree holds a stretch of them. */
  readonly rows: number;
  /** Row numbers as they were given: those to train on, then those for validation. */
  readonly givenRows: number;
  readonly scratch: number;
  readonly cells: number;
  /** Raw scores, output after output: score of row r for output k at [k * rowCount + r]. */
  readonly scores: number;
  readonly targets: number;
  /** 0 when all rows weigh the same. */
  readonly weights: number;
  readonly cellCounts: number;
  readonly leftTable: number;
  readonly total: number;
  readonly found: number;
  /** Number features for the kernel to search. */
  readonly featureList: number;
  readonly sums: number;
  readonly foundView: Float64Array;
  readonly foundWords: Int32Array;
  readonly featureListView: Int32Array;
  readonly rowView: Int32Array;
  readonly cellView: Float64Array;
  readonly scoreView: Float64Array;
  readonly targetView: Float64Array;
  readonly weightView: Float64Array | undefined;
  readonly leftTableView: Uint8Array;
  readonly sumView: Float64Array;
}

/** Lays out the memory of one training behind the bins; the caller releases it to the arena's earlier mark. */
export function createWorkspace(
  binned: BinnedFeatures,
  objective: Objective,
  outputs: number,
  kernel: Kernel,
): Workspace {
  const { arena, rowCount, features } = binned;
  const { trainRows, validationRows = new Int32Array(0) } = objective;
  const usedRows = trainRows.length + validationRows.length;
  const rows = arena.allocate(usedRows * 4);
  const placedRows = placeOf(arena, objective);
  const givenRows = placedRows ?? arena.allocate(usedRows * 4);
  const scratch = arena.allocate(usedRows * 4);
  const cells = arena.allocate(rowCount * 16);
  const scores = arena.allocate(rowCount * outputs * 8);
  const placed = arena.addressOf(objective.targets);
  const targets = placed ?? arena.allocate(rowCount * 8);
  const weights = objective.weights === undefined ? 0 : arena.allocate(rowCount * 8);
  const cellCounts = arena.allocate(features.length * 4);
  const leftTable = arena.allocate(256);
  const total = arena.allocate(16);
  const found = arena.allocate(thresholdBytes);
  const featureList = arena.allocate(features.length * 4);
  const sums = arena.allocate(16);
  if (placedRows === undefined) {
    arena.integers(givenRows, usedRows).set(trainRows);
    arena.integers(givenRows + trainRows.length * 4, validationRows.length).set(validationRows);
  }
  if (placed === undefined) arena.doubles(targets, rowCount).set(objective.targets);
  if (objective.weights !== undefined) arena.doubles(weights, rowCount).set(objective.weights);
  arena.integers(cellCounts, features.length).set(features.map((feature) => feature.binCount + 1));
  return {
    kernel,
    binned,
    countBits: Math.ceil(Math.log2(rowCount + 2)),
    rows,
    givenRows,
    scratch,
    cells,
    scores,
    targets,
    weights,
    cellCounts,
    leftTable,
    total,
    found,
    featureList,
    sums,
    foundView: arena.doubles(found, 3),
    foundWords: arena.integers(found, 11),
    featureListView: arena.integers(featureList, features.length),
    rowView: arena.integers(rows, usedRows),
    cellView: arena.doubles(cells, rowCount * 2),
    scoreView: arena.doubles(scores, rowCount * outputs),
    targetView: arena.doubles(targets, rowCount),
    weightView: objective.weights === undefined ? undefined : arena.doubles(weights, rowCount),
    leftTableView: arena.bytes(leftTable, 256),
    sumView: arena.doubles(sums, 2),
  };
}

/** Where the rows lie in the arena already, those to validate on behind those to train on. */
function placeOf(arena: Arena, { trainRows, validationRows }: Objective): number | undefined {
  const start = arena.addressOf(trainRows);
  if (start === undefined || validationRows === undefined) return undefined;
  return arena.addressOf(validationRows) === start + trainRows.byteLength ? start : undefined;
}
