import { type Kernel, thresholdBytes } from '../kernel/kernel.ts';
import type { Arena } from '../state/arena.ts';
import type { BinnedFeatures } from '../state/binned-features.ts';
import { countRows, gradientChunk, type Layout, layOut, mostChunks, type WorkspaceSize } from '../state/layout.ts';
import type { Objective } from '../state/objective.ts';
import { createSoloTeam, createTeam, type Team } from '../threads/team.ts';

/** The memory of one training, with views of it for JavaScript. */
export interface Workspace extends Layout {
  readonly kernel: Kernel;
  readonly team: Team;
  readonly binned: BinnedFeatures;
  /** Row numbers as given: training rows, then validation rows. */
  readonly givenRows: number;
  readonly found: number;
  /** List of number features for the kernel to search. */
  readonly featureList: number;
  readonly foundView: Float64Array;
  readonly foundWords: Int32Array;
  readonly featureListView: Int32Array;
  readonly rowView: Int32Array;
  readonly cellView: Float64Array;
  readonly scoreView: Float64Array;
  readonly targetView: Float64Array;
  readonly weightView: Float64Array | undefined;
  readonly leftTableView: Uint8Array;
  readonly chunkSumView: Float64Array;
  readonly totalView: Int32Array;
  /** The leaves as words and as doubles, four and two each. */
  readonly leafView: { words: Int32Array; doubles: Float64Array };
  /** Sums of |gradient| and hessian of the rows that a tree is grown on. */
  readonly sums: Float64Array;
}

/** Allocates the memory of one training behind the bins; the caller releases it to the arena's earlier mark. */
export function createWorkspace(
  binned: BinnedFeatures,
  objective: Objective,
  kernel: Kernel,
  size: WorkspaceSize,
): Workspace {
  const { arena, rowCount, features } = binned;
  const { targets, weights } = objective;
  const usedRows = countRows(objective);
  const layout = layOut(binned, objective, size);
  const givenRows = placeOf(arena, objective) ?? copyRows(arena, objective);
  const found = arena.allocate(thresholdBytes);
  const featureList = arena.allocate(features.length * 4);
  if (arena.addressOf(targets) === undefined) arena.doubles(layout.targets, rowCount).set(targets);
  if (weights !== undefined) arena.doubles(layout.weights, rowCount).set(weights);
  arena.integers(layout.cellCounts, features.length).set(features.map((feature) => feature.binCount + 1));
  return {
    ...layout,
    kernel,
    team: size.threads === 1 ? createSoloTeam(kernel, layout) : createTeam(arena, kernel, layout, size.threads),
    binned,
    givenRows,
    found,
    featureList,
    foundView: arena.doubles(found, 3),
    foundWords: arena.integers(found, 11),
    featureListView: arena.integers(featureList, features.length),
    rowView: arena.integers(layout.rows, usedRows),
    cellView: arena.doubles(layout.cells, rowCount * 2),
    scoreView: arena.doubles(layout.scores, rowCount * size.outputs),
    targetView: arena.doubles(layout.targets, rowCount),
    weightView: weights && arena.doubles(layout.weights, rowCount),
    leftTableView: arena.bytes(layout.leftTable, 256),
    chunkSumView: arena.doubles(layout.chunkSums, Math.ceil(usedRows / gradientChunk) * 2),
    totalView: arena.integers(layout.totals, mostChunks * 4),
    leafView: {
      words: arena.integers(layout.leaves, size.maxLeaves * 4),
      doubles: arena.doubles(layout.leaves, size.maxLeaves * 2),
    },
    sums: new Float64Array(2),
  };
}

/** Returns the address of the rows if they are in the arena already: training rows, then validation rows. */
function placeOf(arena: Arena, { trainRows, validationRows }: Objective): number | undefined {
  const start = arena.addressOf(trainRows);
  if (start === undefined || validationRows === undefined) return undefined;
  return arena.addressOf(validationRows) === start + trainRows.byteLength ? start : undefined;
}

function copyRows(arena: Arena, { trainRows, validationRows = new Int32Array(0) }: Objective): number {
  const address = arena.allocate(trainRows.byteLength + validationRows.byteLength);
  arena.integers(address, trainRows.length).set(trainRows);
  arena.integers(address + trainRows.byteLength, validationRows.length).set(validationRows);
  return address;
}
