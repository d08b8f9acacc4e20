import { ModelFileError, type SavedValue } from '../file/reader.ts';
import { softmaxInPlace } from '../linear/logistic.ts';
import type { Part } from '../selection/candidate.ts';
import { checkForest, ForestError } from '../trees/check.ts';
import { createExplainer as explainForest } from '../trees/explain/contributions.ts';
import { explainOverBackground } from '../trees/explain/interventional.ts';
import { countFeatures, type Forest } from '../trees/forest.ts';
import { compileForest } from '../trees/predict/compile.ts';
import { findEndlessScore } from './finite-outputs.ts';

/**
 * What makes outputs of raw scores: nothing (numbers, and shares of classes), the logistic function for two classes,
 * softmax for more; for numbers of imported models also the logistic function, exp, and the square with the score's sign.
 */
const links = ['none', 'logistic', 'softmax', 'sigmoid', 'exponential', 'signed square'] as const;
export type Link = (typeof links)[number];

/** Trees as a predictor: raw scores for regression, probabilities (sigmoid or softmax of the scores) for classes. */
export function forestPart(forest: Forest, outputs: number, link: Link): Part {
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

/** By link, what makes an output of a raw score where there is one of each. */
const numberLinks = {
  sigmoid: (score: number) => 1 / (1 + Math.exp(-score)),
  exponential: Math.exp,
  'signed square': (score: number) => Math.sign(score) * score * score,
};

/** Turns `count` rows of raw scores into outputs in place. */
export function linkScores(out: Float64Array, count: number, outputs: number, link: Link): void {
  if (link === 'softmax')
    for (let row = 0; row < count; row++) softmaxInPlace(out.subarray(row * outputs, (row + 1) * outputs));
  else if (link === 'logistic') splitClasses(out, count);
  else if (link !== 'none') for (let row = 0; row < count; row++) out[row] = numberLinks[link](out[row]);
}

/** Two classes come from one score, so work from the last row. */
function splitClasses(out: Float64Array, count: number): void {
  for (let row = count - 1; row >= 0; row--) {
    const second = numberLinks.sigmoid(out[row]);
    out[row * 2] = 1 - second;
    out[row * 2 + 1] = second;
  }
}

/** Checks that the forest holds together and fits the rows that it will get. */
export function loadForest(saved: SavedValue, featureCount: number, outputs: number): Part {
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
  return forestPart(forest, outputs, link);
}
