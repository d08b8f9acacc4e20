import { studentQuantile } from '../../numerics/student.ts';
import type { BlendedTrial } from './blend.ts';
import { relateErrors, symmetricError } from './measures.ts';

/** `loss` is the scaled error, squared where demand is rare. */
type Errors = Record<'mase' | 'mae' | 'smape' | 'loss', number>;
type Figures = Omit<Errors, 'loss'>;

/** Standard error of what the level of today adds to the error, as a share of it: how errors grow with it is a guess. */
const doubtOfLevel = 0.5;

/** Most parts of the series for standard errors. */
const mostParts = 200;

/** Figures of a backtest, with their standard errors and those of the seasonal naive forecast on the same windows. */
export interface ForecastFigures {
  accuracies: Figures;
  baseline: Figures;
  standardErrors: Partial<Figures>;
  /** The loss divided by that of the seasonal naive forecast, and its standard error: what makes times hard cancels out. */
  besideNaive: { value: number; error: number };
}

/**
 * Returns the figures of the blend in the backtest; each series counts equally, and so do its trials and steps. `mase`
 * (Hyndman & Koehler 2006) is the mean error in units of the mean error of the seasonal naive forecast within what was
 * known; constant series, which have no such unit, do not count. `units` are the sizes of the series, `levels` say how much
 * larger errors would be at the level of today, which `mae` is told at.
 */
export function measureBlend(
  trials: readonly (readonly BlendedTrial[])[],
  units: readonly number[],
  levels: readonly (readonly number[])[],
): ForecastFigures {
  const own = tabulate(trials, units, levels, 'path');
  const naive = tabulate(trials, units, levels, 'naive');
  const moments = Math.max(0, ...trials.map(({ length }) => length));
  const bySeries = trials.length > moments;
  const parts = bySeries ? Math.min(trials.length, mostParts) : moments;
  const tries = Array.from({ length: parts > 1 ? parts : 0 }, (_, part) => {
    const without = (table: readonly (readonly Errors[])[]) =>
      measure(
        bySeries
          ? table.filter((__, series) => series % parts !== part)
          : table.map((list) => list.filter((__, place) => place !== part)),
      );
    const rest = without(own);
    return { ...rest, beside: relateErrors(rest.loss, without(naive).loss) };
  });
  const {
    beside,
    loss: _,
    ...standardErrors
  }: Partial<Errors & { beside: number }> = tries.length > 0
    ? jackknife(tries, bySeries ? 1 : stretchFor(trials, moments))
    : {};
  const [{ loss, ...accuracies }, { loss: naiveLoss, ...baseline }] = [measure(own), measure(naive)];
  if (standardErrors.mae !== undefined)
    standardErrors.mae = Math.hypot(
      standardErrors.mae,
      doubtOfLevel * (accuracies.mae - measure(tabulate(trials, units, null, 'path')).mae),
    );
  return {
    accuracies,
    baseline,
    standardErrors,
    besideNaive: { value: relateErrors(loss, naiveLoss), error: beside ?? 0 },
  };
}

/** Returns the mean errors of each trial over its steps; `mase` is NaN of what has no unit. */
function tabulate(
  trials: readonly (readonly BlendedTrial[])[],
  units: readonly number[],
  levels: readonly (readonly number[])[] | null,
  what: 'path' | 'naive',
): Errors[][] {
  return trials.map((own, series) =>
    own.map((trial, place) => {
      let [absolute, symmetric] = [0, 0];
      for (const [step, value] of trial.truth.entries()) {
        absolute += Math.abs(value - trial[what][step]) / trial.truth.length;
        symmetric += symmetricError(value, trial[what][step]) / trial.truth.length;
      }
      const mase = trial.unit > 0 ? absolute / trial.unit : Number.NaN;
      return {
        mase,
        mae: absolute * units[series] * (levels?.[series][place] ?? 1),
        smape: symmetric,
        loss: lossOf(trial, trial[what]),
      };
    }),
  );
}

/** Returns the mean scaled error of a path, squared where demand is rare; NaN of what has no unit. */
export function lossOf({ truth, unit, isRare }: BlendedTrial, path: Float64Array): number {
  if (!(unit > 0)) return Number.NaN;
  const power = isRare ? 2 : 1;
  return truth.reduce((sum, value, step) => sum + Math.abs((value - path[step]) / unit) ** power, 0) / truth.length;
}

function measure(table: readonly (readonly Errors[])[]): Errors {
  return {
    mase: meanOf(table, 'mase'),
    mae: meanOf(table, 'mae'),
    smape: meanOf(table, 'smape'),
    loss: meanOf(table, 'loss'),
  };
}

/** The mean over series of the mean over trials; 0 of none. */
function meanOf(table: readonly (readonly Errors[])[], name: keyof Errors): number {
  let [sum, count] = [0, 0];
  for (const own of table) {
    const known = own.filter((trial) => !Number.isNaN(trial[name]));
    if (known.length === 0) continue;
    sum += known.reduce((all, trial) => all + trial[name], 0) / known.length;
    count += 1;
  }
  return count > 0 ? sum / count : 0;
}

/** How many standard errors hold 95 % of a normal distribution. */
const usualErrors = 1.96;
const fewestFreedom = 2;

/**
 * Returns by how much standard errors from `moments` origins are larger than their spread says: errors of forecasts that
 * overlap are alike as far as they do, and few origins do not show the spread well (Student's distribution).
 */
function stretchFor(trials: readonly (readonly BlendedTrial[])[], moments: number): number {
  const longest = trials.find(({ length }) => length === moments) ?? [];
  const stride = longest.length > 1 ? longest[0].known - longest[1].known : 1;
  let alike = 1;
  for (let lag = stride; lag < longest[0].truth.length; lag += stride) alike += 2 * (1 - lag / longest[0].truth.length);
  return Math.sqrt(alike) * (studentQuantile(0.95, Math.max(fewestFreedom, moments - 1)) / usualErrors);
}

/**
 * Returns standard errors by the jackknife: one part of the series, or one origin, after another is left out. They are
 * `stretch` times as large as parts that know nothing of each other would have them.
 */
function jackknife<Name extends string>(tries: readonly Record<Name, number>[], stretch: number): Record<Name, number> {
  const errorOf = (name: Name) => {
    const mean = tries.reduce((sum, one) => sum + one[name] / tries.length, 0);
    const squares = tries.reduce((sum, one) => sum + (one[name] - mean) ** 2, 0);
    return stretch * Math.sqrt(((tries.length - 1) / tries.length) * squares);
  };
  const names = Object.keys(tries[0]) as Name[];
  return Object.fromEntries(names.map((name) => [name, errorOf(name)])) as Record<Name, number>;
}
