import { type Backtest, type BacktestSettings, backtest } from './backtest/backtest.ts';
import { type BlendedTrial, blendMethods } from './backtest/blend.ts';
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
  /** Every way that was tried. */
  tried: readonly TriedInputs[];
  chosen: ChosenInputs | undefined;
  result: Backtest;
}

/** Share by which inputs must lower the errors of forecasts of the past. */
const leastGain = 0.005;

/** Backtests without inputs and with them, and keeps the use of inputs under which forecasts of the past err least. */
export async function chooseInputs(
  histories: readonly Float64Array[],
  gathered: GatheredInputs,
  settings: BacktestSettings,
  pause: (done: number) => Promise<void>,
): Promise<InputSearch> {
  const result = await backtest(histories, settings, pause);
  const plain = blendMethods(result.trials).trials;
  const ways = listWays(histories, gathered);
  let best: InputSearch = { tried: [], chosen: undefined, result };
  let least = 1 - leastGain;
  const tried: TriedInputs[] = [];
  for (const chosen of ways) {
    const found = await backtest(histories, { ...settings, inputs: chosen }, pause);
    const error = compare(blendMethods(found.trials).trials, plain);
    tried.push({ chosen, error });
    if (error < least) [best, least] = [{ tried, chosen, result: found }, error];
  }
  return { ...best, tried };
}

function listWays(histories: readonly Float64Array[], { known, holidays }: GatheredInputs): ChosenInputs[] {
  const isPositive = histories.every((values) => values.every((value) => value > 0));
  const forms = isPositive ? inputForms : inputForms.slice(0, 1);
  const sources = [
    known && { series: known.series, isKnownUsed: true, areHolidaysUsed: false },
    holidays && { series: holidays.series, isKnownUsed: false, areHolidaysUsed: true },
    known &&
      holidays && {
        series: known.series.map((own, index) => joinInputs(own, holidays.series[index])),
        isKnownUsed: true,
        areHolidaysUsed: true,
      },
  ].filter((source) => source !== undefined);
  return sources.flatMap((source) => forms.map((form) => ({ ...source, form })));
}

/** Returns the mean scaled error beside that of the other blend, over the trials that both have. */
function compare(own: readonly (readonly BlendedTrial[])[], other: readonly (readonly BlendedTrial[])[]): number {
  let [sum, beside] = [0, 0];
  for (const [series, trials] of own.entries())
    for (const trial of trials) {
      const twin = other[series].find(({ known }) => known === trial.known);
      if (!twin || !(trial.unit > 0)) continue;
      sum += meanError(trial) / trial.unit;
      beside += meanError(twin) / trial.unit;
    }
  return beside > 0 ? sum / beside : 1;
}

function meanError({ path, truth }: BlendedTrial): number {
  return truth.reduce((sum, value, step) => sum + Math.abs(value - path[step]) / truth.length, 0);
}
