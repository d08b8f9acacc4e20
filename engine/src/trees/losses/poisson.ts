import { exponential } from '../kernel/exponential.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { fillByFormula, type Loss, meanLoss, meanTarget } from './loss.ts';

/** e^0.7: a larger hessian limits how far one leaf can multiply the mean, like LightGBM's poisson_max_delta_step. */
const hessianFactor = 2.0137527074704766;

/** Poisson loss of non-negative targets; scores are the logarithm of the mean. */
export function createPoissonLoss(workspace: Workspace): Loss {
  const { scoreView, targetView } = workspace;
  return {
    outputs: 1,
    chooseStart: (rows) => [Math.log(Math.max(meanTarget(workspace, rows), 1e-12))],
    fillGradients(_output, count) {
      fillByFormula(workspace, count, (row, cells, at) => {
        const mean = exponential(scoreView[row]);
        cells[at] = mean - targetView[row];
        cells[at + 1] = mean * hessianFactor;
      });
    },
    measure: (some) => meanLoss(workspace, some, (row) => Math.exp(scoreView[row]) - targetView[row] * scoreView[row]),
  };
}
