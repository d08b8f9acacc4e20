import { setTimeout as wait } from 'node:timers/promises';
import { tellsOfFullDisk } from '../../../errors.ts';
import type { ModelServices } from '../context.ts';
import type { Training } from '../store.ts';
import { noForecast, progressWriter } from './progress-writer.ts';

const lookEveryMs = 5000;

/** Repeats the work while the disk is full. */
export type RetryWhileFull = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The record says what it waits for, once it can be written. */
export function retryingWhileFull(
  ctx: Pick<ModelServices, 'database' | 'events' | 'log' | 'progress'>,
  training: Training,
  signal: AbortSignal,
): RetryWhileFull {
  return async (work) => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!tellsOfFullDisk(error)) throw error;
        progressWriter(ctx, training)({ phase: 'waiting for room on the disk', fraction: 0, ...noForecast });
        await wait(lookEveryMs, undefined, { signal });
      }
    }
  };
}
