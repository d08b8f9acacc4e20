/** Learns to rank readings from questions with answers, by folds of their tables. */

import type { Forest } from '@sibyl/engine/trees/forest/forest.ts';
import { compileForest } from '@sibyl/engine/trees/predict/compile.ts';
import { linkQuestion } from '../../../server/src/questions/link/link-question.ts';
import type { Profile } from '../../../server/src/questions/profile.ts';
import { basisOf } from '../../../server/src/questions/rank/rank.ts';
import { writeModel } from '../../../server/src/questions/rank/ranking-model.ts';
import { allNames, type Weights, weighQuestion } from '../../../server/src/questions/rank/weigh.ts';
import { calibrate } from './calibrate.ts';
import { type Collected, collect } from './collect.ts';
import { isRight, keysOfTarget } from './denotation.ts';
import { type Example, isOfDatabase } from './examples.ts';
import { fitTrees, type Rows, type Settings } from './fit-trees.ts';
import { fitWeights } from './fit-weights.ts';
import { type Judged, type Manner, manners } from './judged.ts';

interface Shown {
  example: Example;
  manner: Manner;
  from: number;
  to: number;
}

export interface Training {
  examples: readonly Example[];
  tables: ReadonlyMap<string, Profile>;
  folds: number;
  /** How many of the folds are judged. */
  judged: number;
  trees: Settings;
  /** Takes what was found of each question by models that did not see it. */
  keep(judged: readonly Judged[]): void;
  say(...words: unknown[]): void;
}

let seed = 1;
const random = () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};

/** Trains and judges by folds; returns the model of all questions as a file. */
export function train(training: Training): Uint8Array {
  const { examples, folds, say, keep } = training;
  const collected = collectAll(training);
  say(collected.length, 'of', examples.length, 'have a right candidate (own questions count several times)');
  const weightsOf = Array.from({ length: folds }, (_, fold) =>
    fitWeights(
      collected.filter((one) => one.fold !== fold),
      3,
      random,
    ),
  );
  say('weights of', folds, 'folds');
  const weights = fitWeights(collected, 3, random);
  const { rows, shown } = showAll(training, weightsOf);
  say(rows.features.length, 'candidates');
  const judged: Judged[] = [];
  for (let fold = 0; fold < training.judged; fold += 1) {
    const forest = fitTrees(rows, fold, training.trees);
    judged.push(
      ...judge(
        forest,
        rows,
        shown.filter(({ example }) => example.fold === fold),
      ),
    );
    say('fold', fold, sayShares(judged.filter(({ example }) => example.fold === fold)));
  }
  say('all', sayShares(judged));
  keep(judged);
  const calibration = calibrate(judged, say);
  const forest = fitTrees(rows, -1, training.trees);
  say(sayGains(forest));
  return writeModel({ weights, forest, calibration });
}

function collectAll({ examples, tables }: Training): Collected[] {
  return examples.flatMap((example) => {
    const table = tables.get(example.file) as Profile;
    const one = collect(example, example.isOwn ? withoutRows(table) : table, () => () => 0, 5000, random);
    return one ? Array.from({ length: example.isOwn ? ownWeight : 1 }, () => one) : [];
  });
}

/** How often a question of business counts: there are few of them. */
const ownWeight = 4;

function showAll({ examples, tables }: Training, weightsOf: readonly Weights[]): { rows: Rows; shown: Shown[] } {
  const rows: Rows = { features: [], right: [], weights: [], folds: [] };
  const shown: Shown[] = [];
  const blind = new Map([...tables].map(([file, table]) => [file, withoutRows(table)]));
  const show = (example: Example, manner: Manner, table: Profile) => {
    const question = linkQuestion(example.question, table);
    const { outcomes, features } = weighQuestion(question, weightsOf[example.fold]);
    const target = keysOfTarget(example.answer);
    const from = rows.features.length;
    for (const [at, outcome] of outcomes.entries()) {
      rows.features.push(Float32Array.from(features.subarray(at * allNames.length, (at + 1) * allNames.length)));
      rows.right.push(manner !== 'strange' && isRight(outcome, target) ? 1 : 0);
      rows.weights.push(example.isOwn ? ownWeight : 1);
      rows.folds.push(example.fold);
    }
    shown.push({ example, manner, from, to: rows.features.length });
  };
  const tableOf = (from: ReadonlyMap<string, Profile>, { file }: Example) => from.get(file) as Profile;
  for (const example of examples) {
    const isData = isOfDatabase(example);
    if (example.isOwn) show(example, 'own', tableOf(blind, example));
    else show(example, isData ? 'database' : 'whole', tableOf(tables, example));
    if (!example.isOwn && random() < (isData ? 0.6 : 0.25))
      show(example, isData ? 'large database' : 'blind', tableOf(blind, example));
    const other = examples[Math.floor(random() * examples.length)];
    if (random() < 0.25 && other.file !== example.file)
      show(example, 'strange', tableOf(random() < 0.5 ? tables : blind, other));
  }
  return { rows, shown };
}

/** A table that has more rows than are known. */
function withoutRows(table: Profile): Profile {
  return { ...table, row_count: 100 * table.row_count, columns: [...table.columns] };
}

function judge(forest: Forest, { features, right }: Rows, shown: readonly Shown[]): Judged[] {
  const { scoreRows } = compileForest(forest);
  const [width, votes] = [allNames.length, allNames.indexOf('votes')];
  return shown.map(({ example, manner, from, to }) => {
    const values = new Float64Array((to - from) * width);
    for (let row = from; row < to; row += 1) values.set(features[row], (row - from) * width);
    const scores = new Float64Array(to - from);
    scoreRows(values, to - from, scores);
    const order = [...scores.keys()].sort((one, other) => scores[other] - scores[one]);
    const [best] = order;
    // Candidates with the same outcome have the same votes.
    const share = (at: number) => features[from + at][votes];
    const rival = order.find((at) => share(at) !== share(best));
    const isFound = best !== undefined && right[from + best] === 1;
    const basis =
      best === undefined
        ? [1, -9, 0, 0]
        : basisOf(scores[best], rival === undefined ? undefined : scores[rival], share(best));
    return { example, manner, isRight: isFound, isProposed: right.slice(from, to).includes(1), basis };
  });
}

function sayShares(judged: readonly Judged[]): string {
  return manners
    .map((manner) => {
      const own = judged.filter((one) => one.manner === manner);
      const share = (test: (one: Judged) => boolean) =>
        `${((100 * own.filter(test).length) / Math.max(1, own.length)).toFixed(1)} %`;
      return `${manner} ${share((one) => one.isRight)} of ${share((one) => one.isProposed)}`;
    })
    .join(', ');
}

/** The features that reduce the loss most. */
function sayGains({ features, gains }: Forest): string {
  const sums = new Float64Array(allNames.length);
  for (const [node, feature] of features.entries()) if (feature >= 0) sums[feature] += gains[node];
  const total = sums.reduce((sum, one) => sum + one, 0);
  return [...allNames]
    .map((name, at) => ({ name, share: sums[at] / total }))
    .sort((one, other) => other.share - one.share)
    .slice(0, 15)
    .map(({ name, share }) => `${name} ${(100 * share).toFixed(1)} %`)
    .join(', ');
}
