import type { Workspace } from '../workspace/workspace.ts';
import { fillByFormula, type Loss, meanLoss, weightedQuantile } from './loss.ts';

/** Squared error for small errors, linear beyond `delta`, so that outliers matter less. */
export function createHuberLoss(workspace: Workspace, delta: number): Loss {
  const { scoreView, targetView } = workspace;
  return {
    outputs: 1,
    chooseStart: (rows) => [weightedQuantile(workspace, rows, (row) => targetView[row], 0.5)],
    fillGradients(_output, count) {
      fillByFormula(workspace, count, (row, cells, at) => {
        cells[at] = Math.max(-delta, Math.min(delta, scoreView[row] - targetView[row]));
        cells[at + 1] = 1;
      });
    },
    measure: (some) =>
      meanLoss(workspace, some, (row) => {
        const error = Math.abs(scoreView[row] - targetView[row]);
        return error <= delta ? (error * error) / 2 : delta * (error - delta / 2);
      }),
  };
}
