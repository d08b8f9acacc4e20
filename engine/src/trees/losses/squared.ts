import { fillGradients } from '../workspace/shared-work.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type Loss, meanLoss, meanTarget } from './loss.ts';

/** (score - target)^2, for means. */
export function createSquaredLoss(workspace: Workspace): Loss {
  const { scoreView, targetView } = workspace;
  return {
    outputs: 1,
    chooseStart: (trainRows) => [meanTarget(workspace, trainRows)],
    fillGradients(_output, count) {
      fillGradients(workspace, 'squaredGradients', count);
    },
    measure: (some) => meanLoss(workspace, some, (row) => (scoreView[row] - targetView[row]) ** 2),
  };
}
