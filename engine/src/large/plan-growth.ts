import { treeFeatures } from '../boosting/bins.ts';
import type { Training } from '../training/prepare.ts';
import { type BinnedFeature, planBins } from '../trees/features.ts';
import type { LargeTable } from './large-table.ts';
import { decidePace, type Pace } from './pace.ts';

/** How trees are grown on all rows. */
export interface GrowthPlan extends Pace {
  /** 1 for each row of the source that goes from storage into bins; those of the sample come from memory. */
  isKept: Uint8Array;
  keptCount: number;
  bins: readonly BinnedFeature[];
}

const maxBins = 255;
/** What bins, gradients and scores may take. */
const mostBytes = 2.5e9;
/** A row's bins of each feature, twice; a score and a probability of each output; gradient, target and places. */
const [featureBytes, outputBytes, rowBytes] = [2, 16, 40];

/** Shares of the time budget when the search on the sample and the growing are over. */
export const [searchShare, growShare] = [0.3, 0.8];

/** Cuts of the bins are those of the sample. Undefined when the time is too short for trees on so many rows. */
export function planGrowth(training: Training, { source, rows }: LargeTable): GrowthPlan | undefined {
  const [{ encoded }] = training.samples;
  const { labels } = training.frame;
  const features = encoded.features.length;
  const outputs = labels.classCount > 2 ? labels.classCount : 1;
  const bytes = features * featureBytes + outputs * outputBytes + rowBytes;
  const seconds = training.settings.budgetSeconds * (growShare - searchShare);
  const pace = decidePace({ rows: source.rowCount, mostRows: mostBytes / bytes, features, outputs, seconds });
  if (!pace) return undefined;
  const share = pace.rows / source.rowCount;
  const isKept = new Uint8Array(source.rowCount);
  for (let row = 0; row < isKept.length; row++) isKept[row] = Math.floor((row + 1) * share) - Math.floor(row * share);
  for (const row of rows) isKept[row] = 0;
  const bins = Array.from(treeFeatures(encoded), (feature) => planBins(feature, maxBins));
  return { ...pace, isKept, keptCount: isKept.reduce((sum, kept) => sum + kept, 0), bins };
}
