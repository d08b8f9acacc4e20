import type { Frame } from '../encoding/frame.ts';
import { encodeFor } from '../encoding/frame.ts';
import type { Candidate, Sample, Settled } from './candidate.ts';
import type { Split } from './folds.ts';
import { meanLoss, rowLoss } from './loss.ts';

/** A candidate that was tried on all splits, or dropped after the first. */
export interface Contender {
  name: string;
  settled: Settled;
  /** Splits that it was tried on, from the first. */
  tried: number;
  /** Mean loss over the held rows of those splits. */
  loss: number;
  seconds: number;
  /** Given up for want of time, not for its losses. */
  isCutShort: boolean;
}

export interface Search {
  samples: readonly Sample[];
  candidates: readonly Candidate[];
  /** After this moment (milliseconds of the clock) no further candidate is begun. */
  deadline: number;
  onTried(contender: Contender, done: number): Promise<void>;
}

/** After so many splits a candidate must have kept up to be tried on the others. */
const checkpoints: ReadonlySet<number> = new Set([1, 3]);

/** Losses this much above the best's are lost for sure, when they are also beyond two standard errors. */
const slack = 0.04;

/** The samples of the splits, target encoders fitted on each split's own training rows. */
export function makeSamples(
  frame: Frame,
  splits: readonly Split[],
  seed: number,
  deadline: number,
  pause: () => Promise<void>,
): Sample[] {
  return splits.map(({ train, held }, split) => ({
    encoded: encodeFor(frame, train, seed + split),
    labels: frame.labels,
    train,
    held,
    seed: seed + split,
    deadline,
    pause,
  }));
}

/** Tries the candidates in order; the first always on all splits, later ones only as long as they keep up. */
export async function searchCandidates(search: Search): Promise<Contender[]> {
  const contenders: Contender[] = [];
  for (const [index, candidate] of search.candidates.entries()) {
    if (contenders.length > 0 && performance.now() > search.deadline) break;
    const contender = await tryCandidate(candidate, search, contenders);
    contenders.push(contender);
    await search.onTried(contender, (index + 1) / search.candidates.length);
  }
  return contenders;
}

async function tryCandidate(
  candidate: Candidate,
  { samples, deadline }: Search,
  others: readonly Contender[],
): Promise<Contender> {
  const started = performance.now();
  const run = candidate.start();
  const finish = (settled: Settled, tried: number, isCutShort: boolean): Contender => ({
    isCutShort,
    name: candidate.name,
    settled,
    tried,
    loss: pooledLoss(samples, settled, tried),
    seconds: (performance.now() - started) / 1000,
  });
  for (const [index, sample] of samples.entries()) {
    await run.add(sample);
    const tried = index + 1;
    if (tried === samples.length || others.length === 0) continue;
    const spent = performance.now() - started;
    const isTooSlow = performance.now() + (spent / tried) * (samples.length - tried) > deadline;
    const keepsUp = () => !checkpoints.has(tried) || isClose(samples, run.settle(), others, tried);
    if (isTooSlow || !keepsUp()) return finish(run.settle(), tried, isTooSlow);
  }
  return finish(run.settle(), samples.length, performance.now() > deadline);
}

/** Whether a candidate's losses, row by row, could still be as low as those of the best so far. */
function isClose(samples: readonly Sample[], settled: Settled, others: readonly Contender[], tried: number): boolean {
  const rivals = others.filter((other) => other.tried >= tried);
  const best = rivals.reduce((a, b) => (a.loss <= b.loss ? a : b));
  let [count, sum, squares, rivalSum] = [0, 0, 0, 0];
  for (let split = 0; split < tried; split++) {
    const { labels, held } = samples[split];
    for (const [index, row] of held.entries()) {
      const rival = rowLoss(labels, row, best.settled.held[split], index);
      const difference = rowLoss(labels, row, settled.held[split], index) - rival;
      count += 1;
      sum += difference;
      squares += difference ** 2;
      rivalSum += rival;
    }
  }
  const error = Math.sqrt(Math.max(0, squares - sum ** 2 / count));
  return sum <= slack * rivalSum + 2 * error;
}

function pooledLoss(samples: readonly Sample[], { held }: Settled, splits: number): number {
  let total = 0;
  let rows = 0;
  for (let split = 0; split < splits; split++) {
    const { labels, held: heldRows } = samples[split];
    total += meanLoss(labels, heldRows, held[split]) * heldRows.length;
    rows += heldRows.length;
  }
  return total / rows;
}
