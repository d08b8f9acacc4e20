import type { Split } from '../split/split-search.ts';
import { splitRows } from '../workspace/shared-work.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Moves the rows of `workspace.rows[start .. start + count)` that a split sends left to the front, keeping their order.
 * Returns how many they are.
 */
export function routeRows(workspace: Workspace, split: Split, start: number, count: number): number {
  const { binned, leftTableView } = workspace;
  if (split.leftBins !== undefined) {
    leftTableView.set(split.leftBins);
  } else {
    leftTableView.fill(0);
    leftTableView.fill(1, 0, split.bin + 1);
    leftTableView[binned.features[split.feature].binCount] = split.missingLeft ? 1 : 0;
  }
  return splitRows(workspace, start, count, split.feature);
}
