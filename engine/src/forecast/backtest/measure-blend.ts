import type { BlendedTrial } from './blend.ts';
import { relateErrors, symmetricError } from './measures.ts';

type Errors = Record<'mase' | 'mae' | 'smape', number>;

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
  const accuracies = measure(trials, units, 'path');
  const baseline = measure(trials, units, 'naive');
  const moments = Math.max(0, ...trials.map(({ length }) => length));
  const bySeries = trials.length > moments;
  const parts = bySeries ? trials.length : moments;
  const tries = Array.from({ length: parts > 1 ? parts : 0 }, (_, part) => {
    const rest = trials.map((list, series) => list.filter((__, place) => part !== (bySeries ? series : place)));
    const own = measure(rest, units, 'path');
    return { ...own, beside: relateErrors(own.mase, measure(rest, units, 'naive').mase) };
  });
  const { beside, ...standardErrors }: Partial<Errors & { beside: number }> = tries.length > 0 ? jackknife(tries) : {};
  return {
    accuracies,
    baseline,
    standardErrors,
    besideNaive: { value: relateErrors(accuracies.mase, baseline.mase), error: beside ?? 0 },
  };
}

function measure(
  trials: readonly (readonly BlendedTrial[])[],
  units: readonly number[],
  what: 'path' | 'naive',
): Errors {
  const scaled = trials.map((own) => own.filter(({ unit }) => unit > 0));
  return {
    mase: meanOf(scaled, ({ unit }, error) => error / unit, what),
    mae: meanOf(trials, (_, error, __, series) => error * units[series], what),
    smape: meanOf(trials, (trial, _, step) => symmetricError(trial.truth[step], trial[what][step]), what),
  };
}

/** The mean over series of the mean over trials and steps; 0 of none. */
function meanOf(
  trials: readonly (readonly BlendedTrial[])[],
  figureOf: (trial: BlendedTrial, error: number, step: number, series: number) => number,
  what: 'path' | 'naive',
): number {
  const tested = [...trials.keys()].filter((index) => trials[index].length > 0);
  let sum = 0;
  for (const series of tested)
    for (const trial of trials[series]) {
      const share = 1 / (tested.length * trials[series].length * trial.truth.length);
      for (const [step, value] of trial.truth.entries())
        sum += share * figureOf(trial, Math.abs(value - trial[what][step]), step, series);
    }
  return sum;
}

/** Returns standard errors by the jackknife: one series, or one origin, after another is left out. */
function jackknife<Name extends string>(tries: readonly Record<Name, number>[]): Record<Name, number> {
  const errorOf = (name: Name) => {
    const mean = tries.reduce((sum, one) => sum + one[name] / tries.length, 0);
    const squares = tries.reduce((sum, one) => sum + (one[name] - mean) ** 2, 0);
    return Math.sqrt(((tries.length - 1) / tries.length) * squares);
  };
  const names = Object.keys(tries[0]) as Name[];
  return Object.fromEntries(names.map((name) => [name, errorOf(name)])) as Record<Name, number>;
}
