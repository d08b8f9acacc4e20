import { type TrainProgress, train } from '@sibyl/engine/train.ts';
import type { BudgetCase } from './cases.ts';

/** A measured training. */
export interface Watched {
  seconds: number;
  isCutShort: boolean;
  reports: readonly TrainProgress[];
  /** Longest time between two reports. */
  longestSilence: number;
}

export async function watchTraining({ budgetSeconds, load }: BudgetCase): Promise<Watched> {
  const table = load();
  const reports: TrainProgress[] = [];
  const started = performance.now();
  let [last, longest] = [started, 0];
  const onProgress = (progress: TrainProgress) => {
    reports.push(progress);
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const model = await train(table, { target: 'y', timeBudgetSeconds: budgetSeconds }, { onProgress });
  return {
    seconds: (performance.now() - started) / 1000,
    isCutShort: model.description.plan.cut_short === true,
    reports,
    longestSilence: longest / 1000,
  };
}

/** Returns the seconds from a cancellation at a share of the budget to the end of the training; 0 when it had ended. */
export async function timeCancel({ budgetSeconds, load }: BudgetCase, share: number): Promise<number> {
  const controller = new AbortController();
  const table = load();
  // The requested time, not the later one at which a busy thread notices it.
  const wished = performance.now() + 1000 * share * budgetSeconds;
  const timer = setTimeout(() => controller.abort(new Error('cancelled')), wished - performance.now());
  try {
    await train(table, { target: 'y', timeBudgetSeconds: budgetSeconds }, { signal: controller.signal });
    return 0;
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    return (performance.now() - wished) / 1000;
  } finally {
    clearTimeout(timer);
  }
}
