import type { Workspace } from '../workspace/workspace.ts';
import { fillByFormula, type Loss, meanLoss, weightedQuantile } from './loss.ts';

/** Pinball loss, for the given quantile of the target. Leaves hold that quantile of the residuals. */
export function createQuantileLoss(workspace: Workspace, quantile: number): Loss {
  const { scoreView, targetView } = workspace;
  return {
    outputs: 1,
    chooseStart: (rows) => [weightedQuantile(workspace, rows, (row) => targetView[row], quantile)],
    fillGradients(_output, count) {
      fillByFormula(workspace, count, (row, cells, at) => {
        cells[at] = targetView[row] > scoreView[row] ? -quantile : 1 - quantile;
        cells[at + 1] = 1;
      });
    },
    measure: (some) =>
      meanLoss(workspace, some, (row) => {
        const error = targetView[row] - scoreView[row];
        return error > 0 ? quantile * error : (quantile - 1) * error;
      }),
    solveLeaf: (rows) => weightedQuantile(workspace, rows, (row) => targetView[row] - scoreView[row], quantile),
  };
}
