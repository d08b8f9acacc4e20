import { exponential } from '../kernel/exponential.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { fillByFormula, type Loss, meanLoss, meanTarget } from './loss.ts';

/** The variance grows with this power of the mean: between Poisson (1) and gamma (2). */
const power = 1.5;

/** Tweedie deviance of non-negative targets with a mass at 0; scores are the logarithm of the mean. */
export function createTweedieLoss(workspace: Workspace): Loss {
  const { scoreView, targetView } = workspace;
  return {
    outputs: 1,
    chooseStart: (rows) => [Math.log(Math.max(meanTarget(workspace, rows), 1e-12))],
    fillGradients(_output, count) {
      fillByFormula(workspace, count, (row, cells, at) => {
        const seen = targetView[row] * exponential((1 - power) * scoreView[row]);
        const expected = exponential((2 - power) * scoreView[row]);
        cells[at] = expected - seen;
        cells[at + 1] = (2 - power) * expected + (power - 1) * seen;
      });
    },
    measure: (some) =>
      meanLoss(workspace, some, (row) => {
        const seen = targetView[row] * Math.exp((1 - power) * scoreView[row]);
        return Math.exp((2 - power) * scoreView[row]) / (2 - power) + seen / (power - 1);
      }),
  };
}
