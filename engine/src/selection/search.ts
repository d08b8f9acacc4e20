import type { Frame } from '../encoding/frame.ts';
import { encodeFor } from '../encoding/frame.ts';
import type { Candidate, Sample, Settled } from './candidate.ts';
import type { Split } from './folds.ts';
import { meanLoss } from './loss.ts';

/** A candidate that was tried on all splits, or dropped after the first. */
export interface Contender {
  name: string;
  settled: Settled;
  /** Splits that it was tried on. */
  tried: number;
  /** Mean loss over the held rows of those splits. */
  loss: number;
  seconds: number;
}

export interface Search {
  samples: readonly Sample[];
  candidates: readonly Candidate[];
  /** After this moment (milliseconds of the clock) no further candidate is begun. */
  deadline: number;
  onTried(contender: Contender, done: number): Promise<void>;
}

/** A candidate this much worse than the best on the first split is not tried on the others. */
const hopeless = 1.08;
/** Races pay only where fits take time. */
const fewestRacedRows = 1500;

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
  const finish = (settled: Settled, tried: number): Contender => ({
    name: candidate.name,
    settled,
    tried,
    loss: pooledLoss(samples, settled, tried),
    seconds: (performance.now() - started) / 1000,
  });
  await run.add(samples[0]);
  const spent = performance.now() - started;
  if (samples.length === 1) return finish(run.settle(), 1);
  const isTooSlow = performance.now() + spent * (samples.length - 1) > deadline;
  if (isTooSlow && others.length > 0) return finish(run.settle(), 1);
  if (samples[0].train.length >= fewestRacedRows && others.length > 0) {
    const first = run.settle();
    const best = Math.min(...others.map(({ settled }) => pooledLoss(samples, settled, 1)));
    if (pooledLoss(samples, first, 1) > best * hopeless) return finish(first, 1);
  }
  for (const sample of samples.slice(1)) await run.add(sample);
  return finish(run.settle(), samples.length);
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
