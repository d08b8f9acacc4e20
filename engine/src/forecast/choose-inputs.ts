import { once } from '../once.ts';
import { type Backtest, type BacktestSettings, backtest } from './backtest/backtest.ts';
import { type BlendedTrial, blendMethods } from './backtest/blend.ts';
import { lossOf } from './backtest/measure-blend.ts';
import { inputForms, type UsedInputs } from './inputs/fit-with-inputs.ts';
import type { GatheredInputs } from './inputs/gather-inputs.ts';
import { joinInputs } from './inputs/series-inputs.ts';

/** Which inputs a forecast uses, and how. */
export interface ChosenInputs extends UsedInputs {
  isKnownUsed: boolean;
  areHolidaysUsed: boolean;
}

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

/** Share by which inputs must lower the errors of forecasts of the past. */
const leastGain = 0.005;

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
  const ways = listWays(histories, gathered);
  const runs = 1 + ways.length;
  const pauseIn = (run: number) => (done: number) => pause((run + done) / runs);
  const now = performance.now();
  const deadline = now + (settings.deadline - now) / runs;
  const result = await backtest(histories, { ...settings, deadline }, pauseIn(0));
  const plain = blendMethods(result.trials).trials;
  let best: Pick<InputSearch, 'chosen' | 'result'> = { chosen: undefined, result };
  let least = 1 - leastGain;
  const tried: TriedInputs[] = [];
  for (const [index, way] of ways.entries()) {
    if (performance.now() >= settings.deadline) break;
    const chosen = way();
    const own = { ...settings, inputs: chosen, mostOrigins: result.origins };
    const found = await backtest(histories, own, pauseIn(index + 1));
    if (found.origins < result.origins) break;
    const error = compareTrials(blendMethods(found.trials).trials, plain);
    tried.push({ chosen, error });
    if (error < least) [best, least] = [{ chosen, result: found }, error];
  }
  return { ...best, tried, untried: ways.length - tried.length };
}

/** Inputs of several kinds are put together when they are tried: they are as large as all of them. */
function listWays(histories: readonly Float64Array[], { known, holidays }: GatheredInputs): (() => ChosenInputs)[] {
  const isPositive = histories.every((values) => values.every((value) => value > 0));
  const forms = isPositive ? inputForms : inputForms.slice(0, 1);
  const sources = [
    known && { seriesOf: () => known.series, isKnownUsed: true, areHolidaysUsed: false },
    holidays && { seriesOf: () => holidays.series, isKnownUsed: false, areHolidaysUsed: true },
    known &&
      holidays && {
        seriesOf: once(() => known.series.map((own, index) => joinInputs(own, holidays.series[index]))),
        isKnownUsed: true,
        areHolidaysUsed: true,
      },
  ].filter((source) => source !== undefined);
  return sources.flatMap(({ seriesOf, ...source }) =>
    forms.map((form) => () => ({ ...source, form, series: seriesOf() })),
  );
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
