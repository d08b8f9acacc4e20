import { ModelFileError, type SavedValue } from '../../model-file/reader.ts';
import { explainOverBackground } from '../../trees/explain/interventional.ts';
import { createExplainer as explainForest } from '../../trees/explain/path-dependent.ts';
import { checkForest, ForestError } from '../../trees/forest/check-forest.ts';
import { countFeatures, type Forest } from '../../trees/forest/forest.ts';
import { compileForest } from '../../trees/predict/compile.ts';
import type { FittedModel } from '../contract.ts';
import { findInfiniteScore } from './finite-outputs.ts';
import { type Link, linkScores, links, numberLinks } from './links.ts';

const nanosecondsPerOutput = 20;

/** Predicts with trees: raw scores for regression, probabilities (by the link) for classes. */
export function fittedForest(forest: Forest, outputs: number, link: Link): FittedModel {
  const compiled = compileForest(forest);
  let explain: ReturnType<typeof explainForest> | undefined;
  return {
    get cost() {
      return compiled.cost + nanosecondsPerOutput * outputs;
    },
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
  // `checkForest` checks all numbers of nodes at once, which are nearly all bytes of a large model.
  const integers = (name: string) => saved.get(name).tensorOf(Int32Array);
  const doubles = (name: string) => saved.get(name).tensorOf(Float64Array);
  const forest: Forest = {
    initialScores: saved.get('initialScores').doubles(link === 'logistic' ? 1 : outputs),
    roots: integers('roots'),
    features: integers('features'),
    thresholds: doubles('thresholds'),
    firstChildren: integers('firstChildren'),
    missingLeft: saved.get('missingLeft').tensorOf(Uint8Array),
    categorySets: integers('categorySets'),
    categoryWords: saved.get('categoryWords').tensorOf(Uint32Array),
    categoryBinCounts: integers('categoryBinCounts'),
    codeOffsets: integers('codeOffsets'),
    codeBins: saved.get('codeBins').tensorOf(Uint16Array),
    values: doubles('values'),
    covers: doubles('covers'),
    gains: doubles('gains'),
  };
  if (!saved.isChecked) check(saved, forest, link, featureCount);
  return fittedForest(forest, outputs, link);
}

function check(saved: SavedValue, forest: Forest, link: Link, featureCount: number): void {
  try {
    checkForest(forest);
  } catch (error) {
    if (error instanceof ForestError) throw new ModelFileError(`${saved.path}: ${error.message}`);
    throw error;
  }
  if (findInfiniteScore(forest, link) !== undefined) saved.fail('a forest whose outputs are finite');
  if (countFeatures(forest) !== featureCount) saved.fail(`a forest of ${featureCount} features`);
}
