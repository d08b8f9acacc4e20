import { isOpen, nameStep, type TimeStep } from '../axis/step.ts';
import type { OrderedSeries } from './order-rows.ts';

/** Leaves out rows on a day of the week on which the series otherwise have none, and says so. */
export function leaveOutExceptions(
  series: readonly OrderedSeries[],
  step: TimeStep,
): { series: readonly OrderedSeries[]; warnings: string[] } {
  let first: number | undefined;
  let count = 0;
  const kept = series.map((one) => {
    const isKept = one.moments.map((moment) => Number(isOpen(step, moment)));
    const stray = isKept.indexOf(0);
    if (stray < 0) return one;
    first ??= one.moments[stray];
    const pick = (from: Float64Array) => from.filter((_, place) => isKept[place] === 1);
    count += one.moments.length - isKept.reduce((sum, flag) => sum + flag, 0);
    return { ...one, moments: pick(one.moments), values: pick(one.values) };
  });
  if (first === undefined) return { series, warnings: [] };
  const example = new Date(first).toISOString().slice(0, 10);
  const warning = `the series have one value for each ${nameStep(step)}: ${count} ${count === 1 ? 'row' : 'rows'} on other days, such as ${example}, ${count === 1 ? 'is' : 'are'} left out`;
  return { series: kept, warnings: [warning] };
}
