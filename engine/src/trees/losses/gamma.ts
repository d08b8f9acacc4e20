import { exponential } from '../kernel/exponential.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { fillByFormula, type Loss, meanLoss, meanTarget } from './loss.ts';

/** Gamma deviance of positive targets whose spread grows with their mean; scores are the logarithm of the mean. */
export function createGammaLoss(workspace: Workspace): Loss {
  const { scoreView, targetView } = workspace;
  return {
    outputs: 1,
    chooseStart: (rows) => [Math.log(meanTarget(workspace, rows))],
    fillGradients(_output, count) {
      fillByFormula(workspace, count, (row, cells, at) => {
        const ratio = targetView[row] * exponential(-scoreView[row]);
        cells[at] = 1 - ratio;
        // Uses the expected hessian, because the observed one nearly vanishes for small targets.
        cells[at + 1] = 1;
      });
    },
    measure: (some) => meanLoss(workspace, some, (row) => targetView[row] * Math.exp(-scoreView[row]) + scoreView[row]),
  };
}
