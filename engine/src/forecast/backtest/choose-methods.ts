import { methodNames } from '../methods/list.ts';
import { type BacktestSettings, backtest } from './backtest.ts';
import { meanOfKnown, scoreMethods } from './weights.ts';

const sampleSize = 100;
/** Number of methods that thousands of series are forecast with. */
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
  const scores = trials.map(scoreMethods);
  const pooled = methodNames.map((_, method) => meanOfKnown(scores.map((own) => own[method])));
  const best = [...pooled.keys()].filter((method) => !Number.isNaN(pooled[method]));
  best.sort((a, b) => pooled[a] - pooled[b]);
  return best.length === 0
    ? all
    : methodNames.map((_, method) => best.indexOf(method) >= 0 && best.indexOf(method) < kept);
}
