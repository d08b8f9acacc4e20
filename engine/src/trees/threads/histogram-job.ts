import type { FeatureBlock } from '../features.ts';
import { histogramStride, type Kernel } from '../kernel/kernel.ts';

/** What all histograms of one training have in common; plain data, so that it can be handed to a worker thread. */
export interface HistogramPlan {
  readonly blocks: readonly FeatureBlock[];
  readonly featureCount: number;
  readonly cells: number;
  readonly cellCounts: number;
}

/** Sums the cells of `count` rows into the histograms of all features. */
export function sumHistograms(
  kernel: Kernel,
  plan: HistogramPlan,
  rows: number,
  count: number,
  histograms: number,
): void {
  kernel.clearHistogram(histograms, plan.cellCounts, plan.featureCount);
  for (const { address, width, firstFeature } of plan.blocks) {
    const target = histograms + firstFeature * histogramStride;
    kernel.addToHistogram(rows, count, address, width, plan.cells, target);
  }
}
