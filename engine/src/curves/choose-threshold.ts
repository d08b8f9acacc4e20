import type { Cuts, ThresholdChoice } from '../description.ts';
import type { HeldOut, ModelDescription } from '../model.ts';
import type { AskedThreshold, Costs } from '../request.ts';
import { tellsOfAnswers } from './answer-warnings.ts';
import { costsOfSecond } from './class-costs.ts';
import { type Confusion, confusionFigures, errorOf } from './confusion-figures.ts';
import { tabulateCuts } from './tabulate-cuts.ts';

/**
 * The threshold that costs least where probabilities are right: an answer with the second class is worth its risk from
 * there on. No row decides about it, so what it costs on held-out rows is no choice of the luckiest.
 */
function thresholdFor({ false_positive, false_negative }: Costs): number {
  return false_positive / (false_positive + false_negative);
}

export function asksThreshold({ threshold, costs }: AskedThreshold): boolean {
  return threshold !== undefined || costs !== undefined;
}

/** Held-out rows by truth and by the answer that a threshold gives. */
export function confusionAt({ thresholds, truePositives, falsePositives }: Cuts, threshold: number): Confusion {
  const cut = thresholds.findLastIndex((one) => one >= threshold);
  const last = thresholds.length - 1;
  const [right, wrong] = cut < 0 ? [0, 0] : [truePositives[cut], falsePositives[cut]];
  return [
    [falsePositives[last] - wrong, wrong],
    [truePositives[last] - right, right],
  ];
}

/**
 * Returns the description of a model that answers by a threshold; of one that answers as it was trained, where nothing
 * is asked. Undefined where no held-out rows of two classes tell what a threshold is worth.
 * @throws TrainingError when costs name no class of the target
 */
export function chooseThreshold(
  description: ModelDescription,
  asked: AskedThreshold,
  held?: HeldOut,
): ModelDescription | undefined {
  const { cuts: kept, chosen, ...rest } = description;
  if (!kept || !description.confusionMatrix) return undefined;
  const { accuracies, standardErrors, confusionMatrix, warnings } = description;
  const before = { warnings, ...(chosen?.before ?? { accuracies, standardErrors, confusionMatrix }) };
  const costs = asked.costs ? costsOfSecond(asked.costs, description.classes ?? []) : null;
  const threshold = asked.threshold ?? (costs ? thresholdFor(costs) : undefined);
  const cuts = cutAt(threshold, kept, held);
  const trained = { ...rest, cuts, ...before, accuracy: before.accuracies.accuracy };
  if (threshold === undefined) return trained;
  const confusion = confusionAt(cuts, threshold);
  const figures = confusionFigures(confusion);
  const independent = description.validation?.independent ?? Number.POSITIVE_INFINITY;
  const errors = Object.fromEntries(
    (Object.keys(figures) as (keyof typeof figures)[]).map((name) => [
      name,
      errorOf(confusion, independent, (some) => confusionFigures(some)[name]),
    ]),
  );
  const choice: ThresholdChoice = { threshold, costs, before };
  return {
    ...trained,
    accuracy: figures.accuracy,
    // What they say of answers is of those with the likelier class.
    warnings: before.warnings.filter((warning) => !tellsOfAnswers(warning)),
    accuracies: { ...before.accuracies, ...figures },
    standardErrors: { ...before.standardErrors, ...errors },
    confusionMatrix: confusion.map((row) => [...row]),
    chosen: choice,
  };
}

/** Adds the cut at a threshold, where the answers to all held-out rows are kept; else the nearest one stands for it. */
function cutAt(threshold: number | undefined, cuts: Cuts, held: HeldOut | undefined): Cuts {
  const rows = cuts.truePositives[cuts.truePositives.length - 1] + cuts.falsePositives[cuts.falsePositives.length - 1];
  return held?.chances && held.rows.length === rows ? tabulateCuts(held.truth, held.chances, threshold) : cuts;
}
