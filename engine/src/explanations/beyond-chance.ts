import { studentQuantile } from '../numerics/student.ts';

/**
 * Expected share of inputs that are nothing among those called something; of pure noise, how often any is. The blend was chosen on
 * the same rows, which lifts the ratios of noise a little: a level of 5 % would give 8 %.
 */
const falseShare = 0.02;

/**
 * Which of some means lie above nothing beyond chance. `ratios` are means by their standard errors over `rows` rows. One-sided
 * tests by Student's distribution: a shuffled column that tells nothing is as good as the column itself, so that growths of the
 * loss are then as often above nothing as below. Of many inputs some are great by chance, so the k-th greatest ratio must pass
 * the k-th level of Benjamini & Hochberg (1995).
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
