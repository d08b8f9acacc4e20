import { countFeatures, countSetWords, type Forest } from '../forest/forest.ts';
import { findBin } from '../kernel/thresholds.ts';
import { type ExplainedLeaf, readLeaves } from './explained-leaf.ts';
import { readRow } from './goes-left.ts';
import { boxLeaves, passes } from './leaf-boxes.ts';
import { groupLeaves } from './leaf-groups.ts';
import { followLeaves } from './leaf-paths.ts';
import { shareLeaf } from './leaf-shares.ts';
import { type AddShares, compileShares } from './share-program.ts';

/** Most bytes of one set of category bins for each leaf: a file may have far more bins than training makes. */
const mostSetBytes = 2 ** 25;

/**
 * Exact interventional TreeSHAP (Lundberg et al. 2020) for a forest of one output: unknown inputs take their cells from
 * the rows of `background`. A leaf's contribution for each set of failed inputs is tabulated (after Zern et al. 2023).
 * Undefined for trees with too many inputs or bins.
 */
export function explainOverBackground(
  forest: Forest,
  background: Float64Array,
  inputOf: Int32Array,
): ((row: Float64Array, weight: number, out: Float64Array, start: number) => void) | undefined {
  const paths = followLeaves(forest, inputOf);
  if (!paths || setBytes(forest) > mostSetBytes) return undefined;
  const boxes = boxLeaves(forest, inputOf);
  const { groups, rest } = groupLeaves(readLeaves(forest, paths, boxes, background));
  const addGroups = compileShares(groups, forest.categoryBinCounts);
  const addRest = addEach(rest);
  const row = new Float64Array(countFeatures(forest));
  const ranks = new Int32Array(row.length);
  const sums = new Float64Array(Math.max(0, ...inputOf) + 1);
  return (values, weight, out, start) => {
    readRow(forest, values, 0, row);
    for (let feature = 0; feature < row.length; feature++)
      ranks[feature] = rankOf(row[feature], forest.categoryBinCounts[feature], boxes.thresholds[feature]);
    sums.fill(0);
    addGroups(ranks, sums);
    addRest(ranks, sums);
    for (let input = 0; input < sums.length; input++) out[start + input] += weight * sums[input];
  };
}

function setBytes({ features, categoryBinCounts }: Forest): number {
  const mostBins = categoryBinCounts.reduce((most, bins) => Math.max(most, bins), 0);
  return mostBins > 0 ? 4 * countSetWords(mostBins) * features.length : 0;
}

/** Returns a category's bin, or how many thresholds lie below a number; -1 where it is missing. */
function rankOf(value: number, binCount: number, thresholds: Float64Array): number {
  if (binCount > 0) return value;
  return Number.isNaN(value) ? -1 : findBin(thresholds, value);
}

/** Computes leaves for each row. */
function addEach(leaves: readonly ExplainedLeaf[]): AddShares {
  const shares = new Float64Array(Math.max(0, ...leaves.map(({ inputs }) => inputs.length)));
  return (row, sums) => {
    for (const { boxes, inputs, background } of leaves) {
      let failed = 0;
      for (const box of boxes) if (!passes(box, row[box.feature])) failed |= 1 << inputs.indexOf(box.input);
      if (!shareLeaf(background, failed, inputs.length, shares)) continue;
      for (let bit = 0; bit < inputs.length; bit++) sums[inputs[bit]] += shares[bit];
    }
  };
}
