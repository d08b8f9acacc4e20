import type { Labels } from '../encoding/frame.ts';
import { type Candidate, outputCount, type Run, type Sample, type Settled } from '../selection/candidate.ts';
import { type BoostResult, trainForest } from '../trees/boost.ts';
import { countOutputs, truncateForest } from '../trees/forest.ts';
import type { Objective } from '../trees/objective.ts';
import { scoreBinned } from '../trees/score-binned.ts';
import type { TreeSettings } from '../trees/settings.ts';
import { binsOf } from './bins.ts';
import { forestPart, type Link, linkScores } from './part.ts';

/** A split's forest with its whole learning curve. */
interface Trial {
  sample: Sample;
  result: BoostResult;
}

/**
 * Gradient-boosted trees, their number of rounds the one that is best for the held rows of all splits together; with mode
 * `forest` independent trees, all of which count.
 */
export function boostingCandidate(
  name: string,
  settings: Partial<TreeSettings>,
  patience: number,
  response: Response = 'mean',
): Candidate {
  return { name, start: () => createRun({ ...settings, response }, patience) };
}

/** What trees say of a number: its mean, the logarithm of its mean (for numbers from 0 up), or its median. */
export type Response = 'mean' | 'log mean' | 'median';
type BoostingSettings = Partial<TreeSettings> & { response: Response };

function createRun(settings: BoostingSettings, patience: number): Run {
  const trials: Trial[] = [];
  return {
    async add(sample) {
      trials.push({ sample, result: grow(sample, settings, patience) });
      await sample.pause();
    },
    settle: () => settle(trials, settings),
  };
}

function settle(trials: readonly Trial[], settings: BoostingSettings): Settled {
  const rounds = settings.mode === 'forest' ? grownRounds(trials) : bestRounds(trials);
  return {
    held: trials.map(({ sample, result }) => predictHeld(sample, result, rounds, settings)),
    parts: trials.map(({ sample, result }) =>
      forestPart(truncateForest(result.forest, rounds), outputCount(sample.labels), linkOf(sample.labels, settings)),
    ),
    settings: { ...settings, rounds },
    cost:
      microsecondsPerTree *
      Math.max(...trials.map(({ result }) => Math.min(rounds, result.bestRound) * countOutputs(result.forest))),
    async refit(sample) {
      const { forest } = grow(sample, { ...settings, rounds }, 0);
      await sample.pause();
      return forestPart(forest, outputCount(sample.labels), linkOf(sample.labels, settings));
    },
  };
}

/** Following a row down a tree, whose nodes are seldom in the nearest memory. */
const microsecondsPerTree = 0.04;

/** Independent trees must not be cut off, and more of them do no harm: all that every split has. */
function grownRounds(trials: readonly Trial[]): number {
  return Math.min(...trials.map(({ result }) => result.bestRound));
}

/** Raw scores of independent trees are means already; boosted ones are on the scale of their loss. */
function linkOf({ classCount }: Labels, { mode, response }: BoostingSettings): Link {
  if (classCount === 0) return response === 'log mean' ? 'exponential' : 'none';
  if (mode === 'forest') return 'none';
  return classCount === 2 ? 'logistic' : 'softmax';
}

/** Where the mean of the curves is lowest; a curve that stopped early keeps its last value. */
function bestRounds(trials: readonly Trial[]): number {
  const curves = trials.map(({ result }) => result.validationLosses);
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
  { forest }: BoostResult,
  rounds: number,
  settings: BoostingSettings,
): Float64Array {
  const outputs = outputCount(labels);
  const predictions = new Float64Array(held.length * outputs);
  scoreBinned(forest, binsOf(encoded), held, predictions, rounds);
  linkScores(predictions, held.length, outputs, linkOf(labels, settings));
  return predictions;
}

/** Grows until the held rows have not gained for `patience` rounds (0: all the rounds asked), or time is up. */
function grow(sample: Sample, settings: BoostingSettings, patience: number): BoostResult {
  let best = { loss: Number.POSITIVE_INFINITY, round: 0 };
  return trainForest(
    binsOf(sample.encoded),
    objectiveOf(sample, settings),
    { ...settings, seed: sample.seed, threads: sample.threads ?? 1 },
    {
      onRound(round, loss) {
        if (loss < best.loss) best = { loss, round };
        const isStale = patience > 0 && round - best.round >= patience;
        return isStale || performance.now() > sample.deadline ? 'stop' : undefined;
      },
    },
  );
}

const lossNames = { mean: 'squared', 'log mean': 'poisson', median: 'quantile' } as const;

function objectiveOf({ labels, train, held }: Sample, { mode, response }: BoostingSettings): Objective {
  const { values, classCount } = labels;
  const rows = { targets: values, trainRows: train, validationRows: held };
  if (classCount === 0) return { loss: lossNames[response], ...rows };
  if (mode === 'forest') return { loss: 'brier', classCount, ...rows };
  return classCount === 2 ? { loss: 'logistic', ...rows } : { loss: 'softmax', classCount, ...rows };
}
