import type { Candidate, Run, Sample, Settled } from '../learners/contract.ts';
import { heldPredictions, heldRows } from '../learners/make-splits.ts';
import { compareLosses, totalLoss } from '../metrics/loss.ts';
import { weighMembers } from './ensemble.ts';

/** A candidate that was tried on all splits of the race, or dropped before. */
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

export interface Race {
  samples: readonly Sample[];
  candidates: readonly Candidate[];
  /** After this moment (milliseconds of the clock) no further fit is begun. */
  deadline: number;
  onTried(contender: Contender, done: number): Promise<void>;
}

export interface RaceResult {
  contenders: Contender[];
  /** Splits that were tried by whoever came through: all of them, unless time ran out. */
  splits: number;
  isCutShort: boolean;
}

interface Racer {
  name: string;
  run: Run;
  tried: number;
  seconds: number;
  isCutShort: boolean;
}

/** After so many splits the losers are dropped. */
const checkpoints = [1, 3, 6];
/** Losses this much above the best's are lost for sure, when they are also beyond two standard errors. */
const slack = 0.04;
/** From so many held rows on, who adds nothing to an ensemble is dropped too. */
const tellingRows = 200;
/** Who is at least this far up stays in the race, whatever an ensemble would make of it. */
const sureToStay = 3;
/** When time is short, so many of the best should still be tried on more than one split. */
const wantedInHaste = 3;
/** Share of the time left that a first fit may take: without it one slow candidate would leave nothing to compare. */
const firstFitShare = 0.4;

/** Tries all candidates on the first split, then the ones that keep up on more and more of the others. */
export async function raceCandidates(race: Race): Promise<RaceResult> {
  const { samples, candidates, deadline } = race;
  const all: Racer[] = candidates.map(({ name, start }) => ({
    name,
    run: start(),
    tried: 0,
    seconds: 0,
    isCutShort: false,
  }));
  const count = (splits: number) => all.reduce((sum, { tried }) => sum + Math.min(tried, splits), 0);
  const finished = new Map<Racer, Contender>();
  let racing = all;
  let splits = samples.length;
  for (const stage of [...checkpoints.filter((checkpoint) => checkpoint < samples.length), samples.length]) {
    for (const racer of racing) {
      await advance(racer, race, Math.min(stage, splits));
      if (racer.tried === 0) continue;
      const contender = settle(racer, samples);
      finished.set(racer, contender);
      await race.onTried(contender, count(splits) / (racing.length * (splits - 1) + all.length));
    }
    const ranked = racing.filter((racer) => racer.tried > 0).sort((a, b) => lossOf(finished, a) - lossOf(finished, b));
    racing = dropLosers(ranked, finished, samples);
    // Anew each time: first fits are slow, and what they foretell too dark.
    splits = affordableSplits(racing, samples.length, deadline);
    racing = dropUnaffordable(racing, splits, deadline);
    if (racing[0].tried >= splits) break;
  }
  const contenders = all.flatMap((racer) => finished.get(racer) ?? []);
  splits = Math.min(splits, ...racing.slice(0, 1).map(({ tried }) => tried));
  const isCutShort = splits < samples.length || all.some((racer) => racer.tried === 0 || racer.isCutShort);
  return { contenders, splits, isCutShort };
}

function lossOf(finished: ReadonlyMap<Racer, Contender>, racer: Racer): number {
  return finished.get(racer)?.loss ?? Number.POSITIVE_INFINITY;
}

/** Fits on splits up to `stage`, as long as time lasts. The very first fit of a race always happens. */
async function advance(racer: Racer, { samples, deadline, candidates }: Race, stage: number): Promise<void> {
  const isFirst = racer.name === candidates[0].name && racer.tried === 0;
  while (racer.tried < stage) {
    const now = performance.now();
    const expected = racer.tried === 0 ? 0 : (1000 * racer.seconds) / racer.tried;
    if (!isFirst && now + expected > deadline) {
      racer.isCutShort = true;
      return;
    }
    const fitDeadline = racer.tried === 0 ? now + Math.max(0, deadline - now) * firstFitShare : deadline;
    await racer.run.add({ ...samples[racer.tried], deadline: fitDeadline });
    if (performance.now() > fitDeadline) racer.isCutShort = true;
    racer.seconds += (performance.now() - now) / 1000;
    racer.tried += 1;
  }
}

function settle({ name, run, tried, seconds, isCutShort }: Racer, samples: readonly Sample[]): Contender {
  const settled = run.settle();
  const rows = heldRows(samples.slice(0, tried));
  const loss = totalLoss(samples[0].labels, rows, heldPredictions(settled.held)) / rows.length;
  return { name, settled, tried, loss, seconds, isCutShort };
}

/** Keeps, best first, whoever may still win or help: judged by the losses row by row on the splits that all have tried. */
function dropLosers(
  ranked: readonly Racer[],
  finished: ReadonlyMap<Racer, Contender>,
  samples: readonly Sample[],
): Racer[] {
  const tried = ranked[0].tried;
  const rows = heldRows(samples.slice(0, tried));
  const { labels } = samples[0];
  const level = ranked.filter((racer) => racer.tried === tried);
  const members = level.map((racer) => ({
    name: racer.name,
    predictions: heldPredictions(finished.get(racer)?.settled.held ?? []),
  }));
  const best = totalLoss(labels, rows, members[0].predictions);
  const weights = weighMembers(labels, rows, members);
  return level.filter((_, place) => {
    const { excess, error } = compareLosses(labels, rows, members[place].predictions, members[0].predictions);
    if (excess > slack * best + 2 * error) return weights[place] > 0.1;
    return rows.length < tellingRows || place < sureToStay || weights[place] > 0 || excess <= error;
  });
}

/** How many splits the time left allows for, at least those that were tried. */
function affordableSplits(racing: readonly Racer[], splits: number, deadline: number): number {
  const [{ tried }] = racing;
  const left = (deadline - performance.now()) / 1000;
  const cost = racing.slice(0, wantedInHaste).reduce((sum, { seconds }) => sum + seconds / tried, 0);
  return Math.min(splits, tried + Math.max(0, Math.floor(left / cost)));
}

/** Leaves out the hindmost who could not be tried on all splits in the time left; the best always stays. */
function dropUnaffordable(racing: readonly Racer[], splits: number, deadline: number): Racer[] {
  let left = (deadline - performance.now()) / 1000;
  return racing.filter((racer, place) => {
    const cost = (racer.seconds / racer.tried) * (splits - racer.tried);
    if (place > 0 && cost > left) {
      racer.isCutShort = true;
      return false;
    }
    left -= cost;
    return true;
  });
}
