import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { LiveFigures } from './truth-store.ts';

/** A figure of a window beside what the training said. */
export interface Figure {
  metric: 'accuracy' | 'mae' | 'rmse' | 'coverage' | 'calibration';
  value: number;
  standard_error: number;
  /** What held-out training rows showed; null where that is not known. */
  training: number | null;
  training_standard_error: number | null;
}

type Described = Pick<ModelDescription, 'classes' | 'accuracies' | 'standardErrors' | 'coverage' | 'rowCount'>;

/** Returns what truths show of the answers to their rows. */
export function liveFigures(live: LiveFigures, description: Described): Figure[] {
  return description.classes ? classFigures(live, description) : numberFigures(live, description);
}

function classFigures({ truths, right, confidence, uncertain }: LiveFigures, description: Described): Figure[] {
  const accuracy = (right ?? 0) / truths;
  const figures = [trained('accuracy', accuracy, shareError(accuracy, truths), description)];
  if (confidence === null) return figures;
  const error = Math.sqrt(uncertain ?? 0) / truths;
  const calibration = confidence / truths - accuracy;
  return [
    ...figures,
    { metric: 'calibration', value: calibration, standard_error: error, training: 0, training_standard_error: null },
  ];
}

function numberFigures(live: LiveFigures, description: Described): Figure[] {
  const { truths, absolute, squared, fourth, inside, bounded, confidence } = live;
  const mae = (absolute ?? 0) / truths;
  const square = (squared ?? 0) / truths;
  const rmse = Math.sqrt(square);
  const absoluteError = Math.sqrt(Math.max(0, square - mae * mae) / truths);
  const squareError = Math.sqrt(Math.max(0, (fourth ?? 0) / truths - square * square) / truths);
  const figures = [
    trained('mae', mae, absoluteError, description),
    trained('rmse', rmse, rmse > 0 ? squareError / (2 * rmse) : 0, description),
  ];
  if (bounded === 0) return figures;
  const coverage = (inside ?? 0) / bounded;
  const expected = confidence === null ? null : confidence / truths;
  const training_standard_error = expected === null ? null : shareError(expected, description.rowCount);
  const error = shareError(coverage, bounded);
  return [
    ...figures,
    { metric: 'coverage', value: coverage, standard_error: error, training: expected, training_standard_error },
  ];
}

function trained(metric: 'accuracy' | 'mae' | 'rmse', value: number, error: number, description: Described): Figure {
  const { accuracies, standardErrors } = description;
  const training = accuracies[metric] ?? null;
  return { metric, value, standard_error: error, training, training_standard_error: standardErrors?.[metric] ?? null };
}

/** The standard error of a share, never 0: shares of 0 and 1 are not certain either (Agresti and Coull). */
export function shareError(share: number, count: number): number {
  const moved = (share * count + 2) / (count + 4);
  return Math.sqrt((moved * (1 - moved)) / (count + 4));
}

/** Adds up the figures of several windows. */
export function pooled(windows: readonly LiveFigures[]): LiveFigures | undefined {
  const [first, ...others] = windows;
  return others.reduce((sum: LiveFigures | undefined, one) => (sum ? added(sum, one) : one), first);
}

function added(one: LiveFigures, other: LiveFigures): LiveFigures {
  const sum = (name: 'right' | 'inside' | 'absolute' | 'squared' | 'fourth' | 'confidence' | 'uncertain') =>
    one[name] === null && other[name] === null ? null : (one[name] ?? 0) + (other[name] ?? 0);
  return {
    version: other.version,
    window_start: other.window_start,
    truths: one.truths + other.truths,
    bounded: one.bounded + other.bounded,
    right: sum('right'),
    inside: sum('inside'),
    absolute: sum('absolute'),
    squared: sum('squared'),
    fourth: sum('fourth'),
    confidence: sum('confidence'),
    uncertain: sum('uncertain'),
  };
}
