import { ModelFileError, type SavedValue } from '../../model-file/reader.ts';
import { explainOverBackground } from '../../trees/explain/interventional.ts';
import { createExplainer as explainForest } from '../../trees/explain/path-dependent.ts';
import { checkForest, ForestError } from '../../trees/forest/check-forest.ts';
import { countFeatures, type Forest } from '../../trees/forest/forest.ts';
import { compileForest } from '../../trees/predict/compile.ts';
import type { FittedModel } from '../contract.ts';
import { findEndlessScore } from './finite-outputs.ts';
import { type Link, linkScores, links, numberLinks } from './links.ts';

/** Predicts with trees: raw scores for regression, probabilities (by the link) for classes. */
export function fittedForest(forest: Forest, outputs: number, link: Link): FittedModel {
  const compiled = compileForest(forest);
  let explain: ReturnType<typeof explainForest> | undefined;
  return {
    score(rows, count, out) {
      compiled.scoreRows(rows, count, out);
      linkScores(out, count, outputs, link);
    },
    ...(link === 'none' &&
      outputs === 1 && {
        explain(row: Float64Array, out: Float64Array) {
          explain ??= explainForest(forest);
          explain(row, out);
        },
        explainOver: (background: Float64Array, inputOf: Int32Array) =>
          explainOverBackground(forest, background, inputOf),
      }),
    save(tensors) {
      const saved = Object.entries(forest).map(([name, tensor]) => [name, tensors.add(tensor)]);
      return { kind: 'forest', link, ...Object.fromEntries(saved) };
    },
  };
}

/** Loads a forest, checked for consistency and for the number of features and outputs. */
export function loadForest(saved: SavedValue, featureCount: number, outputs: number): FittedModel {
  const link = saved.get('link').oneOf(links);
  if (link in numberLinks && outputs !== 1) saved.fail('a forest of one number');
  if (link === 'logistic' && outputs !== 2) saved.fail('a forest of two classes');
  const integers = (name: string) => saved.get(name).integers(Int32Array, -1, 2 ** 31 - 1);
  const forest: Forest = {
    initialScores: saved.get('initialScores').doubles(link === 'logistic' ? 1 : outputs),
    roots: integers('roots'),
    features: integers('features'),
    thresholds: saved.get('thresholds').doublesWithInfinity(),
    firstChildren: integers('firstChildren'),
    missingLeft: saved.get('missingLeft').integers(Uint8Array, 0, 1),
    categorySets: integers('categorySets'),
    categoryWords: saved.get('categoryWords').integers(Uint32Array, 0, 2 ** 32 - 1),
    categoryBinCounts: integers('categoryBinCounts'),
    codeOffsets: integers('codeOffsets'),
    codeBins: saved.get('codeBins').integers(Uint16Array, 0, 65_535),
    values: saved.get('values').doubles(),
    covers: saved.get('covers').doubles(),
    gains: saved.get('gains').doubles(),
  };
  try {
    checkForest(forest);
  } catch (error) {
    if (error instanceof ForestError) throw new ModelFileError(`${saved.path}: ${error.message}`);
    throw error;
  }
  if (findEndlessScore(forest, link) !== undefined) saved.fail('a forest whose outputs are finite');
  if (countFeatures(forest) !== featureCount) saved.fail(`a forest of ${featureCount} features`);
  return fittedForest(forest, outputs, link);
}
