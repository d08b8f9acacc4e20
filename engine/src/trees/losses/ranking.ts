import { exponential } from '../kernel/exponential.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { fillByFormula, type Loss, weightOf } from './loss.ts';

/** Keeps the steps of rows short that are surely first or last. */
const leastHessian = 1e-3;

/**
 * Log loss of a right row being first in its group: the softmax of the scores is over the rows of a group (Cao et al.,
 * ListNet, 2007). Targets are 1 for right rows and 0 for others; a group may have several right ones, and teaches nothing
 * without one. `groups` has the number of each row's group, from 0 on.
 */
export function createRankingLoss(workspace: Workspace, groups: Int32Array): Loss {
  const { scoreView, targetView } = workspace;
  const groupCount = groups.reduce((most, group) => Math.max(most, group), -1) + 1;
  const highest = new Float64Array(groupCount);
  const [sums, rightSums] = [new Float64Array(groupCount), new Float64Array(groupCount)];

  function sumUp(rows: Int32Array): void {
    highest.fill(Number.NEGATIVE_INFINITY);
    for (const row of rows) highest[groups[row]] = Math.max(highest[groups[row]], scoreView[row]);
    sums.fill(0);
    rightSums.fill(0);
    for (const row of rows) {
      const own = exponential(scoreView[row] - highest[groups[row]]);
      sums[groups[row]] += own;
      if (targetView[row] === 1) rightSums[groups[row]] += own;
    }
  }

  return {
    outputs: 1,
    chooseStart: () => [0],
    beginRound: sumUp,
    fillGradients(_output, count) {
      fillByFormula(workspace, count, (row, cells, at) => {
        const group = groups[row];
        const right = rightSums[group];
        if (right === 0) {
          cells.fill(0, at, at + 2);
          return;
        }
        const own = exponential(scoreView[row] - highest[group]);
        const share = own / sums[group];
        cells[at] = share - (targetView[row] === 1 ? own / right : 0);
        cells[at + 1] = Math.max(share * (1 - share), leastHessian);
      });
    },
    measure(rows) {
      sumUp(rows);
      let [losses, weights] = [0, 0];
      const seen = new Uint8Array(groupCount);
      for (const row of rows) {
        const group = groups[row];
        if (seen[group] === 1 || rightSums[group] === 0) continue;
        seen[group] = 1;
        losses += weightOf(workspace, row) * Math.log(sums[group] / rightSums[group]);
        weights += weightOf(workspace, row);
      }
      return weights > 0 ? losses / weights : 0;
    },
  };
}
