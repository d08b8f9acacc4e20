import type { Labels } from '../../target/labels.ts';
import { truncateForest } from '../../trees/forest/forest.ts';
import { mergeForests } from '../../trees/forest/merge-forests.ts';
import { type BoostResult, trainForest } from '../../trees/growing/boost.ts';
import { scoreBinned } from '../../trees/predict/score-binned.ts';
import type { Objective } from '../../trees/state/objective.ts';
import { defaultSettings, type TreeSettings } from '../../trees/state/settings.ts';
import {
  type Candidate,
  type CandidateRun,
  type CvResult,
  type FittedModel,
  outputCount,
  type Split,
} from '../contract.ts';
import { binsOf } from './bins.ts';
import { fittedForest } from './fitted-forest.ts';
import { type Link, linkScores } from './links.ts';
import { type LongerSteps, watchPace } from './pace.ts';

/** The forests of a split with their full learning curves. */
interface Trial {
  split: Split;
  results: readonly BoostResult[];
}

/**
 * Gradient-boosted trees; the number of rounds is the best for the validation rows of all splits together. With mode
 * `forest` the trees are independent and all are used.
 */
export function boostingCandidate(
  name: string,
  settings: Omit<BoostingSettings, 'response'>,
  patience: number,
  response: Response = 'mean',
): Candidate {
  return { name, start: () => createRun({ ...settings, response }, patience) };
}

/**
 * The quantity that trees predict for a number: its mean, its median, or the logarithm of its mean by one of three
 * deviances, which need numbers of at least 0 (gamma: above 0).
 */
export type Response = 'mean' | 'median' | 'poisson' | 'gamma' | 'tweedie';
type BoostingSettings = Partial<TreeSettings> & {
  response: Response;
  /**
   * Number of forests with different seeds whose mean is served, because single forests are unstable when rows are few.
   * Default 1.
   */
  committee?: number;
  /**
   * The last features, but for so many, are predictions of the outputs, one each: a score may only rise with its own
   * output's, and fall with those of others.
   */
  followsBefore?: number;
  /** Most microseconds for all forests to answer a row. Default 40. */
  answerMicroseconds?: number;
};

function createRun(given: BoostingSettings, patience: number): CandidateRun {
  const trials: Trial[] = [];
  let settings: PacedSettings = given;
  return {
    async add(split) {
      const { results, longerSteps } = growCommittee(split, settings, patience, trials.length === 0);
      // Fits after the first take about as long as it did.
      settings = { ...settings, longerSteps, committee: trials.length > 0 ? settings.committee : results.length };
      trials.push({ split, results });
      await split.pause();
    },
    result: () => settle(trials, settings),
  };
}

/** Settings with the pace of the first fit, where its steps had to be longer. */
type PacedSettings = BoostingSettings & { longerSteps?: LongerSteps };

function settle(trials: readonly Trial[], { longerSteps, ...settings }: PacedSettings): CvResult {
  const rounds = settings.mode === 'forest' ? grownRounds(trials) : bestRounds(trials);
  const linked = (split: Split, results: readonly BoostResult[]) =>
    fittedForest(
      mergeForests(results.map(({ forest }) => truncateForest(forest, rounds))),
      outputCount(split.labels),
      linkOf(split.labels, settings),
    );
  const affordable = affordableForests(settings, linked(trials[0].split, trials[0].results.slice(0, 1)));
  const committee = Math.min(settings.committee ?? 1, affordable);
  // A committee is stable without a bag and learns from all rows, which matters when they are few. Independent trees
  // are a bag already.
  const isBagged = settings.mode !== 'forest' && (settings.committee ?? 1) === 1;
  const bagged = trials.flatMap(({ results }) => results).slice(0, affordable);
  return {
    predictions: trials.map(({ split, results }) => predictHeld(split, results.slice(0, committee), rounds, settings)),
    models: trials.map(({ split, results }) => linked(split, results.slice(0, committee))),
    settings: {
      ...settings,
      committee,
      rounds,
      ...(longerSteps && { hasteFrom: longerSteps.from, hasteRate: longerSteps.rate }),
    },
    ...(isBagged && { bag: () => [linked(trials[0].split, bagged)] }),
    async refit(split) {
      const { results } = growCommittee(split, { ...settings, committee, rounds, longerSteps }, 0, false);
      await split.pause();
      return linked(split, results);
    },
  };
}

/** Returns how many forests like this one can answer a row in time; its cost is counted, because clocks vary. */
function affordableForests(
  { answerMicroseconds = usualMicroseconds }: BoostingSettings,
  { cost }: FittedModel,
): number {
  return Math.max(1, Math.floor((1000 * answerMicroseconds) / Math.max(cost, 1)));
}

const usualMicroseconds = 40;

/**
 * Returns the number of rounds that every split has: more independent trees do no harm, and their forest must not be
 * truncated.
 */
function grownRounds(trials: readonly Trial[]): number {
  return Math.min(...trials.flatMap(({ results }) => results.map(({ bestRound }) => bestRound)));
}

/**
 * Returns the link of the outputs: raw scores of independent trees are means already, those of boosted trees are on the
 * scale of the loss.
 */
function linkOf({ classCount }: Labels, { mode, response }: BoostingSettings): Link {
  if (classCount === 0) return response === 'mean' || response === 'median' ? 'none' : 'exponential';
  if (mode === 'forest') return 'none';
  return classCount === 2 ? 'logistic' : 'softmax';
}

/** Returns the round with the lowest mean loss; a curve that stopped early keeps its last value. */
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
  { encoded, labels, validation }: Split,
  results: readonly BoostResult[],
  rounds: number,
  settings: BoostingSettings,
): Float64Array {
  const outputs = outputCount(labels);
  const length = validation.length * outputs;
  const predictions = new Float64Array(length);
  const scores = new Float64Array(length);
  for (const { forest } of results) {
    scoreBinned(forest, binsOf(encoded), validation, scores, rounds);
    for (let index = 0; index < length; index++) predictions[index] += scores[index] / results.length;
  }
  linkScores(predictions, validation.length, outputs, linkOf(labels, settings));
  return predictions;
}

/**
 * Grows forests with different seeds, as many as time allows; one that the deadline ended is kept only if there is no
 * other. The first fit sets the pace of the others.
 */
function growCommittee(
  split: Split,
  settings: PacedSettings,
  patience: number,
  isFirst: boolean,
): { results: BoostResult[]; longerSteps: LongerSteps | undefined } {
  const { committee = 1 } = settings;
  const results: BoostResult[] = [];
  let { longerSteps } = settings;
  while (results.length < committee && (results.length === 0 || performance.now() < split.deadline)) {
    const seed = split.seed + seedStep * results.length;
    const grown = grow({ ...split, seed }, { ...settings, longerSteps }, patience, isFirst && results.length === 0);
    if (results.length > 0 && grown.isEnded) break;
    longerSteps = grown.longerSteps;
    results.push(grown.result);
  }
  return { results, longerSteps };
}

/** Share of the first loss at which a target without noise is learned: its error is 1e-10 of what it was. */
const nothingLeft = 1e-26;

/** A deadline waits for this many rounds, except where a round grows many trees: fewer would predict a constant. */
const [fewestRounds, mostQuickOutputs] = [12, 20];

/** Distance between the seeds of a committee. */
const seedStep = 1_000_003;

/** Grows trees until the validation loss has not improved for `patience` rounds (0: all rounds), or time is up. */
function grow(split: Split, { longerSteps, ...settings }: PacedSettings, patience: number, isFirst: boolean) {
  const usualRate = settings.learningRate ?? defaultSettings.learningRate;
  const rounds = Math.min(settings.rounds ?? defaultSettings.rounds, longerSteps?.rounds ?? Number.POSITIVE_INFINITY);
  const pace = isFirst && settings.mode !== 'forest' ? watchPace(usualRate, split.deadline) : undefined;
  const fewest = outputCount(split.labels) > mostQuickOutputs ? 1 : fewestRounds;
  let best = { loss: Number.POSITIVE_INFINITY, round: 0 };
  let firstLoss = 0;
  let isEnded = false;
  const result = trainForest(
    binsOf(split.encoded),
    objectiveOf(split, settings),
    { ...settings, ...follow(split, settings), rounds, seed: split.seed, threads: split.threads ?? 1 },
    {
      onRound(round, loss) {
        split.onRound?.(round);
        pace?.note(round);
        if (round === 0) firstLoss = loss;
        if (loss < best.loss) best = { loss, round };
        const isStale = patience > 0 && (round - best.round >= patience || loss <= nothingLeft * firstLoss);
        isEnded = !isStale && round + 1 < rounds && round + 1 >= fewest && performance.now() > split.deadline;
        return isStale || isEnded ? 'stop' : undefined;
      },
      rateOf: pace?.rateOf ?? ((round) => (longerSteps && round >= longerSteps.from ? longerSteps.rate : usualRate)),
    },
  );
  return { result, isEnded, longerSteps: pace ? pace.settle(result.bestRound, isEnded) : longerSteps };
}

/** Constrains each score to follow the prediction of its output. One score tells of two classes: of the second. */
function follow({ encoded, labels }: Split, { followsBefore }: BoostingSettings): Partial<TreeSettings> {
  if (followsBefore === undefined) return {};
  const outputs = outputCount(labels);
  const end = encoded.features.length - followsBefore;
  const first = end - outputs;
  const scored = outputs === 2 ? [1] : Array.from({ length: outputs }, (_, output) => output);
  const directionsOf = (own: number) =>
    Int8Array.from(encoded.features, (_, slot) => (slot < first || slot >= end ? 0 : slot === first + own ? 1 : -1));
  return { monotone: scored.map(directionsOf) };
}

const lossNames = {
  mean: 'squared',
  median: 'quantile',
  poisson: 'poisson',
  gamma: 'gamma',
  tweedie: 'tweedie',
} as const;

function objectiveOf({ labels, train, validation }: Split, { mode, response }: BoostingSettings): Objective {
  const { values, classCount } = labels;
  const rows = { targets: values, trainRows: train, validationRows: validation };
  if (classCount === 0) return { loss: lossNames[response], ...rows };
  if (mode === 'forest') return { loss: 'brier', classCount, ...rows };
  return classCount === 2 ? { loss: 'logistic', ...rows } : { loss: 'softmax', classCount, ...rows };
}
