import { constantCandidate } from '../learners/constant.ts';
import { outputCount, type Sample } from '../learners/contract.ts';
import { heldPredictions, heldRows } from '../learners/make-splits.ts';
import { compareLosses } from '../metrics/loss.ts';
import { isBetter, measure } from '../metrics/measure.ts';
import { rowNumbers } from '../random.ts';
import { listCandidates } from '../search/candidates.ts';
import { blend, type Member, weighMembers } from '../search/ensemble.ts';
import { pruneMembers } from '../search/prune.ts';
import { type Contender, raceCandidates } from '../search/race.ts';
import { dealGroups } from '../splits/deal-groups.ts';
import { canBag, type Training } from './prepare.ts';
import type { Found, Selection } from './selection.ts';
import { mixWith, tryStack } from './stack.ts';

/** Of the time left until all must be fitted again; the rest is for bounds and importances. */
const refitShare = 0.7;

/** Races all candidates; `end` is how far the training then is. */
export async function search(training: Training, end = 0.73): Promise<Found> {
  const { frame, samples, settings, monitor, deadlines } = training;
  let best: number | undefined;
  const race = await raceCandidates({
    samples,
    candidates: listCandidates(frame, settings.effort),
    deadline: deadlines.search,
    async onTried(contender, done) {
      const score = scoreOf(training, contender);
      if (best === undefined || isBetter(settings.metric, score, best)) best = score;
      await monitor.report('searching', 0.03 + (end - 0.03) * done, best);
    },
  });
  const tried = samples.slice(0, race.splits);
  const { contenders, isCutShort } = race;
  return { training: { ...training, samples: tried, rows: heldRows(tried) }, contenders, best, isCutShort };
}

/** A contender's held-out value of the metric, over the splits it was tried on. */
export function scoreOf({ frame, samples, rows, settings, validation }: Training, { settled }: Contender): number {
  const predictions = heldPredictions(settled.held.slice(0, samples.length));
  const tried = rows.subarray(0, predictions.length / outputCount(frame.labels));
  const { metric } = settings;
  return measure(frame.labels, tried, predictions, metric, validation.stretch)[metric] ?? 0;
}

/**
 * Weighs the contenders that came through. Members that cost time in every answer without a gain beyond chance are dropped,
 * and those that could not be fitted again in the time left. What is gained over a constant counts as far as it is sure.
 */
export async function select({ training, contenders, isCutShort }: Found): Promise<Selection> {
  const { samples, rows, deadlines } = training;
  const complete = contenders.filter(({ tried }) => tried >= samples.length);
  const constant = await tryConstant(samples);
  const left = ((deadlines.refit - performance.now()) / 1000) * refitShare;
  const members = [...complete, constant].map(
    ({ name, settled }): Member => ({ name, predictions: heldPredictions(settled.held.slice(0, samples.length)) }),
  );
  const costs = complete.map(({ settled }) => settled.cost);
  const seconds = complete.map(({ settled, seconds: spent, tried }) =>
    settled.bag && canBag(training) ? 0 : (settled.refitSeconds ?? spent / tried),
  );
  const choice = { training, members, costs, seconds, secondsLeft: left };
  const { weights, isCutShort: isHasty } = weighAll(choice, rowNumbers(rows.length));
  const trust = 1 - weights[weights.length - 1];
  return {
    contenders,
    isCutShort: isCutShort || isHasty,
    weights: new Map([...complete, constant].map((contender, index) => [contender, weights[index]])),
    predictions: blend(members, weights),
    honest: crossFit(choice, blend(members, weights), trust),
  };
}

interface Choice {
  training: Training;
  /** The contenders, and last the constant. */
  members: readonly Member[];
  costs: readonly number[];
  seconds: readonly number[];
  secondsLeft: number;
}

/** A weight a member by some of the held rows. */
function weighAll({ training, members, costs, seconds, secondsLeft }: Choice, places: Int32Array, given?: number) {
  const { frame, rows, validation } = training;
  const { labels } = frame;
  const some = Int32Array.from(places, (place) => rows[place]);
  const seen = members.map(({ name, predictions }) => ({ name, predictions: pickRows(labels, predictions, places) }));
  const judge = judgeOf(training, some);
  const pruned = pruneMembers({
    labels,
    rows: some,
    members: seen.slice(0, -1),
    costs,
    seconds,
    secondsLeft,
    weigh: (kept) => weighMembers(labels, some, kept, judge),
  });
  const blended = blend(seen.slice(0, -1), pruned.weights);
  const { excess, error } = compareLosses(labels, some, blended, seen[seen.length - 1].predictions, validation.group);
  const trust = Math.min(1, Math.max(0, -excess / (sureGain * error || Number.MIN_VALUE)));
  const kept = given ?? (trust < leastTrust ? 0 : trust);
  return { weights: [...pruned.weights.map((weight) => kept * weight), 1 - kept], isCutShort: pruned.isCutShort };
}

/** A gain of so many standard errors is believed in full, a smaller one in part: the blend is drawn to the constant. */
const sureGain = 2;
/** So little trust is none. */
const leastTrust = 0.05;
/** On more rows the weights are chosen by what is hardly chance. */
const mostCrossFitted = 5000;
const parts = 5;

/** What each part of the rows is told by weights that the other parts chose: the choice itself pays for what it finds. */
function crossFit(choice: Choice, otherwise: Float64Array, trust: number): Float64Array {
  const { training, members } = choice;
  const { frame, rows, validation, settings } = training;
  if (rows.length > mostCrossFitted) return otherwise;
  const partOf = dealGroups(validation.group, rows, parts, settings.seed + 5);
  const width = outputCount(frame.labels);
  const honest = otherwise.slice();
  for (let part = 0; part < parts; part++) {
    const others = rowNumbers(rows.length).filter((place) => partOf[place] !== part);
    const own = rowNumbers(rows.length).filter((place) => partOf[place] === part);
    if (others.length === 0) continue;
    // Parts of unlike trust would not rank their rows on one scale, as areas under curves ask for.
    const given = frame.labels.classCount > 0 ? trust : undefined;
    const said = blend(members, weighAll(choice, others, given).weights);
    for (const place of own) honest.set(said.subarray(place * width, (place + 1) * width), place * width);
  }
  return honest;
}

function pickRows(labels: Training['frame']['labels'], predictions: Float64Array, places: Int32Array): Float64Array {
  const width = outputCount(labels);
  const picked = new Float64Array(places.length * width);
  for (const [index, place] of places.entries())
    picked.set(predictions.subarray(place * width, (place + 1) * width), index * width);
  return picked;
}

async function tryConstant(samples: readonly Sample[]): Promise<Contender> {
  const run = constantCandidate.start();
  for (const sample of samples) await run.add(sample);
  const { name } = constantCandidate;
  return { name, settled: run.settle(), tried: samples.length, loss: Number.NaN, seconds: 0, isCutShort: false };
}

/** The selection with a layer above its blend, where that wins on the held rows. */
export async function stackUp(training: Training, selection: Selection): Promise<Selection> {
  const stack = await tryStack(training, selection);
  if (!stack)
    return { ...selection, isCutShort: selection.isCutShort || performance.now() > training.deadlines.search };
  return {
    ...selection,
    stack,
    predictions: mixWith(selection.predictions, stack.settled),
    honest: mixWith(selection.honest, stack.settled),
  };
}

/** Ranks are no sum over rows, so an ensemble asked to rank well is judged by its ranks; others by the loss of their rows. */
function judgeOf({ frame, settings }: Training, rows: Int32Array): ((predictions: Float64Array) => number) | undefined {
  if (settings.metric !== 'auc') return undefined;
  return (predictions) => 1 - (measure(frame.labels, rows, predictions, 'auc').auc ?? 0);
}
