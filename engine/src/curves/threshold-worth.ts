import type { Cuts } from '../description.ts';
import type { ModelDescription } from '../model.ts';
import type { ClassCosts, Costs } from '../request.ts';
import { confusionAt } from './choose-threshold.ts';
import { costsByName } from './class-costs.ts';
import { type Confusion, errorOf } from './confusion-figures.ts';

/** What answering by a threshold is worth on held-out rows. */
export interface ThresholdWorth {
  threshold: number;
  costs: ClassCosts | null;
  true_positives: number;
  false_positives: number;
  false_negatives: number;
  true_negatives: number;
  /** Mean cost of a row; null without costs. */
  cost: number | null;
  standard_error: number | null;
  /** The same of the likelier class. */
  usual_cost: number | null;
  /** How much less a row costs than by the likelier class, and the standard error of that on the same rows. */
  saved: number | null;
  saved_error: number | null;
}

const usualThreshold = 0.5;

/** Undefined where the model answers the likelier class. */
export function worthOf({ cuts, chosen, classes, validation }: ModelDescription): ThresholdWorth | undefined {
  if (!cuts || !chosen) return undefined;
  const { threshold, costs } = chosen;
  const confusion = confusionAt(cuts, threshold);
  const [[true_negatives, false_positives], [false_negatives, true_positives]] = confusion;
  const independent = validation?.independent ?? Number.POSITIVE_INFINITY;
  return {
    threshold,
    costs: costs && costsByName(costs, classes),
    true_positives,
    false_positives,
    false_negatives,
    true_negatives,
    ...(costs
      ? costAt(cuts, { threshold, costs, independent })
      : { cost: null, standard_error: null, usual_cost: null, saved: null, saved_error: null }),
  };
}

/** Mean costs of held-out rows, of which `independent` count as evidence. */
export function costAt(
  cuts: Cuts,
  { threshold, costs, independent }: { threshold: number; costs: Costs; independent: number },
) {
  const confusion = confusionAt(cuts, threshold);
  const meanCost = (some: Confusion) => {
    const rows = some.flat().reduce((sum, count) => sum + count, 0);
    return (some[0][1] * costs.false_positive + some[1][0] * costs.false_negative) / Math.max(1, rows);
  };
  const meanSaving = (some: Confusion) => {
    const rows = some.flat().reduce((sum, count) => sum + count, 0);
    return (some[1][0] * costs.false_negative - some[0][1] * costs.false_positive) / Math.max(1, rows);
  };
  const usual = confusionAt(cuts, usualThreshold);
  const [cost, usualCost] = [confusion, usual].map(meanCost);
  return {
    cost,
    standard_error: errorOf(confusion, independent, meanCost),
    usual_cost: usualCost,
    saved: usualCost - cost,
    saved_error: errorOf(changesBetween(confusion, usual), independent, meanSaving),
  };
}

/**
 * The rows that two thresholds answer differently; the others cost the same and stand first. One kind of error is the
 * price of less of the other.
 */
function changesBetween([negatives, positives]: Confusion, [usualNegatives, usualPositives]: Confusion): Confusion {
  const wrong = Math.abs(negatives[1] - usualNegatives[1]);
  const missed = Math.abs(positives[0] - usualPositives[0]);
  const rows = negatives[0] + negatives[1] + positives[0] + positives[1];
  return [
    [rows - wrong - missed, wrong],
    [missed, 0],
  ];
}
