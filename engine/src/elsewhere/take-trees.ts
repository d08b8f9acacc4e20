import type { Imported } from '../import/imported.ts';
import { ImportError } from '../import/source-tree.ts';
import { importXgboost } from '../import/xgboost.ts';
import { findInfiniteScore } from '../learners/boosting/finite-outputs.ts';
import { fittedForest } from '../learners/boosting/fitted-forest.ts';
import type { Link } from '../learners/boosting/links.ts';
import { type CvResult, outputCount, type Split } from '../learners/contract.ts';
import type { Training } from '../training/prepare.ts';
import { countOutputs, type Forest } from '../trees/forest/forest.ts';
import { planTrees, type TreePlan } from './tree-plan.ts';

/** Most trees of an output that are believed to be meant. */
const mostRounds = 10_000;

/**
 * Reads the trees that XGBoost grew on the rows of `encodeForTrees`, and predicts the held-out rows with them. Throws
 * an ImportError for any other file.
 */
export function takeTrees(training: Training, text: string): CvResult {
  const plan = planTrees(training);
  const imported = importXgboost(text);
  refuseOthers(plan, imported);
  const [split] = training.splits;
  const forest = scaleForest(imported.forest, plan);
  const link = linkOf(plan);
  const infinite = findInfiniteScore(forest, link);
  if (infinite !== undefined)
    throw new ImportError(`The trees can add up to ${infinite}, whose output is not a finite number.`);
  const outputs = outputCount(split.labels);
  const model = fittedForest(forest, outputs, link);
  return {
    predictions: [predictHeld(split, outputs, model)],
    models: [model],
    settings: { objective: imported.objective, rounds: forest.roots.length / countOutputs(forest) },
    refitSeconds: 0,
    refit: async () => model,
  };
}

/** The file comes from other machines: it must fit the rows that were sent there. */
function refuseOthers({ objective, classCount, types }: TreePlan, { forest, ...imported }: Imported): void {
  const outputs = classCount > 2 ? classCount : 1;
  const refuse = (what: string, wanted: unknown, got: unknown) => {
    throw new ImportError(`The file has ${what} ${got}, and ${wanted} was asked for.`);
  };
  if (imported.objective !== objective) refuse('the objective', objective, imported.objective);
  if (forest.categoryBinCounts.length !== types.length)
    refuse('a number of features of', types.length, forest.categoryBinCounts.length);
  if (countOutputs(forest) !== outputs) refuse('a number of outputs of', outputs, countOutputs(forest));
  const rounds = forest.roots.length / outputs;
  if (rounds < 1 || rounds > mostRounds) refuse('a number of rounds of', `1 to ${mostRounds}`, rounds);
  const wrong = types.findIndex((type, feature) => type === 'q' && forest.categoryBinCounts[feature] > 0);
  if (wrong >= 0) refuse(`feature ${wrong} as`, 'a number', 'a category');
}

function scaleForest(forest: Forest, { center, unit }: TreePlan): Forest {
  return {
    ...forest,
    initialScores: forest.initialScores.map((score) => score * unit + center),
    values: forest.values.map((value) => value * unit),
  };
}

function linkOf({ classCount }: TreePlan): Link {
  if (classCount === 0) return 'none';
  return classCount === 2 ? 'logistic' : 'softmax';
}

function predictHeld({ encoded, validation }: Split, outputs: number, model: CvResult['models'][number]): Float64Array {
  const width = encoded.columns.length;
  const rows = new Float64Array(validation.length * width);
  for (const [feature, column] of encoded.columns.entries())
    for (const [place, row] of validation.entries()) rows[place * width + feature] = column[row];
  const predictions = new Float64Array(validation.length * outputs);
  model.score(rows, validation.length, predictions);
  return predictions;
}
