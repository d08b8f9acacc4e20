import { checkForest, ForestError } from '../trees/forest/check-forest.ts';
import type { Forest } from '../trees/forest/forest.ts';
import { type CategoryCoding, ForestBuilder, type TreeNode } from '../trees/forest/forest-builder.ts';
import { ImportError } from './source-tree.ts';

/** A forest from another library. */
export interface Imported {
  /** Its raw scores are the library's margins, before the logistic, softmax or exponential function. */
  forest: Forest;
  featureNames: string[];
  /** By feature, the names of its category codes; null for numbers, and for codes without names. */
  categories: (readonly string[] | null)[];
  library: 'XGBoost' | 'LightGBM';
  /** The library's own name of the objective. */
  objective: string;
}

/** Most codes that fit in a forest's code table. */
export const mostCodes = 65_534;

/** Builds a forest from trees in the order of rounds; `codeCounts` is 0 for number features. */
export function buildForest(trees: readonly TreeNode[][], initialScores: number[], codeCounts: number[]): Forest {
  const codings: CategoryCoding[] = codeCounts.map((binCount) => ({
    binCount,
    bins: Array.from({ length: binCount }, (_, code) => code),
  }));
  const builder = new ForestBuilder(codings);
  for (const tree of trees) {
    const isMixed = tree.some(
      ({ feature, leftBins }) => feature >= 0 && codeCounts[feature] > 0 !== (leftBins !== undefined),
    );
    if (isMixed) throw new ImportError('A feature is split both as a number and as a category.');
    builder.addTree(tree);
  }
  const forest = builder.build(initialScores);
  try {
    checkForest(forest);
  } catch (error) {
    if (error instanceof ForestError) throw new ImportError(error.message);
    throw error;
  }
  return forest;
}
