import type { Labels } from '../../target/labels.ts';
import { countOutputs, truncateForest } from '../../trees/forest/forest.ts';
import { mergeForests } from '../../trees/forest/merge-forests.ts';
import { type BoostResult, trainForest } from '../../trees/growing/boost.ts';
import { scoreBinned } from '../../trees/predict/score-binned.ts';
import type { Objective } from '../../trees/state/objective.ts';
import type { TreeSettings } from '../../trees/state/settings.ts';
import { type Candidate, outputCount, type Run, type Sample, type Settled } from '../contract.ts';
import { binsOf } from './bins.ts';
import { forestPart } from './fitted-forest.ts';
import { type Link, linkScores } from './links.ts';

/** A split's forests with their whole learning curves. */
interface Trial {
  sample: Sample;
  results: readonly BoostResult[];
}

/**
 * Gradient-boosted trees, their number of rounds the one that is best for the held rows of all splits together; with mode
 * `forest` independent trees, all of which count.
 */
export function boostingCandidate(
  name: string,
  settings: Omit<BoostingSettings, 'response'>,
  patience: number,
  response: Response = 'mean',
): Candidate {
  return { name, start: () => createRun({ ...settings, response }, patience) };
}

/** What trees say of a number: its mean, the logarithm of its mean by one of three deviances (for numbers from 0 up, gamma: above 0), or its median. */
export type Response = 'mean' | 'median' | 'poisson' | 'gamma' | 'tweedie';
type BoostingSettings = Partial<TreeSettings> & {
  response: Response;
  /** Forests that differ by their seeds and whose mean is answered: on few rows that is steadier than any. Default 1. */
  committee?: number;
};

function createRun(settings: BoostingSettings, patience: number): Run {
  const trials: Trial[] = [];
  return {
    async add(sample) {
      trials.push({ sample, results: growCommittee(sample, settings, patience) });
      await sample.pause();
    },
    settle: () => settle(trials, settings),
  };
}

function settle(trials: readonly Trial[], settings: BoostingSettings): Settled {
  const rounds = settings.mode === 'forest' ? grownRounds(trials) : bestRounds(trials);
  const treeCount = rounds * countOutputs(trials[0].results[0].forest);
  const committee = affordableCommittee(settings, treeCount);
  // A committee is steady without, and learns from all rows, which few rows are worth; independent trees are a bag already.
  const isBagged = settings.mode !== 'forest' && (settings.committee ?? 1) === 1;
  const bagged = trials.flatMap(({ results }) => results).slice(0, affordableForests(treeCount));
  const linked = (sample: Sample, results: readonly BoostResult[]) =>
    forestPart(
      mergeForests(results.map(({ forest }) => truncateForest(forest, rounds))),
      outputCount(sample.labels),
      linkOf(sample.labels, settings),
    );
  return {
    held: trials.map(({ sample, results }) => predictHeld(sample, results.slice(0, committee), rounds, settings)),
    parts: trials.map(({ sample, results }) => linked(sample, results.slice(0, committee))),
    settings: { ...settings, committee, rounds },
    cost: microsecondsPerTree * treeCount * (isBagged ? bagged.length : committee),
    ...(isBagged && { bag: () => [linked(trials[0].sample, bagged)] }),
    async refit(sample) {
      const results = growCommittee(sample, { ...settings, committee, rounds }, 0);
      await sample.pause();
      return linked(sample, results);
    },
  };
}

/** As many forests as can answer a row in time. */
function affordableCommittee({ committee = 1 }: BoostingSettings, treeCount: number): number {
  return Math.min(committee, affordableForests(treeCount));
}

function affordableForests(treeCount: number): number {
  return Math.max(1, Math.floor(mostMicroseconds / (microsecondsPerTree * treeCount)));
}

/** Finding the leaf of a row in a tree, all its trees at once. */
const microsecondsPerTree = 0.008;
/** What all forests of a candidate may take to answer a row. */
const mostMicroseconds = 40;

/** Independent trees must not be cut off, and more of them do no harm: all that every split has. */
function grownRounds(trials: readonly Trial[]): number {
  return Math.min(...trials.flatMap(({ results }) => results.map(({ bestRound }) => bestRound)));
}

/** Raw scores of independent trees are means already; boosted ones are on the scale of their loss. */
function linkOf({ classCount }: Labels, { mode, response }: BoostingSettings): Link {
  if (classCount === 0) return response === 'mean' || response === 'median' ? 'none' : 'exponential';
  if (mode === 'forest') return 'none';
  return classCount === 2 ? 'logistic' : 'softmax';
}

/** Where the mean of the curves is lowest; a curve that stopped early keeps its last value. */
function bestRounds(trials: readonly Trial[]): number {
  const curves = trials.flatMap(({ results }) => results.map(({ validationLosses }) => validationLosses));
  const longest = Math.max(...curves.map((curve) => curve.length));
  let best = { loss: Number.POSITIVE_INFINITY, rounds: 1 };
  for (let round = 0; round < longest; round++) {
    let loss = 0;
    for (const curve of curves) loss += curve[Math.min(round, curve.length - 1)];
    if (loss < best.loss) best = { loss, rounds: round + 1 };
  }
  return best.rounds;
}

function predictHeld(
  { encoded, labels, held }: Sample,
  results: readonly BoostResult[],
  rounds: number,
  settings: BoostingSettings,
): Float64Array {
  const outputs = outputCount(labels);
  const length = held.length * outputs;
  const predictions = new Float64Array(length);
  const scores = new Float64Array(length);
  for (const { forest } of results) {
    scoreBinned(forest, binsOf(encoded), held, scores, rounds);
    for (let index = 0; index < length; index++) predictions[index] += scores[index] / results.length;
  }
  linkScores(predictions, held.length, outputs, linkOf(labels, settings));
  return predictions;
}

function growCommittee(sample: Sample, settings: BoostingSettings, patience: number): BoostResult[] {
  const { committee = 1 } = settings;
  const results: BoostResult[] = [];
  while (results.length < committee && (results.length === 0 || performance.now() < sample.deadline))
    results.push(grow({ ...sample, seed: sample.seed + seedStep * results.length }, settings, patience));
  return results;
}

/** Between the seeds of a committee. */
const seedStep = 1_000_003;

/** Grows until the held rows have not gained for `patience` rounds (0: all the rounds asked), or time is up. */
function grow(sample: Sample, settings: BoostingSettings, patience: number): BoostResult {
  let best = { loss: Number.POSITIVE_INFINITY, round: 0 };
  return trainForest(
    binsOf(sample.encoded),
    objectiveOf(sample, settings),
    { ...settings, seed: sample.seed, threads: sample.threads ?? 1 },
    {
      onRound(round, loss) {
        sample.onRound?.(round);
        if (loss < best.loss) best = { loss, round };
        const isStale = patience > 0 && round - best.round >= patience;
        return isStale || performance.now() > sample.deadline ? 'stop' : undefined;
      },
    },
  );
}

const lossNames = {
  mean: 'squared',
  median: 'quantile',
  poisson: 'poisson',
  gamma: 'gamma',
  tweedie: 'tweedie',
} as const;

function objectiveOf({ labels, train, held }: Sample, { mode, response }: BoostingSettings): Objective {
  const { values, classCount } = labels;
  const rows = { targets: values, trainRows: train, validationRows: held };
  if (classCount === 0) return { loss: lossNames[response], ...rows };
  if (mode === 'forest') return { loss: 'brier', classCount, ...rows };
  return classCount === 2 ? { loss: 'logistic', ...rows } : { loss: 'softmax', classCount, ...rows };
}
