import type { BlendedTrial } from './blend.ts';
import { relateErrors, symmetricError } from './measures.ts';

type Errors = Record<'mase' | 'mae' | 'smape', number>;

/** Figures of a backtest, with their standard errors and those of the seasonal naive forecast on the same windows. */
export interface ForecastFigures {
  accuracies: Errors;
  baseline: Errors;
  standardErrors: Partial<Errors>;
}

/**
 * Returns the figures of the blend in the backtest; each series counts equally, and so do its trials and steps. `mase`
 * is relative to the seasonal naive forecast on the same windows, which has 1. `units` are the sizes of the series.
 */
export function measureBlend(trials: readonly (readonly BlendedTrial[])[], units: readonly number[]): ForecastFigures {
  const own = measure(trials, units, 'path');
  const naive = measure(trials, units, 'naive');
  const moments = Math.max(0, ...trials.map(({ length }) => length));
  const bySeries = trials.length > moments;
  const parts = bySeries ? trials.length : moments;
  const tries = Array.from({ length: parts > 1 ? parts : 0 }, (_, part) => {
    const rest = trials.map((list, series) => list.filter((__, place) => part !== (bySeries ? series : place)));
    return relate(measure(rest, units, 'path'), measure(rest, units, 'naive'));
  });
  return {
    accuracies: relate(own, naive),
    baseline: relate(naive, naive),
    standardErrors: tries.length > 0 ? jackknife(tries) : {},
  };
}

function relate(own: Errors, naive: Errors): Errors {
  return { ...own, mase: relateErrors(own.mase, naive.mase) };
}

function measure(
  trials: readonly (readonly BlendedTrial[])[],
  units: readonly number[],
  what: 'path' | 'naive',
): Errors {
  const sums = { mase: 0, mae: 0, smape: 0 };
  const tested = [...trials.keys()].filter((index) => trials[index].length > 0);
  for (const index of tested) {
    for (const trial of trials[index]) {
      const share = 1 / (tested.length * trials[index].length * trial.truth.length);
      for (const [step, value] of trial.truth.entries()) {
        const error = Math.abs(value - trial[what][step]);
        sums.mase += trial.unit > 0 ? (share * error) / trial.unit : 0;
        sums.mae += share * error * units[index];
        sums.smape += share * symmetricError(value, trial[what][step]);
      }
    }
  }
  return sums;
}

/** Returns standard errors by the jackknife: one series, or one origin, after another is left out. */
function jackknife(tries: readonly Errors[]): Errors {
  const errorOf = (name: keyof Errors) => {
    const mean = tries.reduce((sum, one) => sum + one[name] / tries.length, 0);
    const squares = tries.reduce((sum, one) => sum + (one[name] - mean) ** 2, 0);
    return Math.sqrt(((tries.length - 1) / tries.length) * squares);
  };
  return { mase: errorOf('mase'), mae: errorOf('mae'), smape: errorOf('smape') };
}
