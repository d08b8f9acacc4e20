import { type Backtest, type BacktestSettings, backtest, type Trial } from './backtest/backtest.ts';
import { type BlendedTrial, blendMethods } from './backtest/blend.ts';
import { lossOf } from './backtest/measure-blend.ts';
import { bendPlaced } from './inputs/bend-inputs.ts';
import type { GatheredInputs } from './inputs/gather-inputs.ts';
import { bendsTell } from './inputs/tell-bends.ts';
import { type ChosenInputs, listWays } from './inputs/ways.ts';

/** A way to use inputs, and the mean error with it where that without any is 1. */
export interface TriedInputs {
  chosen: ChosenInputs;
  error: number;
}

export interface InputSearch {
  /** The ways that were tried from as many origins as that without inputs. */
  tried: readonly TriedInputs[];
  /** Number of ways for which there was no time. */
  untried: number;
  chosen: ChosenInputs | undefined;
  result: Backtest;
}

interface TriedWay extends TriedInputs {
  found: Backtest;
}

/** Share by which inputs must lower the errors of forecasts of the past. */
const leastGain = 0.005;
/** Of more series, a sample of this many decides how inputs are used: each way costs as much as the forecast without any. */
const mostDeciding = 100;

/**
 * Backtests without inputs and with them, and keeps the use of inputs under which forecasts of the past err least. All of
 * them share the time until the deadline; only what was tried from the same origins is compared.
 */
export async function chooseInputs(
  histories: readonly Float64Array[],
  gathered: GatheredInputs,
  settings: BacktestSettings,
  pause: (done: number) => Promise<void>,
): Promise<InputSearch> {
  const places = chooseDeciding(histories.length);
  const ways = listWays(histories, {
    ...gathered,
    canBend: await mayBend(histories, gathered, places, settings.season, () => pause(0)),
  });
  const share = places.length / histories.length;
  const isSampled = share < 1 && ways.length > 0;
  const runs = 1 + ways.length * share + Number(isSampled);
  const now = performance.now();
  const until = (run: number) => now + (run / runs) * (settings.deadline - now);
  const pauseIn = (first: number, size: number) => (done: number) => pause((first + size * done) / runs);
  const result = await backtest(histories, { ...settings, deadline: until(1) }, pauseIn(0, 1));
  const rest = { ...settings, mostOrigins: result.origins, plan: result.plan };
  const tried = await tryWays(
    ways,
    { histories, places, trials: result.trials },
    { ...rest, deadline: until(isSampled ? runs - 1 : runs) },
    (way) => pauseIn(1 + way * share, share),
  );
  const none = { tried, untried: ways.length - tried.length, chosen: undefined, result };
  const best = tried.toSorted((a, b) => a.error - b.error).at(0);
  if (!best || best.error >= 1 - leastGain) return none;
  const { chosen } = best;
  if (!isSampled) return { ...none, chosen, result: best.found };
  const found = await backtest(histories, { ...rest, inputs: chosen }, pauseIn(runs - 1, 1));
  if (found.origins === result.origins) return { ...none, chosen, result: found };
  return { ...none, tried: tried.filter((one) => one !== best), untried: none.untried + 1 };
}

/** Evenly over all series. */
function chooseDeciding(count: number): number[] {
  const chosen = Math.min(count, mostDeciding);
  return Array.from({ length: chosen }, (_, place) => Math.floor((place * count) / chosen));
}

async function mayBend(
  histories: readonly Float64Array[],
  { known, canBend }: GatheredInputs,
  places: readonly number[],
  season: number,
  pause: () => Promise<void>,
): Promise<boolean> {
  if (!known || !canBend) return false;
  const straight = { ...known, series: places.map((place) => known.series[place]) };
  const some = places.map((place) => histories[place]);
  return bendsTell(some, straight, bendPlaced(straight), season, pause);
}

interface Deciding {
  histories: readonly Float64Array[];
  /** Which of them decide. */
  places: readonly number[];
  /** Of all series, without inputs. */
  trials: readonly Trial[][];
}

async function tryWays(
  ways: readonly (() => ChosenInputs)[],
  { histories, places, trials }: Deciding,
  settings: BacktestSettings,
  pauseIn: (way: number) => (done: number) => Promise<void>,
): Promise<TriedWay[]> {
  const sample = places.map((place) => histories[place]);
  const plain = blendMethods(places.map((place) => trials[place])).trials;
  const tried: TriedWay[] = [];
  for (const [index, way] of ways.entries()) {
    if (performance.now() >= settings.deadline) break;
    const chosen = way();
    const inputs = { ...chosen, series: places.map((place) => chosen.series[place]) };
    const found = await backtest(sample, { ...settings, inputs }, pauseIn(index));
    if (found.origins < (settings.mostOrigins ?? 0)) break;
    tried.push({ chosen, found, error: compareTrials(blendMethods(found.trials).trials, plain) });
  }
  return tried;
}

/** Returns the mean loss beside that of the other blend, over the trials that both have. */
export function compareTrials(
  own: readonly (readonly BlendedTrial[])[],
  other: readonly (readonly BlendedTrial[])[],
): number {
  let [sum, beside] = [0, 0];
  for (const [series, trials] of own.entries())
    for (const trial of trials) {
      const twin = other[series].find(({ known }) => known === trial.known);
      if (!twin || !(trial.unit > 0)) continue;
      sum += lossOf(trial, trial.path);
      beside += lossOf(twin, twin.path);
    }
  return beside > 0 ? sum / beside : 1;
}
