import { fitWithInputs, type UsedInputs } from '../inputs/fit-with-inputs.ts';
import type { FitSettings } from '../methods/fit-all.ts';
import { methodNames } from '../methods/list.ts';
import type { Forecaster } from '../methods/method.ts';
import { isRareDemand } from '../methods/rare-demand.ts';
import { repeatSeason } from '../methods/seasonal-naive.ts';
import { naiveError, unitOfErrors } from './measures.ts';
import { chooseOrigins, type Origin, type OriginPlan, planOrigins } from './origins.ts';

/** The forecasts of all methods for one series from one origin. */
export interface Trial {
  /** Values that were known at the origin, of as many as the series has here. */
  known: number;
  historyLength: number;
  /** The values that followed. */
  truth: Float64Array;
  /** One path for each method, in the order of `methodNames`; undefined where a method does not apply. */
  paths: (Float64Array | undefined)[];
  /** The seasonal naive forecast: the baseline. */
  naive: Float64Array;
  /** Mean error of the seasonal naive forecast on all known values: the unit in which errors of series are compared. */
  unit: number;
  /** The same mean error over the last seasons only, because errors grow with the level of a series. */
  recentUnit: number;
  /** The series is one of rare demand, which is judged by squared errors: absolute ones prefer 0. */
  isRare: boolean;
}

export interface BacktestSettings extends FitSettings {
  horizon: number;
  /** Moment after which no further origins are tried, in milliseconds of `performance.now`. */
  deadline: number;
  /** Most origins of a series that are tried. */
  mostOrigins?: number;
  /** Where origins lie, as for the series of which these are a sample. Default: where they suit these. */
  plan?: OriginPlan;
  /** What else is known of the series, if anything is used. */
  inputs?: UsedInputs;
}

/** Fits of one series, in the order of `methodNames`. */
export type Fits = readonly (Forecaster | undefined)[];

export interface Backtest {
  trials: Trial[][];
  /** Which series are ones of rare demand. */
  areRare: boolean[];
  latest: Fits[];
  /** Origins that were tried of the longest series. */
  origins: number;
  plan: OriginPlan;
}

const recentSeasons = 3;
const fewestRecent = 12;

/** Returns the unit in which future errors are expected to stay alike. */
export function recentError(history: Float64Array, season: number): number {
  return naiveError(history, season, Math.max(recentSeasons * season, fewestRecent)) || unitOfErrors(history, season);
}

/**
 * Forecasts every series from several origins (rolling origin, expanding history). Trees learn from all series, each
 * cut at the same distance from its end. Returns the trials of each series, latest first, and the latest fits.
 */
export async function backtest(
  series: readonly Float64Array[],
  settings: BacktestSettings,
  pause: (done: number) => Promise<void>,
): Promise<Backtest> {
  const { horizon, season } = settings;
  const lengths = series.map(({ length }) => length);
  const plan = settings.plan ?? planOrigins(lengths, horizon, season);
  const origins = lengths.map((length) => chooseOrigins(length, horizon, season, plan));
  const areRare = series.map((values) => isRareDemand(values, season));
  const trials: Trial[][] = series.map(() => []);
  const latest: Fits[] = series.map(() => []);
  const longest = origins.reduce((most, { length }) => Math.max(most, length), 0);
  const most = Math.min(longest, settings.mostOrigins ?? longest);
  let first = 0;
  while (first < most && (first === 0 || performance.now() < settings.deadline)) {
    const block = series.map((_, index) => blockAt(origins[index], first));
    const size = Math.max(...block.map(({ length }) => length));
    const tried = [...block.keys()].filter((index) => block[index].length > 0);
    const histories = tried.map((index) => series[index].subarray(0, block[index][0].fitted));
    const fitted = await fitWithInputs(histories, tried, settings, (done) =>
      pause(Math.min(1, (first + size * done) / most)),
    );
    for (const [place, index] of tried.entries()) {
      const own = block[index].map((origin) => tryOrigin(series[index], origin, fitted[place], settings));
      trials[index].push(...own.map((trial) => ({ ...trial, isRare: areRare[index] })));
      if (first === 0) latest[index] = fitted[place];
    }
    first += size;
  }
  return { trials, areRare, latest, origins: first, plan };
}

/** Returns the origins that share a fit with number `first`. */
function blockAt(origins: readonly Origin[], first: number): Origin[] {
  return origins.slice(first).filter(({ fitted }) => fitted === origins[first].fitted);
}

function tryOrigin(
  values: Float64Array,
  { known }: Origin,
  forecasters: readonly (Forecaster | undefined)[],
  { season, horizon }: BacktestSettings,
): Omit<Trial, 'isRare'> {
  const history = values.subarray(0, known);
  return {
    known,
    historyLength: values.length,
    truth: values.subarray(known, known + horizon),
    paths: methodNames.map((_, method) => soundPath(forecasters[method], history, horizon)),
    naive: repeatSeason(history, season, horizon),
    unit: unitOfErrors(history, season),
    recentUnit: recentError(history, season),
  };
}

/** Returns the path, unless it left the range of numbers. */
export function soundPath(
  forecast: Forecaster | undefined,
  history: Float64Array,
  horizon: number,
): Float64Array | undefined {
  const path = forecast?.(history, horizon);
  return path?.every(Number.isFinite) ? path : undefined;
}
