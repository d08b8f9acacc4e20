import type { Forest } from '@sibyl/engine/trees/forest/forest.ts';
import { compileForest } from '@sibyl/engine/trees/predict/compile.ts';
import { namesOfTrust } from '../../../server/src/questions/rank/trust-features.ts';
import { fitTrees } from './fit-trees.ts';
import { type Judged, manners } from './judged.ts';

/** Questions that no reading of the table answers are easily made: each counts less than one that somebody asked. */
const ofMade = 0.4;
const settings = { rounds: 100, maxLeaves: 12, learningRate: 0.07 };

/** Trees of whether the best reading is right, from what models say that did not see its table. */
export function fitTrust(judged: readonly Judged[], leftOut = -1): Forest {
  const known = judged.filter(({ trust }) => trust !== undefined);
  const rows = {
    names: namesOfTrust,
    features: known.map(({ trust }) => trust as Float64Array),
    right: known.map(({ isRight }) => Number(isRight)),
    weights: known.map(({ manner, example }) =>
      manner === 'strange' || manner === 'other word' ? ofMade : (example.weight ?? 1),
    ),
    folds: known.map(({ example }) => example.fold),
  };
  return fitTrees(rows, leftOut, settings);
}

/** Says, for each manner, how many are right where so many are wrong, and what each bar lets through, by folds. */
export function sayTrust(judged: readonly Judged[], say: (...words: unknown[]) => void): void {
  const folds = [...new Set(judged.map(({ example }) => example.fold))];
  const trusted = folds.length < 2 ? [] : folds.flatMap((fold) => trustOf(judged, fold));
  for (const manner of manners) {
    const own = trusted.filter((one) => one.manner === manner).sort((one, other) => other.trust - one.trust);
    if (own.length === 0) continue;
    say('trust', manner, own.length, ...[2, 5, 8].map((percent) => sayAt(own, percent)));
    for (const bar of [0.3, 0.4, 0.5, 0.6]) {
      const told = own.filter(({ trust }) => trust >= bar);
      const right = told.filter(({ isRight }) => isRight).length;
      const share = (count: number) => `${((100 * count) / own.length).toFixed(1)} %`;
      say('  from', bar, 'right', share(right), 'wrong', share(told.length - right));
    }
  }
}

interface Trusted extends Pick<Judged, 'manner' | 'isRight'> {
  trust: number;
}

function trustOf(judged: readonly Judged[], fold: number): Trusted[] {
  const { scoreRows } = compileForest(fitTrust(judged, fold));
  const own = judged.filter(({ example, trust }) => example.fold === fold && trust !== undefined);
  const scores = new Float64Array(own.length);
  const values = new Float64Array(own.length * namesOfTrust.length);
  for (const [at, { trust }] of own.entries()) values.set(trust as Float64Array, at * namesOfTrust.length);
  scoreRows(values, own.length, scores);
  return own.map(({ manner, isRight }, at) => ({ manner, isRight, trust: 1 / (1 + Math.exp(-scores[at])) }));
}

/** The share that is right where `percent` of all are told and wrong. */
function sayAt(own: readonly Trusted[], percent: number): string {
  let [right, wrong] = [0, 0];
  for (const { isRight } of own) {
    if (isRight) right += 1;
    else wrong += 1;
    if ((100 * wrong) / own.length > percent) break;
  }
  return `${((100 * right) / own.length).toFixed(1)} % right where ${percent} % are wrong,`;
}
