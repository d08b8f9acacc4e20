import type { Workspace } from '../workspace/workspace.ts';
import { fillByFormula, type Loss, meanLoss, shareOfClass } from './loss.ts';

/**
 * Squared error of class shares (Brier score), one output a class: scores are probabilities, as trees of a random forest
 * average them; targets are class indices.
 */
export function createBrierLoss(workspace: Workspace, classCount: number): Loss {
  const { scoreView, targetView, binned } = workspace;
  const { rowCount } = binned;
  const errorOf = (row: number, output: number) =>
    scoreView[output * rowCount + row] - (targetView[row] === output ? 1 : 0);
  return {
    outputs: classCount,
    chooseStart: (trainRows) =>
      Array.from({ length: classCount }, (_, output) => shareOfClass(workspace, trainRows, output)),
    fillGradients(output, count) {
      fillByFormula(workspace, count, (row, cells, at) => {
        cells[at] = errorOf(row, output);
        cells[at + 1] = 1;
      });
    },
    measure: (some) =>
      meanLoss(workspace, some, (row) => {
        let sum = 0;
        for (let output = 0; output < classCount; output++) sum += errorOf(row, output) ** 2;
        return sum;
      }),
  };
}
