import type { Effort } from './method.ts';

/** As many values as this, over all series, are fitted with all effort where there is a minute. */
const thoroughValues = 40_000;
const [mostEvaluations, fewestEvaluations] = [60, 10];
/** Below this share of all effort fits are short. */
const shortShare = 0.25;

/** Returns the effort for so many values over all series. It does not depend on the speed of the machine. */
export function effortFor(values: number, budgetSeconds: number): Effort {
  const share = (thoroughValues * (budgetSeconds / 60)) / values;
  if (share >= 1) return { evaluations: mostEvaluations, starts: 2, isShort: false };
  const evaluations = Math.max(fewestEvaluations, Math.round(mostEvaluations * share));
  return { evaluations, starts: 1, isShort: share < shortShare };
}
