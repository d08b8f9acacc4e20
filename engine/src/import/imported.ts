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
  /** What the owner should know, one sentence each. */
  warnings: string[];
}

/** Most inputs and classes of a model of another library. */
const [mostInputs, mostClasses] = [10_000, 1000];

/** Up to so many features are inputs even where no tree uses them and the file does not name them. */
const mostUnnamed = 1000;

/**
 * Returns which features are inputs. A file may state any number of features in a few bytes, so of many only those count
 * that it names or that its trees use.
 */
export function describedFeatures(count: number, isNamed: boolean, used: Iterable<number> = []): number[] {
  const all = isNamed || count <= mostUnnamed;
  const described = all ? [] : [...new Set(used)].sort((a, b) => a - b);
  const inputs = all ? count : described.length;
  if (inputs > mostInputs)
    throw new ImportError(`The model has ${inputs} inputs; at most ${mostInputs} are supported.`);
  return all ? Array.from({ length: count }, (_, feature) => feature) : described;
}

/** Most codes that fit in a forest's code table. */
export const mostCodes = 65_534;

/** @throws ImportError */
export function refuseManyClasses(count: number): void {
  if (count > mostClasses)
    throw new ImportError(`The model has ${count} classes; at most ${mostClasses} are supported.`);
}

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
