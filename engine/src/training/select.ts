import { outputCount } from '../selection/candidate.ts';
import { listCandidates } from '../selection/candidates.ts';
import { blend, type Member, weighMembers } from '../selection/ensemble.ts';
import { pruneMembers } from '../selection/prune.ts';
import { type Contender, raceCandidates } from '../selection/race.ts';
import { heldPredictions, heldRows } from '../selection/samples.ts';
import { isBetter, measure } from '../selection/score.ts';
import { canBag, type Training } from './prepare.ts';
import { mixWith, type Stack, tryStack } from './stack.ts';

/** Contenders that are served, with their weights and what their blend predicted for the held rows. */
export interface Selection {
  contenders: readonly Contender[];
  /** The time budget ended the search, so that another run may choose otherwise. */
  isCutShort: boolean;
  weights: ReadonlyMap<Contender, number>;
  predictions: Float64Array;
  /** A layer above the blend, where it helps; `predictions` have it in them. */
  stack?: Stack;
}

/** Of the time left until all must be fitted again; the rest is for bounds and importances. */
const refitShare = 0.7;

/** What the search found; `training` is left with the splits that were really tried, `best` is the best value of the metric. */
export interface Found {
  training: Training;
  contenders: readonly Contender[];
  best: number | undefined;
  isCutShort: boolean;
}

/** Races all candidates; `end` is how far the training then is. */
export async function search(training: Training, end = 0.73): Promise<Found> {
  const { frame, samples, settings, monitor, deadlines } = training;
  let best: number | undefined;
  const race = await raceCandidates({
    samples,
    candidates: listCandidates(frame),
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
export function scoreOf({ frame, samples, rows, settings }: Training, { settled }: Contender): number {
  const predictions = heldPredictions(settled.held.slice(0, samples.length));
  const tried = rows.subarray(0, predictions.length / outputCount(frame.labels));
  return measure(frame.labels, tried, predictions, settings.metric)[settings.metric] ?? 0;
}

/**
 * Weighs the contenders that came through. Members that cost time in every answer without a gain beyond chance are dropped,
 * and those that could not be fitted again in the time left.
 */
export function select({ training, contenders, isCutShort }: Found): Selection {
  const { frame, samples, rows, deadlines } = training;
  const complete = contenders.filter(({ tried }) => tried >= samples.length);
  const members = complete.map(
    ({ name, settled }): Member => ({ name, predictions: heldPredictions(settled.held.slice(0, samples.length)) }),
  );
  const costs = complete.map(({ settled }) => settled.cost);
  const seconds = complete.map(({ settled, seconds: spent, tried }) =>
    settled.bag && canBag(training) ? 0 : (settled.refitSeconds ?? spent / tried),
  );
  const left = ((deadlines.refit - performance.now()) / 1000) * refitShare;
  const judge = judgeOf(training);
  const weigh = (kept: readonly Member[]) => weighMembers(frame.labels, rows, kept, judge);
  const pruned = pruneMembers({ labels: frame.labels, rows, members, costs, seconds, secondsLeft: left, weigh });
  const weights = new Map(complete.map((contender, index) => [contender, pruned.weights[index]]));
  const predictions = blend(members, pruned.weights);
  return { contenders, isCutShort: isCutShort || pruned.isCutShort, weights, predictions };
}

/** The selection with a layer above its blend, where that wins on the held rows. */
export async function stackUp(training: Training, selection: Selection): Promise<Selection> {
  const stack = await tryStack(training, selection);
  if (!stack)
    return { ...selection, isCutShort: selection.isCutShort || performance.now() > training.deadlines.search };
  return { ...selection, stack, predictions: mixWith(selection.predictions, stack.settled) };
}

/** Ranks are no sum over rows, so an ensemble asked to rank well is judged by its ranks; others by the loss of their rows. */
function judgeOf({ frame, rows, settings }: Training): ((predictions: Float64Array) => number) | undefined {
  if (settings.metric !== 'auc') return undefined;
  return (predictions) => 1 - (measure(frame.labels, rows, predictions, 'auc').auc ?? 0);
}

/** The contenders that are served. */
export function chosen({ weights }: Selection): [Contender, number][] {
  return [...weights].filter(([, weight]) => weight > 0);
}
