/** Learns to rank readings from questions with answers, by folds of their tables. */

import type { Forest } from '@sibyl/engine/trees/forest/forest.ts';
import { compileForest } from '@sibyl/engine/trees/predict/compile.ts';
import type { Profile } from '../../../server/src/questions/profile.ts';
import { basisOf } from '../../../server/src/questions/rank/rank.ts';
import { writeModel } from '../../../server/src/questions/rank/ranking-model.ts';
import { scoredOf, trustNames } from '../../../server/src/questions/rank/trust-features.ts';
import { allNames } from '../../../server/src/questions/rank/weigh.ts';
import { calibrate } from './calibrate.ts';
import type { Example } from './examples.ts';
import { fitRanking, type RankedRows, type Settings } from './fit-trees.ts';
import { fitTrust, sayTrust } from './fit-trust.ts';
import { fitWeights } from './fit-weights.ts';
import { type Judged, manners } from './judged.ts';
import type { Shown } from './lessons.ts';
import { openTeachers } from './teachers.ts';

/** What was shown, with the places of its candidates among all. */
interface Placed extends Omit<Shown, 'features' | 'right'> {
  from: number;
  to: number;
}

export interface Training {
  examples: readonly Example[];
  tables: ReadonlyMap<string, Profile>;
  folds: number;
  threads: number;
  /** How many of the folds are judged. */
  judged: number;
  trees: Settings;
  /** Takes what was found of each question by models that did not see it. */
  keep(judged: readonly Judged[]): void;
  /** Takes a model that has learned from all folds but one, where another is judged, too. */
  keepBlind(fold: number, model: Uint8Array): void;
  say(...words: unknown[]): void;
}

let seed = 1;
const random = () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};

/** Trains and judges by folds; returns the model of all questions as a file. */
export async function train(training: Training): Promise<Uint8Array> {
  const { examples, folds, say, keep } = training;
  const teachers = openTeachers(training);
  const collected = (await teachers.collect()).flatMap((one) => Array.from({ length: one.weight ?? 1 }, () => one));
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
  const { rows, shown } = gather(await teachers.show(weightsOf));
  teachers.close();
  say(rows.features.length, 'candidates');
  const judged: Judged[] = [];
  const forests = new Map<number, Forest>();
  const held = [...new Set(examples.map(({ fold }) => fold))].sort((one, other) => one - other);
  for (const fold of held.slice(0, training.judged)) {
    const forest = fitRanking(rows, fold, training.trees);
    forests.set(fold, forest);
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
  for (const [fold, forest] of forests) {
    const others = judged.filter(({ example }) => example.fold !== fold);
    if (others.length > 0)
      training.keepBlind(
        fold,
        writeModel({
          weights: weightsOf[fold],
          forest,
          calibration: calibrate(others, () => {}),
          trust: fitTrust(others),
        }),
      );
  }
  const calibration = calibrate(judged, say);
  sayTrust(judged, say);
  const forest = fitRanking(rows, -1, training.trees);
  say(sayGains(forest));
  return writeModel({ weights, forest, calibration, trust: fitTrust(judged) });
}

function gather(all: readonly Shown[]): { rows: RankedRows; shown: Placed[] } {
  const rows: RankedRows = { names: allNames, features: [], right: [], weights: [], folds: [], groups: [] };
  const shown = all.map(({ example, manner, features, right, trust }, group) => {
    const from = rows.features.length;
    for (const [at, isRight] of right.entries()) {
      rows.features.push(features.subarray(at * allNames.length, (at + 1) * allNames.length));
      rows.right.push(isRight);
      rows.weights.push(example.weight ?? 1);
      rows.folds.push(example.fold);
      rows.groups.push(group);
    }
    return { example, manner, trust, from, to: rows.features.length };
  });
  return { rows, shown };
}

function judge(forest: Forest, { features, right }: RankedRows, shown: readonly Placed[]): Judged[] {
  const { scoreRows } = compileForest(forest);
  const [width, votes] = [allNames.length, allNames.indexOf('votes')];
  return shown.map(({ example, manner, trust, from, to }) => {
    const values = new Float64Array((to - from) * width);
    for (let row = from; row < to; row += 1) values.set(features[row], (row - from) * width);
    const scores = new Float64Array(to - from);
    scoreRows(values, to - from, scores);
    const order = [...scores.keys()].sort((one, other) => scores[other] - scores[one]);
    // Candidates with the same outcome have the same votes.
    const share = (at: number) => features[from + at][votes];
    const apart = order.filter((at, place) => order.findIndex((other) => share(other) === share(at)) === place);
    const [best, rival] = apart;
    const isProposed = right.slice(from, to).includes(1);
    if (best === undefined) return { example, manner, isRight: false, isProposed, basis: [1, -9, 0, 0] };
    const basis = basisOf(scores[best], rival === undefined ? undefined : scores[rival], share(best));
    const scored = scoredOf(
      apart.map((at) => scores[at]),
      apart.map(share),
    );
    const own = trust.subarray(best * trustNames.length, (best + 1) * trustNames.length);
    const isFound = right[from + best] === 1;
    return { example, manner, isRight: isFound, isProposed, basis, trust: Float64Array.from([...scored, ...own]) };
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
