import { type BacktestSettings, type Fits, soundPath } from './backtest/backtest.ts';
import { combinePaths } from './backtest/weights.ts';
import { applyEffect, effectsOf, weighInputs, withoutEffects } from './inputs/fit-with-inputs.ts';
import type { GatheredInputs } from './inputs/gather-inputs.ts';
import { plainInput, type ServedInputs } from './inputs/served-inputs.ts';
import type { ChosenInputs } from './inputs/ways.ts';
import { fitMethods } from './methods/fit-all.ts';

interface Known {
  /** Without gaps, in units of their size. */
  histories: readonly Float64Array[];
  units: readonly number[];
  latest: readonly Fits[];
  /** Weights of the methods by series. */
  weights: readonly (readonly number[])[];
  gathered: GatheredInputs;
  chosen: ChosenInputs | undefined;
}

/** What a forecast answers with: its paths, without the effects of inputs that come with the questions. */
export interface Served {
  paths: Float64Array;
  inputs: ServedInputs | null;
}

/** Fits the methods again on all values, and continues each series by `settings.limit` steps. */
export async function serveForecast(
  known: Known,
  settings: BacktestSettings & { limit: number },
  pause: (done: number) => Promise<void>,
): Promise<Served> {
  const { units, chosen } = known;
  const { limit } = settings;
  if (!chosen) {
    const fitted = await fitAgain(known, settings, pause);
    return { paths: joinPaths(continueAll(known.histories, fitted, known.weights, limit), units), inputs: null };
  }
  const { form, series } = chosen;
  const own = await weighInputs(known.histories, chosen, settings.season, () => pause(0));
  const effects = series.map((inputs, index) => effectsOf(inputs, own[index]));
  const plain = known.histories.map((history, index) => withoutEffects(history, form, effects[index]));
  const paths = continueAll(plain, await fitMethods(plain, settings, pause), known.weights, limit);
  const settled = paths.map((path, index) => addHolidays(path, known, own[index], index));
  return { paths: joinPaths(settled, units), inputs: serveInputs(known, own, limit) };
}

/** Holidays to come are known now. */
function addHolidays(path: Float64Array, known: Known, weights: Float64Array, index: number): Float64Array {
  const { gathered, chosen, histories } = known;
  if (!chosen?.areHolidaysUsed || !gathered.holidays) return path;
  const inputs = gathered.holidays.series[index];
  const effects = effectsOf(inputs, weights.subarray(weights.length - inputs.width)).subarray(histories[index].length);
  return path.map((value, step) => applyEffect(chosen.form, value, effects[step], 1));
}

function serveInputs(known: Known, weights: readonly Float64Array[], limit: number): ServedInputs | null {
  const { chosen, histories, units } = known;
  if (!chosen?.known) return null;
  const { inputs, series } = chosen.known;
  const { width } = series[0];
  const [joined, ahead] = [new Float64Array(series.length * width), new Float64Array(series.length * limit * width)];
  for (const [index, own] of series.entries()) {
    const unit = chosen.form === 'added' ? units[index] : 1;
    joined.set(
      weights[index].subarray(0, width).map((weight) => weight * unit),
      index * width,
    );
    ahead.set(own.cells.subarray(histories[index].length * width), index * limit * width);
  }
  return { columns: inputs.map(plainInput), form: chosen.form, weights: joined, ahead };
}

/** Where fits are short, only series that were too short for a backtest are fitted again. */
async function fitAgain(
  { histories, latest }: Known,
  settings: BacktestSettings,
  pause: (done: number) => Promise<void>,
): Promise<Fits[]> {
  if (!settings.effort.isShort) return fitMethods(histories, settings, pause);
  const left = [...histories.keys()].filter((index) => latest[index].length === 0);
  const fitted = await fitMethods(
    left.map((index) => histories[index]),
    settings,
    pause,
  );
  const fittedNow = new Map(left.map((index, place) => [index, fitted[place]]));
  return latest.map((fits, index) => fittedNow.get(index) ?? fits);
}

function continueAll(
  histories: readonly Float64Array[],
  fitted: readonly Fits[],
  weights: readonly (readonly number[])[],
  limit: number,
): Float64Array[] {
  return histories.map((history, index) => {
    const paths = fitted[index].map((one, method) =>
      weights[index][method] > 0 ? soundPath(one, history, limit) : undefined,
    );
    return combinePaths(paths, weights[index]) ?? new Float64Array(limit).fill(history[history.length - 1]);
  });
}

function joinPaths(paths: readonly Float64Array[], units: readonly number[]): Float64Array {
  const limit = paths[0].length;
  const joined = new Float64Array(paths.length * limit);
  for (const [index, path] of paths.entries())
    joined.set(
      path.map((value) => value * units[index]),
      index * limit,
    );
  return joined;
}
