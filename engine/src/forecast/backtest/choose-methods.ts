import { methodNames } from '../methods/list.ts';
import { type BacktestSettings, backtest, type Trial } from './backtest.ts';
import { meanOfKnown, scoreMethods } from './weights.ts';

const sampleSize = 100;
/** Number of methods that thousands of series of a kind are forecast with. */
const kept = 3;

/**
 * Returns which methods are tried, in the order of `methodNames`: all of them, or, where fits are short, those with the
 * least scaled error on a sample of the series.
 */
export async function chooseMethods(
  series: readonly Float64Array[],
  settings: BacktestSettings,
  pause: () => Promise<void>,
): Promise<boolean[]> {
  const all = methodNames.map(() => true);
  if (!settings.effort.isShort || series.length <= sampleSize) return all;
  const stride = series.length / sampleSize;
  const sample = Array.from({ length: sampleSize }, (_, place) => series[Math.floor(place * stride)]);
  const { trials } = await backtest(sample, settings, pause);
  const best = listBest(trials);
  return best.size === 0 ? all : methodNames.map((_, method) => best.has(method));
}

/** Returns the numbers of the best methods of series of rare demand, and of others: their errors are of two kinds. */
export function listBest(trials: readonly (readonly Trial[])[]): Set<number> {
  const isRare = (own: readonly Trial[]) => own.some((trial) => trial.isRare);
  return new Set([true, false].flatMap((kind) => bestOf(trials.filter((own) => isRare(own) === kind))));
}

function bestOf(trials: readonly (readonly Trial[])[]): number[] {
  const scores = trials.map(scoreMethods);
  const pooled = methodNames.map((_, method) => meanOfKnown(scores.map((own) => own[method])));
  const known = [...pooled.keys()].filter((method) => !Number.isNaN(pooled[method]));
  return known.sort((a, b) => pooled[a] - pooled[b]).slice(0, kept);
}
