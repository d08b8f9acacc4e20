import type { BlendedTrial } from './blend.ts';
import { relateErrors, symmetricError } from './measures.ts';

type Errors = Record<'mase' | 'mae' | 'smape', number>;

/** Most parts of the series for standard errors. */
const mostParts = 200;

/** Figures of a backtest, with their standard errors and those of the seasonal naive forecast on the same windows. */
export interface ForecastFigures {
  accuracies: Errors;
  baseline: Errors;
  standardErrors: Partial<Errors>;
  /** MASE divided by that of the seasonal naive forecast, and its standard error: what makes times hard cancels out. */
  besideNaive: { value: number; error: number };
}

/**
 * Returns the figures of the blend in the backtest; each series counts equally, and so do its trials and steps. `mase`
 * (Hyndman & Koehler 2006) is the mean error in units of the mean error of the seasonal naive forecast within what was
 * known; constant series, which have no such unit, do not count. `units` are the sizes of the series.
 */
export function measureBlend(trials: readonly (readonly BlendedTrial[])[], units: readonly number[]): ForecastFigures {
  const own = tabulate(trials, units, 'path');
  const naive = tabulate(trials, units, 'naive');
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
    return { ...rest, beside: relateErrors(rest.mase, without(naive).mase) };
  });
  const { beside, ...standardErrors }: Partial<Errors & { beside: number }> = tries.length > 0 ? jackknife(tries) : {};
  const [accuracies, baseline] = [measure(own), measure(naive)];
  return {
    accuracies,
    baseline,
    standardErrors,
    besideNaive: { value: relateErrors(accuracies.mase, baseline.mase), error: beside ?? 0 },
  };
}

/** Returns the mean errors of each trial over its steps; `mase` is NaN of what has no unit. */
function tabulate(
  trials: readonly (readonly BlendedTrial[])[],
  units: readonly number[],
  what: 'path' | 'naive',
): Errors[][] {
  return trials.map((own, series) =>
    own.map((trial) => {
      let [absolute, symmetric] = [0, 0];
      for (const [step, value] of trial.truth.entries()) {
        absolute += Math.abs(value - trial[what][step]) / trial.truth.length;
        symmetric += symmetricError(value, trial[what][step]) / trial.truth.length;
      }
      const mase = trial.unit > 0 ? absolute / trial.unit : Number.NaN;
      return { mase, mae: absolute * units[series], smape: symmetric };
    }),
  );
}

function measure(table: readonly (readonly Errors[])[]): Errors {
  return { mase: meanOf(table, 'mase'), mae: meanOf(table, 'mae'), smape: meanOf(table, 'smape') };
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

/** Returns standard errors by the jackknife: one part of the series, or one origin, after another is left out. */
function jackknife<Name extends string>(tries: readonly Record<Name, number>[]): Record<Name, number> {
  const errorOf = (name: Name) => {
    const mean = tries.reduce((sum, one) => sum + one[name] / tries.length, 0);
    const squares = tries.reduce((sum, one) => sum + (one[name] - mean) ** 2, 0);
    return Math.sqrt(((tries.length - 1) / tries.length) * squares);
  };
  const names = Object.keys(tries[0]) as Name[];
  return Object.fromEntries(names.map((name) => [name, errorOf(name)])) as Record<Name, number>;
}
