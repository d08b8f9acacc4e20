import type { BeyondDescription } from '../description.ts';
import type { Evaluation } from '../evaluation/evaluate.ts';
import type { Training } from '../training/prepare.ts';
import type { Realm } from '../validation/realm.ts';

const schemes = { new: 'group', later: 'forward', within: 'random' } as const;
const usualLevel = 0.9;

/** Describes what the model is worth on rows of another kind. */
export function describeBeyond(
  { rows, validation }: Training,
  { figures, calibration, confusionMatrix }: Evaluation,
  kind: Realm['kind'],
  column: string,
): BeyondDescription {
  const { accuracies, standardErrors, baseline } = figures;
  const count = calibration.reduce((sum, bin) => sum + bin.count, 0);
  const level = calibration.find(({ confidence }) => confidence === usualLevel);
  const expected = calibration.reduce((sum, bin) => sum + (bin.confidence * bin.count) / count, 0);
  const coverage = confusionMatrix
    ? { expected, observed: accuracies.accuracy, standard_error: standardErrors.accuracy ?? 0 }
    : { expected: usualLevel, observed: level?.observed ?? usualLevel, standard_error: level?.standard_error ?? 0 };
  return {
    column,
    scheme: schemes[kind],
    accuracies,
    standard_errors: standardErrors,
    baseline,
    coverage,
    held_rows: new Set(rows).size,
    independent: new Set(Array.from(rows, (row) => validation.group[row])).size,
  };
}
