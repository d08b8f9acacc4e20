import { meaningOf } from '../columns/spellings.ts';
import type { ClassLabel } from '../description.ts';
import { TrainingError } from '../errors.ts';
import { fold } from '../readings/fold.ts';
import type { TrainRequest } from '../request.ts';

/** A class of the target, with its number of rows. */
export interface CountedClass {
  label: ClassLabel;
  rows: number;
}

/** Share of the rows below which the rarer of two classes is clearly the rarer one. */
const clearlyRarer = 0.4;

/**
 * Returns the positive one of two classes, which the threshold, the costs and the curves are about: the class that is
 * asked for or that the former version had, the one that means yes, the clearly rarer one, else the last in order.
 * @param two in the order of their labels
 * @throws TrainingError when there is no such class
 */
export function choosePositive(two: readonly CountedClass[], request: TrainRequest): CountedClass {
  const { target, positiveClass, formerPositiveClass } = request;
  const labels = two.map(({ label }) => String(label));
  if (positiveClass !== undefined) refuseOtherClass(labels, { target, name: positiveClass });
  const named = [positiveClass, formerPositiveClass].map((name) => name !== undefined && two[findClass(labels, name)]);
  return named.find(Boolean) || meaningYes(two) || rarerOf(two) || two[1];
}

/** @throws TrainingError when neither label is that of the class */
export function refuseOtherClass(labels: readonly string[], { target, name }: { target: string; name: string }): void {
  if (findClass(labels, name) >= 0) return;
  throw new TrainingError(
    'task_mismatch',
    `\`positive_class\` names the class ${name}; the target has ${labels.join(' and ')}`,
    target,
  );
}

function findClass(labels: readonly string[], name: string): number {
  const exact = labels.indexOf(name);
  return exact >= 0 ? exact : labels.findIndex((label) => fold(label) === fold(name));
}

function meaningYes(two: readonly CountedClass[]): CountedClass | undefined {
  const meanings = two.map(({ label }) => meaningOf(String(label)));
  return meanings.includes(0) ? two[meanings.indexOf(1)] : undefined;
}

/** Of words: numbers and booleans are in an order that their owner knows. */
function rarerOf(two: readonly CountedClass[]): CountedClass | undefined {
  const total = two[0].rows + two[1].rows;
  return two.find(({ label, rows }) => typeof label === 'string' && rows < clearlyRarer * total);
}
