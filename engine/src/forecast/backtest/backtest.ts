import { type FitSettings, fitMethods } from '../methods/fit-all.ts';
import { methodNames } from '../methods/list.ts';
import type { Forecaster } from '../methods/method.ts';
import { repeatSeason } from '../methods/seasonal-naive.ts';
import { naiveError } from './measures.ts';
import { chooseOrigins, type Origin } from './origins.ts';

/** What all methods would have said of one series, at one of its origins. */
export interface Trial {
  /** The values that really followed. */
  truth: Float64Array;
  /** A path a method in the order of `methodNames`; undefined where it does not suit. */
  paths: (Float64Array | undefined)[];
  /** What repeating the last season would have said: the baseline. */
  naive: Float64Array;
  /** Mean error of the seasonal naive forecast within all that was known: brings errors of series to one size. */
  unit: number;
  /** The same over the last seasons only: errors grow with the level of a growing series. */
  recentUnit: number;
}

export interface BacktestSettings extends FitSettings {
  horizon: number;
  /** No further moments of the past are tried after this, in the milliseconds of `performance.now`. */
  deadline: number;
}

const recentSeasons = 3;
const fewestRecent = 12;

/** The unit in which errors from here on are expected to stay alike. */
export function recentError(history: Float64Array, season: number): number {
  return naiveError(history, season, Math.max(recentSeasons * season, fewestRecent)) || naiveError(history, season);
}

/**
 * Forecasts every series from several moments of its past (rolling origin, expanding history). Trees learn from all series,
 * each cut at the same number of values before its own end. A list of trials a series, latest first.
 */
export async function backtest(
  series: readonly Float64Array[],
  settings: BacktestSettings,
  pause: (done: number) => Promise<void>,
): Promise<Trial[][]> {
  const origins = series.map((values) =>
    chooseOrigins(values.length, settings.horizon, settings.season, mostOrigins(series.length)),
  );
  const trials: Trial[][] = series.map(() => []);
  const longest = Math.max(0, ...origins.map((list) => list.length));
  for (let first = 0; first < longest && (first === 0 || performance.now() < settings.deadline); ) {
    const block = series.map((_, index) => blockAt(origins[index], first));
    const tried = [...block.keys()].filter((index) => block[index].length > 0);
    const histories = tried.map((index) => series[index].subarray(0, block[index][0].fitted));
    const fitted = await fitMethods(histories, settings, (done) => pause((first + done) / longest));
    for (const [place, index] of tried.entries())
      trials[index].push(...block[index].map((origin) => tryOrigin(series[index], origin, fitted[place], settings)));
    first += Math.max(...block.map((list) => list.length));
  }
  return trials;
}

function mostOrigins(seriesCount: number): number {
  if (seriesCount <= 20) return 9;
  return seriesCount <= 200 ? 6 : 3;
}

/** The origins that share a fit with number `first`. */
function blockAt(origins: readonly Origin[], first: number): Origin[] {
  return origins.slice(first).filter(({ fitted }) => fitted === origins[first].fitted);
}

function tryOrigin(
  values: Float64Array,
  { known }: Origin,
  forecasters: readonly (Forecaster | undefined)[],
  { season, horizon }: BacktestSettings,
): Trial {
  const history = values.subarray(0, known);
  return {
    truth: values.subarray(known, known + horizon),
    paths: methodNames.map((_, method) => soundPath(forecasters[method], history, horizon)),
    naive: repeatSeason(history, season, horizon),
    unit: naiveError(history, season),
    recentUnit: recentError(history, season),
  };
}

/** The path, unless it left the range of numbers. */
export function soundPath(
  forecast: Forecaster | undefined,
  history: Float64Array,
  horizon: number,
): Float64Array | undefined {
  const path = forecast?.(history, horizon);
  return path?.every(Number.isFinite) ? path : undefined;
}
