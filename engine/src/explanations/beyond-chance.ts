import { studentQuantile } from '../numerics/student.ts';

/**
 * The false discovery rate: the expected share of useless inputs among those called useful. The blend was chosen on the
 * same rows, which makes noise look slightly better, so the level is below 5 %.
 */
const falseShare = 0.02;

/**
 * Returns which means are significantly above 0. `ratios` are means divided by their standard errors over `rows` rows.
 * One-sided tests by Student's distribution, corrected for the number of inputs (Benjamini & Hochberg 1995).
 */
export function beyondChance(ratios: readonly number[], rows: number): boolean[] {
  if (rows < 2) return ratios.map(() => false);
  const sorted = ratios.toSorted((a, b) => b - a);
  const loosest = studentQuantile(1 - 2 * falseShare, rows - 1);
  let least = Number.POSITIVE_INFINITY;
  for (const [place, ratio] of sorted.entries()) {
    if (!(ratio > loosest)) break;
    const level = (falseShare * (place + 1)) / ratios.length;
    if (ratio > studentQuantile(1 - 2 * level, rows - 1)) least = ratio;
  }
  return ratios.map((ratio) => ratio >= least);
}
