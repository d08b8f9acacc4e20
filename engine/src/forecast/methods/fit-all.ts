import { fitLaggedTrees } from './lagged-trees.ts';
import { localMethods } from './list.ts';
import type { Effort, Forecaster } from './method.ts';
import { fitSeveralSeasons } from './several-seasons.ts';

export interface FitSettings {
  season: number;
  /** All cycles that the calendar suggests, in steps, which need not be whole. */
  cycles: readonly number[];
  window: number;
  seed: number;
  effort: Effort;
  /** Whether each method is tried, in the order of `methodNames`. */
  tried: readonly boolean[];
  /** Seconds that each method took, in the order of `methodNames`; this function adds to them. */
  spent: Float64Array;
}

/**
 * Fits every method to every series: one row for each series, in the order of `methodNames`; undefined where a method
 * does not apply.
 */
export async function fitMethods(
  histories: readonly Float64Array[],
  settings: FitSettings,
  pause: (done: number) => Promise<void>,
): Promise<(Forecaster | undefined)[][]> {
  const { season, cycles, spent, effort, tried } = settings;
  const trees = tried[localMethods.length]
    ? clock(spent, localMethods.length, () => fitLaggedTrees(histories, settings))
    : [];
  const fitted: (Forecaster | undefined)[][] = [];
  for (const [index, history] of histories.entries()) {
    const local = localMethods.map((one, method) =>
      tried[method] ? clock(spent, method, () => one.fit(history, season, effort)) : undefined,
    );
    const several = tried[localMethods.length + 1]
      ? clock(spent, localMethods.length + 1, () => fitSeveralSeasons(history, cycles))
      : undefined;
    fitted.push([...local, trees[index], several]);
    await pause((index + 1) / histories.length);
  }
  return fitted;
}

function clock<Result>(spent: Float64Array, method: number, work: () => Result): Result {
  const started = performance.now();
  const result = work();
  spent[method] += (performance.now() - started) / 1000;
  return result;
}
