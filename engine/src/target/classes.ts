import type { ClassLabel } from '../model.ts';

/** The class that a truth cell names: exactly, else in another case; -1 for one that was never seen. */
export function classIndex(classes: readonly ClassLabel[], value: string | number): number {
  const wanted = String(value);
  const exact = classes.findIndex((label) => String(label) === wanted);
  return exact >= 0 ? exact : classes.findIndex((label) => String(label).toLowerCase() === wanted.toLowerCase());
}
