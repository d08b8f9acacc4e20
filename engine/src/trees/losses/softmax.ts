import { exponential } from '../kernel/exponential.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { fillByFormula, type Loss, meanLoss, shareOfClass } from './loss.ts';

/** Log loss over several classes, one output a class; targets are class indices. */
export function createSoftmaxLoss(workspace: Workspace, classCount: number): Loss {
  const { scoreView, targetView, binned } = workspace;
  const { rowCount } = binned;
  const probabilities = new Float64Array(rowCount * classCount);

  function highestScore(row: number): number {
    let highest = Number.NEGATIVE_INFINITY;
    for (let at = row; at < scoreView.length; at += rowCount) highest = Math.max(highest, scoreView[at]);
    return highest;
  }

  return {
    outputs: classCount,
    chooseStart: (trainRows) =>
      Array.from({ length: classCount }, (_, output) => {
        const share = shareOfClass(workspace, trainRows, output);
        return Math.log(Math.max(share, 1e-9));
      }),
    beginRound(trainRows) {
      for (const row of trainRows) {
        const highest = highestScore(row);
        let sum = 0;
        for (let at = row; at < scoreView.length; at += rowCount) {
          probabilities[at] = exponential(scoreView[at] - highest);
          sum += probabilities[at];
        }
        for (let at = row; at < scoreView.length; at += rowCount) probabilities[at] /= sum;
      }
    },
    fillGradients(output, count) {
      // Friedman's factor k/(k-1) makes the diagonal hessian an upper bound of the full one.
      const factor = classCount / (classCount - 1);
      fillByFormula(workspace, count, (row, cells, at) => {
        const probability = probabilities[output * rowCount + row];
        cells[at] = probability - (targetView[row] === output ? 1 : 0);
        cells[at + 1] = Math.max(factor * probability * (1 - probability), 1e-16);
      });
    },
    measure: (some) =>
      meanLoss(workspace, some, (row) => {
        const highest = highestScore(row);
        let sum = 0;
        for (let at = row; at < scoreView.length; at += rowCount) sum += Math.exp(scoreView[at] - highest);
        return Math.log(sum) + highest - scoreView[targetView[row] * rowCount + row];
      }),
  };
}
