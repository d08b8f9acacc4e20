import { fillGradients } from '../workspace/shared-work.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type Loss, meanLoss, meanTarget } from './loss.ts';

/** Log loss of the log odds of target 1; targets between 0 and 1 are shares. */
export function createLogisticLoss(workspace: Workspace): Loss {
  const { scoreView, targetView } = workspace;
  return {
    outputs: 1,
    chooseStart(trainRows) {
      const share = Math.min(Math.max(meanTarget(workspace, trainRows), 1e-9), 1 - 1e-9);
      return [Math.log(share / (1 - share))];
    },
    fillGradients(_output, count) {
      fillGradients(workspace, 'logisticGradients', count);
    },
    measure: (some) =>
      meanLoss(workspace, some, (row) => {
        const score = scoreView[row];
        return Math.max(score, 0) - score * targetView[row] + Math.log1p(Math.exp(-Math.abs(score)));
      }),
  };
}
