import type { Frame } from '../encoding/frame.ts';
import { outputCount } from '../selection/candidate.ts';
import { listCandidates } from '../selection/candidates.ts';
import { blend, weighMembers } from '../selection/ensemble.ts';
import type { MetricName } from '../selection/metrics.ts';
import { isBetter, measure } from '../selection/score.ts';
import { type Contender, searchCandidates } from '../selection/search.ts';
import { heldPredictions } from './held-out.ts';
import type { Training } from './prepare.ts';

/** Contenders that are served, with their weights and what their blend predicted for the held rows. */
export interface Selection {
  contenders: readonly Contender[];
  /** The time budget ended the search, so that another run may choose otherwise. */
  isCutShort: boolean;
  weights: ReadonlyMap<Contender, number>;
  predictions: Float64Array;
}

/** Tries all candidates; `best` is the best value of the metric. */
export async function search({ frame, samples, rows, settings, monitor }: Training) {
  const { metric } = settings;
  let best: number | undefined;
  const candidates = listCandidates(frame);
  const contenders = await searchCandidates({
    samples,
    candidates,
    deadline: samples[0].deadline,
    async onTried(contender, done) {
      const score = scoreOf(frame, rows, contender, metric);
      if (contender.tried === samples.length && (best === undefined || isBetter(metric, score, best))) best = score;
      await monitor.report('searching', 0.03 + 0.7 * done, best);
    },
  });
  const isCutShort = contenders.length < candidates.length || contenders.some((contender) => contender.isCutShort);
  return { contenders, best, isCutShort };
}

/** A contender's held-out value of the metric, over the splits it was tried on. */
export function scoreOf(frame: Frame, rows: Int32Array, { settled }: Contender, metric: MetricName): number {
  const predictions = heldPredictions(settled.held);
  const tried = rows.subarray(0, settled.held.reduce((sum, held) => sum + held.length, 0) / outputCount(frame.labels));
  return measure(frame.labels, tried, predictions)[metric] ?? 0;
}

/** Weighs the contenders that ran on all splits; tiny weights are dropped, since each member costs time in every answer. */
export function select(
  { frame, samples, rows }: Training,
  { contenders, isCutShort }: Pick<Selection, 'contenders' | 'isCutShort'>,
): Selection {
  const complete = contenders.filter(({ tried }) => tried === samples.length);
  const members = complete.map(({ name, settled }) => ({ name, predictions: heldPredictions(settled.held) }));
  const raw = weighMembers(frame.labels, rows, members).map((weight) => (weight < 0.05 ? 0 : weight));
  const total = raw.reduce((sum, weight) => sum + weight, 0);
  const shares = raw.map((weight) => weight / total);
  const weights = new Map(complete.map((contender, index) => [contender, shares[index]]));
  return { contenders, isCutShort, weights, predictions: blend(members, shares) };
}

/** The contenders that are served. */
export function chosen({ weights }: Selection): [Contender, number][] {
  return [...weights].filter(([, weight]) => weight > 0);
}
