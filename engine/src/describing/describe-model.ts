import type { Inputs } from '../columns/inputs.ts';
import type { BeyondDescription, ValidationDescription } from '../description.ts';
import type { Evaluation } from '../evaluation/evaluate.ts';
import type { Importance } from '../explanations/importance.ts';
import type { Grown } from '../growing/grow-on-all.ts';
import type { ModelDescription } from '../model.ts';
import type { Contender } from '../search/race.ts';
import type { Target } from '../target/target.ts';
import type { Training } from '../training/prepare.ts';
import { compareWithBlend } from '../training/select.ts';
import { chosen, type Selection } from '../training/selection.ts';
import type { Settings } from '../training/settings.ts';
import { stackName } from '../training/stack.ts';
import { warnOfCoverage } from './coverage-warnings.ts';
import { describeCandidates, describeFeatures, describeRanges } from './describe-columns.ts';
import { warnOfLaterRows, warnOfOtherRows } from './other-rows-warnings.ts';
import { warnOfSilentClasses } from './silent-classes.ts';
import { tellEnd } from './tell-end.ts';
import { findWarnings } from './warnings.ts';

/** What a finished training is described by. */
interface Described {
  training: Training;
  selection: Selection;
  evaluation: Evaluation;
  importances: readonly Importance[];
  /** Figures for rows of other kinds. */
  elsewhere: readonly BeyondDescription[];
  sampling?: Grown['sampling'] | undefined;
}

/** The description of the model, except for the duration of the training. */
export function describeModel({
  training,
  selection,
  evaluation,
  importances,
  elsewhere,
  sampling,
}: Described): Omit<ModelDescription, 'trainingSeconds' | 'dependence'> {
  const { request, target, inputs, frame, settings, splits, large } = training;
  const { metric } = settings;
  const { accuracies, baseline, standardErrors } = evaluation.figures;
  const selected = chosen(selection);
  const isCutShort = training.rowCount < training.rowsGiven || selection.isCutShort || evaluation.isCutShort;
  const inputNames = inputs.fields.map(({ profile }) => profile.name);
  const headline = accuracies[target.task === 'regression' ? 'r2_score' : 'accuracy'] ?? 0;
  const ensemble = selected.length > 1 ? ['ensemble'] : [];
  const layer = selection.stack ? [stackName] : [];
  return {
    target: request.target,
    task: target.task,
    inputs: inputNames,
    knownColumns: inputs.columns.filter(({ role }) => role !== 'target').map(({ profile }) => profile.name),
    classes: target.classes ? [...target.classes] : null,
    rowCount: large ? large.source.rowCount - (large.summaries.get(request.target)?.missing ?? 0) : frame.rowCount,
    accuracies,
    baseline,
    standardErrors,
    ...(elsewhere.length > 0 && { accuraciesElsewhere: [...elsewhere] }),
    validation: describeValidation(training),
    thresholds: evaluation.thresholds,
    accuracy: Math.min(1, Math.max(0, headline)),
    columnImportances: Object.fromEntries(inputNames.map((name, input) => [name, importances[input].share])),
    importanceSpreads: Object.fromEntries(inputNames.map((name, input) => [name, importances[input].spread])),
    importanceLosses: Object.fromEntries(
      inputNames.map((name, input) => {
        const { lossIncrease: increase, lossIncreaseError: error, rawShare: share, group } = importances[input];
        return [name, { increase, error, share, group }];
      }),
    ),
    stages: ['clean', 'encode', ...selected.map(([{ name }]) => name), ...ensemble, ...layer, ...evaluation.stages],
    features: describeFeatures(inputs.columns, splits[0].encoded.encoders, importances),
    candidates: describeCandidates(selection.contenders, selection.weights, metric, (contender) =>
      compareWithBlend(training, selection, contender),
    ),
    ranges: describeRanges(inputs.fields, large?.summaries),
    calibration: evaluation.calibration,
    coverage: evaluation.coverage,
    confusionMatrix: evaluation.confusionMatrix,
    residuals: evaluation.residuals,
    slices: evaluation.slices,
    ...(evaluation.cuts && { cuts: evaluation.cuts }),
    ...(evaluation.scatter && { scatter: evaluation.scatter }),
    ...(evaluation.errors && { errors: evaluation.errors }),
    learning: evaluation.learning,
    plan: {
      ...describePlan(target, settings, inputs, selected),
      ...(sampling && { sampling }),
      cut_short: isCutShort,
      ended: tellEnd(training, selection, isCutShort),
    },
    warnings: [
      ...findWarnings(training, selection, evaluation.figures),
      ...warnOfOtherRows(training, elsewhere),
      ...warnOfLaterRows(evaluation.figures.accuracies, elsewhere),
      ...warnOfSilentClasses(target.classes, evaluation.confusionMatrix),
      ...warnOfCoverage(evaluation.coverage),
    ],
  };
}

function describeValidation({ validation, rows }: Training): ValidationDescription {
  const { scheme, column, reason, folds, compared, group } = validation;
  return {
    scheme,
    column,
    reason,
    folds: folds.folds,
    repeats: folds.repeats,
    held_rows: new Set(rows).size,
    independent: new Set(Array.from(rows, (row) => group[row])).size,
    compared,
  };
}

function describePlan(
  { task }: Target,
  settings: Settings,
  inputs: Inputs,
  selected: readonly [Contender, number][],
): Record<string, unknown> {
  const { budgetSeconds, ...kept } = settings;
  return {
    task,
    ...kept,
    time_budget_seconds: budgetSeconds,
    columns: Object.fromEntries(
      inputs.columns.map(({ profile, role }) => [profile.name, { type: profile.kind, role }]),
    ),
    ensemble: selected.map(([{ name, result }, weight]) => ({ name, weight, settings: result.settings })),
  };
}
