import { constantCandidate } from '../learners/constant.ts';
import { outputCount } from '../learners/contract.ts';
import { joinPredictions, validationRows } from '../learners/make-splits.ts';
import { compareLosses, totalLoss } from '../metrics/loss.ts';
import { isBetter, measure } from '../metrics/measure.ts';
import { orderEvidence } from '../metrics/order-evidence.ts';
import { rowsAt } from '../numerics/rows-at.ts';
import { rowNumbers } from '../random.ts';
import { listCandidates } from '../search/candidates.ts';
import { blend, type Member, weighMembers } from '../search/ensemble.ts';
import { pruneMembers } from '../search/prune.ts';
import { type Contender, raceCandidates } from '../search/race.ts';
import { dealGroups } from '../splits/deal-groups.ts';
import type { Labels } from '../target/labels.ts';
import { microsecondsForModels, microsecondsOf } from './answer-cost.ts';
import { mayAnswerApart } from './part-rows.ts';
import { canBag, type Training } from './prepare.ts';
import { answerMicrosecondsOf } from './quality.ts';
import type { Found, Selection } from './selection.ts';
import { mixWith, tryStack } from './stack.ts';

/** Share of the time left for refits; the rest is for bounds and importances. */
const refitShare = 0.7;

/**
 * Time for a first fit that begins late, in milliseconds and as a share of the budget, because a model of one tree is
 * worse than a late one.
 */
const [leastMilliseconds, leastShare] = [500, 0.1];

/** Races all candidates; `end` is the progress afterwards. */
export async function search(training: Training, end = 0.73): Promise<Found> {
  const { frame, splits, settings, validation, monitor, deadlines } = training;
  let best: number | undefined;
  const race = await raceCandidates({
    splits,
    candidates: listCandidates(frame, {
      quality: settings.quality,
      answerMicroseconds: answerMicrosecondsOf(settings.quality),
      names: training.request.candidates,
      timeColumns: validation.timeColumns,
      isShortened: training.shortening !== undefined,
    }),
    deadline: deadlines.search,
    fitMilliseconds: training.shortening?.fitMilliseconds,
    leastMilliseconds: Math.max(leastMilliseconds, 1000 * leastShare * settings.budgetSeconds),
    async onTried(contender, done) {
      const score = scoreOf(training, contender);
      if (best === undefined || isBetter(settings.metric, score, best)) best = score;
      await monitor.report('searching', 0.03 + (end - 0.03) * done, best);
    },
  });
  const tried = splits.slice(0, race.splitCount);
  const { contenders, isCutShort } = race;
  return { training: { ...training, splits: tried, rows: validationRows(tried) }, contenders, best, isCutShort };
}

/** Returns a contender's validation score, over the splits it was tried on. */
export function scoreOf({ frame, splits, rows, settings, validation }: Training, { result }: Contender): number {
  const predictions = joinPredictions(result.predictions.slice(0, splits.length));
  const tried = rows.subarray(0, predictions.length / outputCount(frame.labels));
  const { metric } = settings;
  return measure(frame.labels, tried, predictions, metric, validation.stretch)[metric] ?? 0;
}

/** A contender's score, and that of the blend on the same rows. */
export interface Compared {
  performance: number;
  held_rows: number;
  model_performance: number;
}

/** Compares a contender with the blend on the rows that it was tried on. */
export function compareWithBlend(training: Training, { crossFitted }: Selection, contender: Contender): Compared {
  const { frame, rows, splits, settings, validation } = training;
  const width = outputCount(frame.labels);
  const { length } = joinPredictions(contender.result.predictions.slice(0, splits.length));
  const tried = rows.subarray(0, length / width);
  const blended = crossFitted.subarray(0, tried.length * width);
  const { metric } = settings;
  return {
    performance: scoreOf(training, contender),
    held_rows: new Set(tried).size,
    model_performance: measure(frame.labels, tried, blended, metric, validation.stretch)[metric] ?? 0,
  };
}

/**
 * Weighs the surviving contenders. Members whose gain is within chance for their cost are dropped, and those that
 * cannot be refitted in time. The gain over a constant counts only as far as it is significant.
 */
export async function select({ training, contenders, isCutShort }: Found): Promise<Selection> {
  const { frame, splits, rows, deadlines } = training;
  const complete = contenders.filter(({ tried }) => tried >= splits.length);
  const constant = await tryConstant(training);
  const left = ((deadlines.refit - performance.now()) / 1000) * refitShare;
  const members = [...complete, constant].map(
    ({ name, result }): Member => ({ name, predictions: joinPredictions(result.predictions.slice(0, splits.length)) }),
  );
  const ways = members.map(({ predictions }) => ({ rows, predictions }));
  // Where known rows are answered apart, bags are fitted again on all rows (see `refit`).
  const areBags = canBag(training) && (frame.labels.classCount > 0 || !mayAnswerApart(training, ways));
  const costs = complete.map(({ result }) => microsecondsOf(result, training));
  const seconds = complete.map(({ result, seconds: spent, tried }) =>
    result.bag && areBags ? 0 : (result.refitSeconds ?? spent / tried),
  );
  const choice = { training, members, costs, seconds, secondsLeft: left };
  const { weights, isCutShort: isShortened } = weighAll(choice, rowNumbers(rows.length));
  const trust = 1 - weights[weights.length - 1];
  return {
    contenders,
    isCutShort: isCutShort || isShortened,
    weights: new Map([...complete, constant].map((contender, index) => [contender, weights[index]])),
    predictions: blend(members, weights),
    crossFitted: crossFit(choice, blend(members, weights), trust),
  };
}

interface Choice {
  training: Training;
  /** The contenders, with the constant last. */
  members: readonly Member[];
  costs: readonly number[];
  seconds: readonly number[];
  secondsLeft: number;
}

/** Returns the weights of the members, chosen on some of the validation rows. */
function weighAll({ training, members, costs, seconds, secondsLeft }: Choice, places: Int32Array, given?: number) {
  const { frame, rows, validation } = training;
  const { labels } = frame;
  const some = Int32Array.from(places, (place) => rows[place]);
  const width = outputCount(labels);
  const seen = members.map(({ name, predictions }) => ({ name, predictions: rowsAt(predictions, places, width) }));
  const judge = judgeOf(training, some);
  const pruned = pruneMembers({
    labels,
    rows: some,
    members: seen.slice(0, -1),
    costs,
    seconds,
    secondsLeft,
    mostCost: microsecondsForModels(training),
    weigh: (kept) => weighMembers(labels, some, kept, judge),
  });
  const blended = blend(seen.slice(0, -1), pruned.weights);
  const trust = trustIn({ labels, rows: some, blended, constant: seen[seen.length - 1].predictions }, validation.group);
  const kept = given ?? (trust < leastTrust ? 0 : trust);
  return { weights: [...pruned.weights.map((weight) => kept * weight), 1 - kept], isCutShort: pruned.isCutShort };
}

interface Gain {
  labels: Labels;
  rows: Int32Array;
  blended: Float64Array;
  constant: Float64Array;
}

/**
 * Returns how far the gain over the constant is beyond chance. Where one row makes up most of the losses, that row alone
 * decides about a gain in total; so a sure order of the rows is enough for the share that loses least.
 */
function trustIn({ labels, rows, blended, constant }: Gain, group: Int32Array | undefined): number {
  const { excess, error } = compareLosses(labels, rows, blended, constant, group);
  const trust = Math.min(1, Math.max(0, -excess / (sureGain * error || Number.MIN_VALUE)));
  if (trust === 1) return trust;
  const order = orderEvidence(labels, rows, blended, constant, group);
  const inOrder = Math.min(1, Math.max(0, order / sureGain - 1));
  if (inOrder <= trust) return trust;
  const losses = shares.map((share) =>
    totalLoss(
      labels,
      rows,
      blended.map((value, place) => share * value + (1 - share) * constant[place]),
    ),
  );
  return Math.max(trust, inOrder * shares[losses.indexOf(Math.min(...losses))]);
}

const shares = Array.from({ length: 21 }, (_, step) => step / 20);

/**
 * Number of standard errors from which on a gain is trusted fully. A smaller gain is trusted in part: the blend is
 * shrunk to the constant.
 */
const sureGain = 2;
/** Trust below this is rounded to 0. */
const leastTrust = 0.05;
/** Number of rows above which the choice of weights hardly overfits. */
const mostCrossFitted = 5000;
const folds = 5;

/** Predicts each fold with weights chosen on the other folds, so that figures include the cost of choosing. */
function crossFit(choice: Choice, otherwise: Float64Array, trust: number): Float64Array {
  const { training, members } = choice;
  const { frame, rows, validation, settings } = training;
  if (rows.length > mostCrossFitted) return otherwise;
  const foldOf = dealGroups(validation.group, rows, folds, settings.seed + 5);
  const width = outputCount(frame.labels);
  const honest = otherwise.slice();
  for (let fold = 0; fold < folds; fold++) {
    const others = rowNumbers(rows.length).filter((place) => foldOf[place] !== fold);
    const own = rowNumbers(rows.length).filter((place) => foldOf[place] === fold);
    if (others.length === 0) continue;
    // Folds with different trust would not rank their rows on one scale, which areas under curves need.
    const given = frame.labels.classCount > 0 ? trust : undefined;
    const predicted = blend(members, weighAll(choice, others, given).weights);
    for (const place of own) honest.set(predicted.subarray(place * width, (place + 1) * width), place * width);
  }
  return honest;
}

async function tryConstant({ splits, validation }: Training): Promise<Contender> {
  const candidate = constantCandidate(validation.timeColumns);
  const run = candidate.start();
  for (const split of splits) await run.add(split);
  return {
    name: candidate.name,
    result: run.result(),
    tried: splits.length,
    loss: Number.NaN,
    seconds: 0,
    isCutShort: false,
  };
}

/** Adds a stacked layer above the blend, where it wins on the validation rows. */
export async function stackUp(training: Training, selection: Selection): Promise<Selection> {
  const stack = await tryStack(training, selection);
  if (!stack)
    return { ...selection, isCutShort: selection.isCutShort || performance.now() > training.deadlines.search };
  return {
    ...selection,
    stack,
    predictions: mixWith(selection.predictions, stack.settled),
    crossFitted: mixWith(selection.crossFitted, stack.settled),
  };
}

/**
 * Returns how ensembles are judged: by the metric itself where it ranks rows, because it is no sum over rows; otherwise
 * undefined, for the loss of the rows.
 */
function judgeOf({ frame, settings }: Training, rows: Int32Array): ((predictions: Float64Array) => number) | undefined {
  if (settings.metric !== 'auc') return undefined;
  return (predictions) => 1 - (measure(frame.labels, rows, predictions, 'auc').auc ?? 0);
}
