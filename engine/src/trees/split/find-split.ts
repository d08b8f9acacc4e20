import { histogramStride } from '../kernel/kernel.ts';
import type { NodeSums } from '../workspace/node-sums.ts';
import { findCategorySplit } from './category.ts';
import { findThreshold, findUnusualThreshold } from './number.ts';
import { type Split, type SplitSearch, scoreSums, type ValueBounds } from './split-search.ts';

/** A gain below this share of the node's score is rounding error. */
const smallestRelativeGain = 1e-10;

/** The features that a node may be split on. */
export interface FeatureChoice {
  /** Number of features that the kernel searches in one call. */
  readonly listed: number;
  /** The features that are searched one by one. */
  readonly others: Int32Array;
}

/**
 * Divides features by how they are searched; those for the kernel replace the workspace's list. The kernel scores splits
 * of features without a constraint as if bounds from above did not cut their values.
 */
export function chooseFeatures({ workspace, settings, directions }: SplitSearch, features: Int32Array): FeatureChoice {
  const { binned, featureListView } = workspace;
  const isPlain = settings.splitMode === 'best';
  const isListed = (feature: number) => isPlain && binned.features[feature].kind === 'number' && !directions?.[feature];
  const listed = features.filter(isListed);
  featureListView.set(listed);
  return { listed: listed.length, others: features.filter((feature) => !isListed(feature)) };
}

/** Finds the best split of a node over the chosen features; undefined when none gains. */
export function findSplit(
  search: SplitSearch,
  histograms: number,
  { listed, others }: FeatureChoice,
  node: NodeSums,
  bounds: ValueBounds,
): Split | undefined {
  const leastScore = scoreSums(node, search.l2) * (1 + smallestRelativeGain);
  let best = findThreshold(search, histograms, listed, node, leastScore);
  for (const feature of others) {
    const histogram = histograms + feature * histogramStride;
    const bestScore = best === undefined ? leastScore : best.score;
    const task = { search, histogram, feature, node, bounds, bestScore };
    const isCategory = search.workspace.binned.features[feature].kind === 'category';
    best = (isCategory ? findCategorySplit(task) : findUnusualThreshold(task)) ?? best;
  }
  return best;
}
