import { meanInAnyOrder } from '../state/fixed-point.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A loss function. Rows are row numbers of the table; scores are those of the workspace. */
export interface Loss {
  /** Number of scores of each row. */
  readonly outputs: number;
  /** The constant scores that training starts from, one per output. */
  chooseStart(rows: Int32Array): number[];
  /** Called once before the trees of a round are grown, with all training rows. */
  beginRound?(rows: Int32Array): void;
  /**
   * Writes gradient and hessian of the first `count` rows of `workspace.rows` as doubles into their cells,
   * and the sums of |gradient| and hessian to `workspace.sums`.
   */
  fillGradients(output: number, count: number): void;
  /** The weighted mean loss over rows; lower is better. */
  measure(rows: Int32Array): number;
  /** The value of a leaf holding these rows, before the learning rate; when absent, one Newton step. */
  solveLeaf?(rows: Int32Array): number;
}

export function weightOf({ weightView }: Workspace, row: number): number {
  return weightView === undefined ? 1 : weightView[row];
}

export function meanTarget(workspace: Workspace, rows: Int32Array): number {
  return meanInAnyOrder(rows, workspace.targetView, workspace.weightView);
}

/** Returns the weighted share of the rows whose target is the class `index`. */
export function shareOfClass({ targetView, weightView }: Workspace, rows: Int32Array, index: number): number {
  const isClass = targetView.map((target) => (target === index ? 1 : 0));
  return meanInAnyOrder(rows, isClass, weightView);
}

/** Returns the weighted mean of `lossOf(row)`. */
export function meanLoss(workspace: Workspace, rows: Int32Array, lossOf: (row: number) => number): number {
  let losses = 0;
  let weights = 0;
  for (const row of rows) {
    const weight = weightOf(workspace, row);
    losses += lossOf(row) * weight;
    weights += weight;
  }
  return weights > 0 ? losses / weights : 0;
}

/** `fillGradients` in plain JavaScript, for losses without a kernel function: `derive` returns nothing and writes two slots. */
export function fillByFormula(
  workspace: Workspace,
  count: number,
  derive: (row: number, cells: Float64Array, at: number) => void,
): void {
  const { rowView, cellView, sums, weightView } = workspace;
  let gradientSum = 0;
  let hessianSum = 0;
  for (let place = 0; place < count; place++) {
    const row = rowView[place];
    const at = row * 2;
    derive(row, cellView, at);
    if (weightView !== undefined) {
      cellView[at] *= weightView[row];
      cellView[at + 1] *= weightView[row];
    }
    gradientSum += Math.abs(cellView[at]);
    hessianSum += cellView[at + 1];
  }
  sums[0] = gradientSum;
  sums[1] = hessianSum;
}

/** Returns the smallest value such that the values up to it hold `share` of the weight. */
export function weightedQuantile(
  workspace: Workspace,
  rows: Int32Array,
  measure: (row: number) => number,
  share: number,
): number {
  if (workspace.weightView === undefined) {
    const sorted = Float64Array.from(rows, measure).sort();
    return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  }
  const sorted = Array.from(rows, (row) => ({ value: measure(row), weight: weightOf(workspace, row) }));
  sorted.sort((a, b) => a.value - b.value);
  const goal = share * sorted.reduce((sum, { weight }) => sum + weight, 0);
  let reached = 0;
  for (const { value, weight } of sorted) {
    reached += weight;
    if (reached >= goal && weight > 0) return value;
  }
  return 0;
}
