import type { Labels } from '../target/labels.ts';

/** Of n rows without an error, 3 / n of those to come may be wrong (95 %, Hanley & Lippman-Hand 1983): two standard errors. */
const ofAllRight = 1.5;
/** A row that is ranked anywhere loses half of what it is worth. */
const ofAllRanked = ofAllRight / 2;

/**
 * Returns the least standard error of each figure of classes: where no held-out row is wrong, or none is ranked wrongly,
 * the rows differ in nothing and would show an error of 0. Rows of one group are one. Figures of numbers have none.
 */
export function leastErrors(
  { values, classCount }: Labels,
  rows: Int32Array,
  groupOf: (row: number) => number,
): Record<string, number> {
  if (classCount === 0) return {};
  const counts = Array.from({ length: classCount }, () => new Set<number>());
  for (const row of rows) counts[values[row]].add(groupOf(row));
  const sizes = counts.map((groups) => groups.size).filter((size) => size > 0);
  const overClasses = Math.hypot(...sizes.map((size) => 1 / size)) / sizes.length;
  // Two classes have one area between them, which hangs on the rarer one.
  const ranked = classCount === 2 ? 1 / Math.min(...sizes) : overClasses;
  return {
    accuracy: ofAllRight / new Set(Array.from(rows, groupOf)).size,
    balanced_accuracy: ofAllRight * overClasses,
    f1_macro: ofAllRight * overClasses,
    auc: ofAllRanked * ranked,
    ...(classCount === 2 && counts[1].size > 0 && { pr_auc: ofAllRanked / counts[1].size }),
  };
}
