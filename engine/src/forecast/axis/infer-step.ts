import { inferMonths, inferVaryingDays } from './infer-months.ts';
import { inferWeekdays } from './infer-weekdays.ts';
import { countSteps, evenStep, isOpen, type TimeStep } from './step.ts';

/** Maximum share of the places of a series that may lack a value. */
export const mostMissing = 0.2;

/**
 * Finds the step between the times of all groups (ascending, without repeats): the first that all of them keep. The
 * calendar is tried before the clock, because months and weeks of five days are uneven there. Where none fits it is the
 * most frequent distance; undefined where no group has two times.
 */
export function inferStep(groups: readonly Float64Array[], areIntegers: boolean): TimeStep | undefined {
  const distances = groups.flatMap((times) => [...distancesOf(times)]);
  if (distances.length === 0) return undefined;
  if (areIntegers) return evenStep('integer', mostFrequent(distances));
  const usual = mostFrequent(distances);
  const clock = evenStep('millisecond', usual);
  const calendar = [inferMonths(groups, distances), inferWeekdays(groups, usual)];
  const own = calendar.find(
    (step) =>
      step &&
      isKept(
        step,
        groups.map((times) => times.filter((time) => isOpen(step, time))),
        1,
      ),
  );
  if (own || isKept(clock, groups)) return own ?? clock;
  const varying = inferVaryingDays(groups);
  return varying && isKept(varying, groups) ? varying : clock;
}

export function distancesOf(times: Float64Array): Float64Array {
  return times.subarray(1).map((time, index) => time - times[index]);
}

/** Returns whether all times have a place of their own, and few places are empty. */
export function isKept(step: TimeStep, groups: readonly Float64Array[], most = mostMissing): boolean {
  let [length, known] = [0, 0];
  for (const times of groups) {
    let before = -1;
    for (const time of times) {
      const place = countSteps(step, times[0], time);
      if (!(place > before)) return false;
      before = place;
    }
    length += before + 1;
    known += times.length;
  }
  return length - known <= most * length;
}

/** Returns the most frequent distance; the smaller of two that are equally frequent. */
function mostFrequent(distances: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const distance of distances) counts.set(distance, (counts.get(distance) ?? 0) + 1);
  return [...counts].reduce((best, one) =>
    one[1] > best[1] || (one[1] === best[1] && one[0] < best[0]) ? one : best,
  )[0];
}
