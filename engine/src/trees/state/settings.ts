import type { BinnedFeature } from './binned-features.ts';

/** How forests are grown. Every field has a default in `defaultSettings`. */
export interface TreeSettings {
  /** Maximum number of trees for each output. */
  rounds: number;
  learningRate: number;
  maxLeaves: number;
  /** Maximum number of splits on a path; Infinity for no limit. */
  maxDepth: number;
  minRowsPerLeaf: number;
  /** Added to the hessian of every leaf. */
  l2: number;
  /** Smallest hessian (for the squared loss: weight) of a leaf. */
  minHessian: number;
  /** Share of the features tried in one tree. */
  featureFraction: number;
  /** Share of the tree's features tried at one node. */
  nodeFeatureFraction: number;
  /** Share of the training rows drawn for one tree. */
  rowFraction: number;
  /**
   * Number of rounds without a better validation loss after which growing stops and the best round's trees are kept; 0
   * for never.
   */
  earlyStoppingRounds: number;
  /** The same seed and input give the same forest, byte for byte. */
  seed: number;
  /**
   * For each output, and in it for each feature: 1 (its scores never fall as the feature grows), -1 (never rise) or 0; it
   * must be 0 for categories.
   */
  monotone: readonly Int8Array[] | undefined;
  /** Pulls the statistics of rare categories to zero before they are ordered; rarer categories than this are not split off. */
  categorySmoothing: number;
  /** l2 of splits that put several categories on one side. */
  categoryL2: number;
  /** Maximum number of categories on the smaller side of such a split. */
  maxCategoriesPerSide: number;
  /** `random` draws one threshold per feature and node instead of searching the best (extremely randomised trees). */
  splitMode: 'best' | 'random';
  /**
   * `boost`: every tree corrects those before it. `forest`: independent trees whose mean is the prediction (a random
   * forest with row and node feature fractions, extra-trees with random splits); it uses no learning rate and must not
   * be truncated.
   */
  mode: 'boost' | 'forest';
  /** Threads that share the rows of large nodes; the forest is the same, byte for byte, for any number. */
  threads: number;
}

export const defaultSettings: TreeSettings = {
  rounds: 100,
  learningRate: 0.1,
  maxLeaves: 31,
  maxDepth: Number.POSITIVE_INFINITY,
  minRowsPerLeaf: 20,
  l2: 0,
  minHessian: 1e-3,
  featureFraction: 1,
  nodeFeatureFraction: 1,
  rowFraction: 1,
  earlyStoppingRounds: 0,
  seed: 0,
  monotone: undefined,
  categorySmoothing: 10,
  categoryL2: 10,
  maxCategoriesPerSide: 32,
  splitMode: 'best',
  mode: 'boost',
  threads: 1,
};

const ranges: [keyof TreeSettings, number, number][] = [
  ['rounds', 1, 1e6],
  ['learningRate', 0, 1e3],
  ['maxLeaves', 2, 65_536],
  ['maxDepth', 1, Number.POSITIVE_INFINITY],
  ['minRowsPerLeaf', 1, 2 ** 31],
  ['l2', 0, 1e100],
  ['minHessian', 0, 1e100],
  ['featureFraction', 0, 1],
  ['nodeFeatureFraction', 0, 1],
  ['rowFraction', 0, 1],
  ['earlyStoppingRounds', 0, 1e9],
  ['threads', 1, 64],
  ['seed', -(2 ** 31), 2 ** 32],
  ['categorySmoothing', 0, 1e100],
  ['categoryL2', 0, 1e100],
  ['maxCategoriesPerSide', 1, 256],
];

/** Fills in the defaults. Throws a RangeError that names the setting that is out of its range. */
export function resolveSettings(given: Partial<TreeSettings>, features: readonly BinnedFeature[]): TreeSettings {
  const settings = { ...defaultSettings, ...given };
  for (const [name, low, high] of ranges) {
    const value = Number(settings[name]);
    if (!(value >= low && value <= high)) throw new RangeError(`${name} must be ${low} to ${high}, got ${value}.`);
  }
  for (const directions of settings.monotone ?? []) checkMonotone(directions, features);
  return settings;
}

function checkMonotone(directions: Int8Array, features: readonly BinnedFeature[]): void {
  if (directions.length !== features.length) {
    throw new RangeError(`monotone must have ${features.length} entries, got ${directions.length}.`);
  }
  const wrong = features.find(({ kind }, feature) => kind === 'category' && directions[feature] !== 0);
  if (wrong !== undefined) throw new RangeError(`monotone must be 0 for "${wrong.name}", which is a category.`);
}
