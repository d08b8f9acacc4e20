import { countSteps, moveSteps, type TimeStep } from '../axis/step.ts';

/** Returns the number of steps to a time; within a step where rows of it are taken together. NaN off the steps. */
export function countPlaces(step: TimeStep, start: number, time: number, isWithin: boolean): number {
  if (!isWithin || Number.isNaN(time)) return countSteps(step, start, time);
  let [low, high] = [0, 1];
  if (time < start) return Number.NaN;
  while (moveSteps(step, start, high) <= time) [low, high] = [high, 2 * high];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (moveSteps(step, start, middle) <= time) low = middle;
    else high = middle;
  }
  return low;
}
