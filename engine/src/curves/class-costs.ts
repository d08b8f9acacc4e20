import type { ClassLabel } from '../description.ts';
import { TrainingError } from '../errors.ts';
import type { ClassCosts, Costs } from '../request.ts';

/**
 * Returns what the errors of the second class cost. What misses one of two classes answers the other in vain.
 * @throws TrainingError when there is no such class
 */
export function costsOfSecond(costs: ClassCosts, classes: readonly ClassLabel[]): Costs {
  const [[name, { missed, false: inVain }]] = Object.entries(costs);
  const place = classes.findIndex((label) => String(label) === name);
  if (place < 0) {
    const known = classes.slice(0, 2).join(' and ');
    throw new TrainingError('task_mismatch', `\`costs\` names the class ${name}; the target has ${known}`);
  }
  return place === 1
    ? { false_positive: inVain, false_negative: missed }
    : { false_positive: missed, false_negative: inVain };
}

/** Returns costs by the name of the second class, as they are asked and shown. */
export function costsByName(
  { false_positive, false_negative }: Costs,
  classes: readonly ClassLabel[] | null,
): ClassCosts {
  return { [String(classes?.at(-1))]: { missed: false_negative, false: false_positive } };
}
