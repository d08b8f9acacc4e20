import type { Objective } from '../state/objective.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createBrierLoss } from './brier.ts';
import { createGammaLoss } from './gamma.ts';
import { createHuberLoss } from './huber.ts';
import { createLogisticLoss } from './logistic.ts';
import type { Loss } from './loss.ts';
import { createPoissonLoss } from './poisson.ts';
import { createQuantileLoss } from './quantile.ts';
import { createRankingLoss } from './ranking.ts';
import { createSoftmaxLoss } from './softmax.ts';
import { createSquaredLoss } from './squared.ts';
import { createTweedieLoss } from './tweedie.ts';

/** Binds the loss that the objective names to the memory of one training. */
export function createLoss(workspace: Workspace, objective: Objective): Loss {
  const { loss, classCount = 0, quantile = 0.5, huberDelta = 1, groups = new Int32Array(0) } = objective;
  switch (loss) {
    case 'squared':
      return createSquaredLoss(workspace);
    case 'logistic':
      return createLogisticLoss(workspace);
    case 'softmax':
      return createSoftmaxLoss(workspace, classCount);
    case 'brier':
      return createBrierLoss(workspace, classCount);
    case 'quantile':
      return createQuantileLoss(workspace, quantile);
    case 'poisson':
      return createPoissonLoss(workspace);
    case 'gamma':
      return createGammaLoss(workspace);
    case 'tweedie':
      return createTweedieLoss(workspace);
    case 'ranking':
      return createRankingLoss(workspace, groups);
    case 'huber':
      return createHuberLoss(workspace, huberDelta);
  }
}
