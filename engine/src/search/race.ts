import type { Candidate, CandidateRun, CvResult, Split } from '../learners/contract.ts';
import { joinPredictions, validationRows } from '../learners/make-splits.ts';
import { compareLosses, totalLoss } from '../metrics/loss.ts';
import { weighMembers } from './ensemble.ts';

/** A candidate that was tried on all splits, or dropped before the last one. */
export interface Contender {
  name: string;
  result: CvResult;
  /** Number of splits that it was tried on, from the first. */
  tried: number;
  /** Mean loss over the validation rows of those splits. */
  loss: number;
  seconds: number;
  /** Whether it was dropped for lack of time, not for its losses. */
  isCutShort: boolean;
}

export interface Race {
  splits: readonly Split[];
  candidates: readonly Candidate[];
  /** Moment (milliseconds of the clock) after which no fit starts, except the very first. */
  deadline: number;
  /** Milliseconds that the very first fit may take, however late it is. */
  leastMilliseconds: number;
  /** Milliseconds for each first fit, where the race is where time is short. Default: a share of the time left. */
  fitMilliseconds?: number;
  onTried(contender: Contender, done: number): Promise<void>;
}

export interface RaceResult {
  contenders: Contender[];
  /** Number of splits that the survivors were tried on: all of them, unless time ran out. */
  splitCount: number;
  isCutShort: boolean;
}

interface Racer {
  name: string;
  run: CandidateRun;
  tried: number;
  seconds: number;
  isCutShort: boolean;
}

/** Losers are dropped after these numbers of splits. */
const checkpoints = [1, 3, 6];
/** A candidate is dropped when its loss exceeds the best by this share and by two standard errors. */
const slack = 0.04;
/** From this many validation rows on, candidates that add nothing to an ensemble are dropped too. */
const enoughRows = 200;
/** Number of the best candidates that stay in the race, whatever their ensemble weight. */
const sureToStay = 3;
/** Number of the best candidates that should be tried on more than one split even when time is short. */
const wantedWhenShort = 3;
/** Share of the time left for a first fit, so that one slow candidate does not leave nothing to compare. */
const firstFitShare = 0.4;
/**
 * Figures and bounds are only as good as the rows they come from, so this many held-out rows (or all) are worth more than
 * further kinds of candidates: first fits end after a share of the time, and fewer candidates go on.
 */
const wantedRows = 1000;
const firstFitsShare = 0.4;

/** Tries all candidates on the first split, and the survivors on more and more splits. */
export async function raceCandidates(race: Race): Promise<RaceResult> {
  const { splits, candidates, deadline } = race;
  const all: Racer[] = candidates.map(({ name, start }) => ({
    name,
    run: start(),
    tried: 0,
    seconds: 0,
    isCutShort: false,
  }));
  const finished = new Map<Racer, Contender>();
  let racing = all;
  let splitCount = splits.length;
  const wanted = splitsToHold(splits, splits[0].labels.values.length);
  const started = performance.now();
  const firstFitsEnd = wanted > 1 ? started + (deadline - started) * firstFitsShare : deadline;
  for (const stage of [...checkpoints.filter((checkpoint) => checkpoint < splits.length), splits.length]) {
    const end = stage === checkpoints[0] ? firstFitsEnd : deadline;
    for (const racer of racing) {
      await advance(racer, { ...race, deadline: end }, Math.min(stage, splitCount));
      if (racer.tried === 0) continue;
      const contender = settle(racer, splits);
      finished.set(racer, contender);
      await race.onTried(contender, shareDone(all, racing, splitCount));
    }
    const ranked = racing.filter((racer) => racer.tried > 0).sort((a, b) => lossOf(finished, a) - lossOf(finished, b));
    racing = dropLosers(ranked, finished, splits);
    // The number is estimated again each time, because first fits are slower than later ones.
    splitCount = affordableSplits(racing, splits.length, wanted, deadline);
    racing = dropUnaffordable(racing, splitCount, deadline);
    if (racing[0].tried >= splitCount) break;
  }
  splitCount = Math.min(splitCount, ...racing.slice(0, 1).map(({ tried }) => tried));
  for (const racer of all.filter(({ tried }) => tried === 0)) {
    await tryLate(racer, race, splitCount, finished.get(racing[0]));
    if (racer.tried === 0) continue;
    const contender = settle(racer, splits);
    finished.set(racer, contender);
    await race.onTried(contender, 1);
  }
  const contenders = all.flatMap((racer) => finished.get(racer) ?? []);
  const isCutShort = splitCount < splits.length || all.some((racer) => racer.tried === 0 || racer.isCutShort);
  return { contenders, splitCount, isCutShort };
}

/** Tries a candidate that had no turn, in the time that the others left: on all their splits if it may win or help. */
async function tryLate(racer: Racer, race: Race, splitCount: number, best: Contender | undefined): Promise<void> {
  racer.isCutShort = false;
  await advance(racer, race, 1);
  if (racer.tried === 0 || !best) return;
  const [first] = race.splits;
  const own = racer.run.result().predictions[0];
  const [leading] = best.result.predictions;
  const { excess, error } = compareLosses(first.labels, first.validation, own, leading);
  if (excess > slack * totalLoss(first.labels, first.validation, leading) + 2 * error) return;
  if (performance.now() + 1000 * racer.seconds * (splitCount - 1) > race.deadline) racer.isCutShort = true;
  else await advance(racer, race, splitCount);
}

/** Returns the share of the fits that are wanted; who left the race had some, and gets no more. */
function shareDone(all: readonly Racer[], racing: readonly Racer[], splitCount: number): number {
  const triedBy = ({ tried }: Racer) => Math.min(tried, splitCount);
  const wantedOf = (racer: Racer) => (racing.includes(racer) ? splitCount : triedBy(racer));
  const total = (fits: (racer: Racer) => number) => all.reduce((sum, racer) => sum + fits(racer), 0);
  return total(triedBy) / total(wantedOf);
}

function lossOf(finished: ReadonlyMap<Racer, Contender>, racer: Racer): number {
  return finished.get(racer)?.loss ?? Number.POSITIVE_INFINITY;
}

/** Fits on splits up to `stage`, while time lasts. The very first fit of a race always happens. */
async function advance(racer: Racer, race: Race, stage: number): Promise<void> {
  const { splits, deadline, candidates } = race;
  const isFirst = racer.name === candidates[0].name && racer.tried === 0;
  while (racer.tried < stage) {
    const now = performance.now();
    const expected = racer.tried === 0 ? 0 : (1000 * racer.seconds) / racer.tried;
    if (!isFirst && now + expected > deadline) {
      racer.isCutShort = true;
      return;
    }
    const least = isFirst ? race.leastMilliseconds : 0;
    const usual = race.fitMilliseconds ?? (deadline - now) * firstFitShare;
    const fitDeadline = racer.tried === 0 ? now + Math.max(least, usual) : deadline;
    await racer.run.add({ ...splits[racer.tried], deadline: fitDeadline });
    if (performance.now() > fitDeadline) racer.isCutShort = true;
    racer.seconds += (performance.now() - now) / 1000;
    racer.tried += 1;
  }
}

function settle({ name, run, tried, seconds, isCutShort }: Racer, splits: readonly Split[]): Contender {
  const result = run.result();
  const rows = validationRows(splits.slice(0, tried));
  const loss = totalLoss(splits[0].labels, rows, joinPredictions(result.predictions)) / rows.length;
  return { name, result, tried, loss, seconds, isCutShort };
}

/** Keeps candidates that may still win or help, best first, judged row by row on the splits that all have tried. */
function dropLosers(
  ranked: readonly Racer[],
  finished: ReadonlyMap<Racer, Contender>,
  splits: readonly Split[],
): Racer[] {
  const tried = ranked[0].tried;
  const rows = validationRows(splits.slice(0, tried));
  const { labels } = splits[0];
  const level = ranked.filter((racer) => racer.tried === tried);
  const members = level.map((racer) => ({
    name: racer.name,
    predictions: joinPredictions(finished.get(racer)?.result.predictions ?? []),
  }));
  const best = totalLoss(labels, rows, members[0].predictions);
  const weights = weighMembers(labels, rows, members);
  return level.filter((_, place) => {
    const { excess, error } = compareLosses(labels, rows, members[place].predictions, members[0].predictions);
    if (excess > slack * best + 2 * error) return weights[place] > 0.1;
    return rows.length < enoughRows || place < sureToStay || weights[place] > 0 || excess <= error;
  });
}

/** Returns the number of splits that hold out the rows that figures need. */
export function splitsToHold(splits: readonly Pick<Split, 'validation'>[], rowCount: number): number {
  const needed = Math.min(wantedRows, rowCount);
  let held = 0;
  const last = splits.findIndex(({ validation }) => {
    held += validation.length;
    return held >= needed;
  });
  return last < 0 ? splits.length : last + 1;
}

/**
 * Returns the number of splits that the time left allows for the best candidates, at least those already tried; for
 * fewer of these where they could not all be tried on the `wanted` splits.
 */
function affordableSplits(racing: readonly Racer[], splitCount: number, wanted: number, deadline: number): number {
  const [{ tried }] = racing;
  const left = (deadline - performance.now()) / 1000;
  const affordable = (count: number) => {
    const cost = racing.slice(0, count).reduce((sum, { seconds }) => sum + seconds / tried, 0);
    return Math.min(splitCount, tried + Math.max(0, Math.floor(left / cost)));
  };
  let count = wantedWhenShort;
  while (count > 1 && affordable(count) < wanted) count -= 1;
  return affordable(count);
}

/** Drops the last candidates that cannot be tried on all splits in the time left; the best always stays. */
function dropUnaffordable(racing: readonly Racer[], splitCount: number, deadline: number): Racer[] {
  let left = (deadline - performance.now()) / 1000;
  return racing.filter((racer, place) => {
    const cost = (racer.seconds / racer.tried) * (splitCount - racer.tried);
    if (place > 0 && cost > left) {
      racer.isCutShort = true;
      return false;
    }
    left -= cost;
    return true;
  });
}
