import type { ModelDescription } from '@sibyl/engine/model.ts';
import { areaOf, explainedOf, f1Of, type Measured } from './headline.ts';
import { addSums, type LiveSums } from './live-sums.ts';
import { shiftOf } from './ranks.ts';
import { confusionOf, errorsOf, mostClasses, scoresOf } from './tally.ts';

/** A figure of a window beside what the training said. */
export interface Figure {
  metric:
    | 'accuracy'
    | 'auc'
    | 'f1_macro'
    | 'mae'
    | 'rmse'
    | 'r2_score'
    | 'bias'
    | 'typical_bias'
    | 'coverage'
    | 'calibration';
  value: number;
  standard_error: number;
  /** What held-out training rows showed; null where that is not known. */
  training: number | null;
  training_standard_error: number | null;
}

/** Fewer truths show nothing. */
export const leastTruths = 30;

/** Both signs are losses. */
export function isSigned(metric: Figure['metric']): boolean {
  return metric === 'bias' || metric === 'typical_bias';
}

/** By how much a figure is worse than it was at the training. */
export function lossOf({ metric, value }: Pick<Figure, 'metric' | 'value'>, training: number): number {
  if (isSigned(metric)) return Math.abs(value - training);
  return metric === 'mae' || metric === 'rmse' ? value - training : training - value;
}

type Described = Pick<
  ModelDescription,
  'classes' | 'accuracies' | 'standardErrors' | 'coverage' | 'rowCount' | 'residuals'
>;

/** Returns what truths show of the answers to their rows. */
export function liveFigures(live: LiveSums, description: Described): Figure[] {
  return description.classes ? classFigures(live, description) : numberFigures(live, description);
}

function classFigures(live: LiveSums, description: Described): Figure[] {
  const { truths, rights, confidence, uncertain } = live;
  const accuracy = rights / truths;
  const calibration = confidence / truths - accuracy;
  const error = Math.sqrt(uncertain) / truths;
  return [
    trained('accuracy', accuracy, shareError(accuracy, truths), description),
    ...headlineOf(live, description),
    { metric: 'calibration', value: calibration, standard_error: error, training: 0, training_standard_error: null },
  ];
}

/** What accuracy hides where most rows are of one class. */
function headlineOf({ tally = {} }: LiveSums, description: Described): Figure[] {
  const size = description.classes?.length ?? 0;
  if (size === 2) {
    const area = areaOf(scoresOf(tally, 0), scoresOf(tally, 1), description.accuracies.auc);
    return measured('auc', area, description);
  }
  return measured('f1_macro', size > mostClasses ? undefined : f1Of(confusionOf(tally, size)), description);
}

function measured(metric: TrainedMetric, figure: Measured | undefined, description: Described): Figure[] {
  return figure ? [trained(metric, figure.value, figure.standard_error, description)] : [];
}

function numberFigures(live: LiveSums, description: Described): Figure[] {
  const { truths, absolute, squared, fourth, insides, bounded, confidence } = live;
  const [mae, square] = [absolute / truths, squared / truths];
  const rmse = Math.sqrt(square);
  const absoluteError = Math.sqrt(Math.max(0, square - mae * mae) / truths);
  const squareError = Math.sqrt(Math.max(0, fourth / truths - square * square) / truths);
  const figures = [
    trained('mae', mae, absoluteError, description),
    trained('rmse', rmse, rmse > 0 ? squareError / (2 * rmse) : 0, description),
    ...measured('r2_score', explainedOf(live.tally ?? {}), description),
    ...biasOf(live, description),
    ...typicalBiasOf(live, description),
  ];
  if (bounded === 0) return figures;
  const coverage = insides / bounded;
  const expected = confidence / truths;
  return [
    ...figures,
    {
      metric: 'coverage',
      value: coverage,
      standard_error: shareError(coverage, bounded),
      training: expected,
      training_standard_error: shareError(expected, description.rowCount),
    },
  ];
}

/** The mean of truth minus prediction: what many rows have in common shows where single errors are large. */
function biasOf({ truths, signed, squared }: LiveSums, description: Described): Figure[] {
  if (signed === null || Number.isNaN(signed)) return [];
  const value = signed / truths;
  const standard_error = Math.sqrt(Math.max(0, squared / truths - value * value) / truths);
  const { residuals, accuracies } = description;
  const bands = residuals?.bands ?? [];
  const rows = bands.reduce((sum, { count }) => sum + count, 0);
  const training = rows > 0 ? bands.reduce((sum, { count, mean }) => sum + count * mean, 0) / rows : null;
  const training_standard_error =
    accuracies.rmse === undefined ? null : accuracies.rmse / Math.sqrt(independentRows(description));
  return [{ metric: 'bias', value, standard_error, training, training_standard_error }];
}

/**
 * As many held-out rows as the standard error of their mean error tells: rows of later times err alike, and all rows of
 * a training with four such times say as much of its bias as some ten.
 */
function independentRows({ accuracies, standardErrors, rowCount }: Described): number {
  const { mae = Number.NaN, rmse = Number.NaN } = accuracies;
  const rows = (rmse ** 2 - mae ** 2) / (standardErrors?.mae ?? 0) ** 2;
  return Number.isNaN(rows) ? rowCount : Math.max(1, Math.min(rowCount, rows));
}

/** How far most rows are off: few large errors, among which a common one hides, count no more than others. */
function typicalBiasOf({ tally = {} }: LiveSums, description: Described): Figure[] {
  const shift = shiftOf(errorsOf(tally), independentRows(description), description);
  return shift ? [{ metric: 'typical_bias', ...shift, training: 0 }] : [];
}

type TrainedMetric = 'accuracy' | 'auc' | 'f1_macro' | 'mae' | 'rmse' | 'r2_score';

function trained(metric: TrainedMetric, value: number, error: number, description: Described): Figure {
  const { accuracies, standardErrors } = description;
  const training = accuracies[metric] ?? null;
  return { metric, value, standard_error: error, training, training_standard_error: standardErrors?.[metric] ?? null };
}

/** The standard error of a share, never 0: shares of 0 and 1 are not certain either (Agresti and Coull). */
export function shareError(share: number, count: number): number {
  const moved = (share * count + 2) / (count + 4);
  return Math.sqrt((moved * (1 - moved)) / (count + 4));
}

/** Adds up the sums of several windows, and names the last of them; undefined without any. */
export function pooled(windows: readonly LiveSums[]): LiveSums | undefined {
  let sum: LiveSums | undefined;
  for (const window of windows) {
    const { version, window_start } = window;
    sum = sum ? { ...addSums(sum, window), version, window_start } : window;
  }
  return sum;
}
