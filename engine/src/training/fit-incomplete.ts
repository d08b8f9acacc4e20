import { fitCalibration } from '../bounds/calibration.ts';
import { askedFor } from '../bounds/coverages.ts';
import { type BoundsFit, fitBounds, type ValidationErrors } from '../bounds/fit-bounds.ts';
import { createBoundReader } from '../bounds/local.ts';
import { findSupport } from '../bounds/support.ts';
import type { Encoded } from '../encoding/frame.ts';
import type { Importance } from '../explanations/importance.ts';
import { completionFeatures } from '../incomplete-rows/completions.ts';
import { bandOf, type IncompleteAnswers, scaleOf } from '../incomplete-rows/incomplete-answers.ts';
import { keepReaches, reachCoverage } from '../incomplete-rows/pattern-reach.ts';
import { encodeIncomplete } from '../incomplete-rows/take-away.ts';
import { widenFeatures } from '../incomplete-rows/widened.ts';
import { boostingCandidate } from '../learners/boosting/boosting-candidate.ts';
import { constantCandidate } from '../learners/constant.ts';
import { type Candidate, type FittedModel, outputCount, type Split } from '../learners/contract.ts';
import { logLoss } from '../metrics/metrics.ts';
import { rowsAt } from '../numerics/rows-at.ts';
import { rowNumbers } from '../random.ts';
import type { Labels } from '../target/labels.ts';
import { resolutionOf } from '../target/resolution.ts';
import type { Training } from './prepare.ts';
import { chosen, type Selection } from './selection.ts';
import { takeInputsAway } from './take-inputs-away.ts';

/** Share of the budget that this step gets in any case, because bounds that do not hold are worse than a late model. */
const leastShare = 0.08;
/** Shares of its time for taking inputs away, and of the rest for the correction; then the size of errors is learned. */
const [takingShare, correctionShare] = [0.4, 0.6];
/** The first fold paces the others and the served correction, which must be fitted as fully as those its bounds come from. */
const noDeadline = Number.POSITIVE_INFINITY;
const foldCount = 3;
/** Weights of the correction's probabilities that are tried. */
const shares = [0, 0.25, 0.5, 0.75, 1];
/** Classes are calibrated separately for few, some and most inputs unknown, with at least this many rows each. */
const bands = 3;
const fewestPerBand = 150;

/** Validation rows with inputs removed, and all that is needed to learn from them. */
interface Lesson {
  training: Training;
  encoded: Encoded;
  labels: Labels;
  /** For each row: its unknown inputs, its row of the table, the split that held it out. */
  unknown: readonly (readonly number[])[];
  rows: readonly number[];
  splits: readonly number[];
  /** Mean prediction over the completions of each row, one array for each output. */
  completed: readonly Float64Array[];
  deviations: Float64Array;
  deadline: number;
}

/**
 * Learns from validation rows with random inputs removed how to predict a row from the rest, and how certain that is.
 * Trees correct the mean of a row's completions; bounds and calibration come from corrections that did not see the row.
 */
export async function fitIncomplete(
  training: Training,
  selection: Selection,
  importances: readonly Importance[],
): Promise<IncompleteAnswers | null> {
  const { frame, splits } = training;
  if (chosen(selection).length === 0) return null;
  const now = performance.now();
  const least = now + 1000 * leastShare * training.settings.budgetSeconds;
  const deadline = Math.max(training.deadlines.incomplete, least);
  const takingEnd = now + takingShare * (deadline - now);
  const { taken: bySplit, ...kept } = await takeInputsAway(training, selection, importances, takingEnd);
  const outputs = outputCount(frame.labels);
  const { features } = splits[0].encoded;
  const taken = encodeIncomplete(bySplit, widenFeatures(features, frame.fields.length, outputs), frame.labels);
  hideStatistics(taken.encoded, frame.base.features.length, features.length);
  if (taken.rows.length < 2 * foldCount) return null;
  const completions = taken.encoded.columns.slice(-completionFeatures(outputs));
  const completed = completions.slice(0, outputs);
  const lesson = { ...taken, training, completed, deviations: completions[outputs], deadline };
  const learned = frame.labels.classCount === 0 ? await learnNumbers(lesson, selection) : await learnClasses(lesson);
  return { ...kept, ...learned };
}

/**
 * Takes statistics of categories away from the correction. Those of a row are out of its fold: the lower, the higher the
 * truths of the fold are, so trees that learn from rows of several folds would know truths that they are judged by.
 */
function hideStatistics({ columns }: Encoded, from: number, end: number): void {
  for (const column of columns.slice(from, end)) column.fill(Number.NaN);
}

type Learned = Pick<IncompleteAnswers, 'correction' | 'share' | 'usualError' | 'finish'>;

async function learnNumbers(lesson: Lesson, selection: Selection): Promise<Learned> {
  const { training, encoded, labels, completed, deviations, rows, unknown } = lesson;
  const usualError = usualErrorOf(training, selection);
  const units = deviations.map((deviation) => scaleOf(deviation, usualError));
  const values = labels.values.map((value, row) => (value - completed[0][row]) / units[row]);
  const { correction, corrected } = await learnCorrection(lesson, { ...labels, loss: 'squared', values });
  const { settings, monitor, validation } = training;
  const validated = {
    predictions: corrected.map((value, row) => completed[0][row] + units[row] * value),
    errors: corrected.map((value, row) => values[row] - value),
  };
  const bounds = await fitBounds({
    encoded,
    ...validated,
    truth: { values: labels.values, support: findSupport(training.frame.labels.values) },
    isScaled: true,
    group: Int32Array.from(rows, (row) => validation.group[row]),
    seed: settings.seed,
    deadline: lesson.deadline,
    pause: monitor.pause,
  });
  const inputCount = training.frame.fields.length;
  const reach = keepReaches(reachesOf(bounds, validated), inputCount, (row) => unknown[row]);
  return { correction, share: 1, usualError, finish: { kind: 'bounds', fitted: bounds.fitted, reach } };
}

/** Factor for each row by which its bounds (with sizes from fits without the row) reach its truth. */
function reachesOf({ fitted, scales }: BoundsFit, { predictions, errors }: ValidationErrors): Float64Array {
  const read = createBoundReader(fitted.knots, askedFor(fitted.coverages, reachCoverage));
  const distances = { below: 0, above: 0 };
  return errors.map((error, row) => {
    read(predictions[row], distances);
    const distance = error < 0 ? -distances.below : distances.above;
    return error === 0 ? 0 : Math.abs(error) / Math.max(distance * scales[row], Number.MIN_VALUE);
  });
}

function usualErrorOf({ frame, rows }: Training, { predictions }: Selection): number {
  let squares = 0;
  for (const [place, row] of rows.entries()) squares += (frame.labels.values[row] - predictions[place]) ** 2;
  return Math.max(Math.sqrt(squares / rows.length), resolutionOf(frame.labels.values));
}

async function learnClasses(lesson: Lesson): Promise<Learned> {
  const { training, labels, completed, unknown } = lesson;
  const classCount = completed.length;
  const { correction, corrected } = await learnCorrection(lesson, labels);
  const mixes = shares.map((share) =>
    corrected.map(
      (value, cell) => share * value + (1 - share) * completed[cell % classCount][Math.floor(cell / classCount)],
    ),
  );
  const losses = mixes.map((mix) => logLoss(labels.values, mix, classCount));
  const best = losses.indexOf(Math.min(...losses));
  const all = rowNumbers(labels.values.length);
  const inputCount = training.frame.fields.length;
  const calibrations = Array.from({ length: bands }, (_, band) => {
    const own = all.filter((row) => bandOf(unknown[row].length, inputCount, bands) === band);
    const some = own.length < fewestPerBand ? all : own;
    const truth = Float64Array.from(some, (row) => labels.values[row]);
    return fitCalibration(truth, rowsAt(mixes[best], some, classCount), classCount);
  });
  return { correction, share: shares[best], usualError: 0, finish: { kind: 'calibrations', calibrations } };
}

/** Returns a correction fitted on all rows, and out-of-fold predictions of such corrections (rows x outputs). */
async function learnCorrection(
  lesson: Lesson,
  labels: Labels,
): Promise<{ correction: FittedModel; corrected: Float64Array }> {
  const splits = foldRows(lesson, labels);
  const run = planCorrection(labels).start();
  for (const split of splits) await run.add(split);
  const result = run.result();
  const outputs = outputCount(labels);
  const corrected = new Float64Array(labels.values.length * outputs);
  for (const [fold, { validation }] of splits.entries())
    for (const [place, row] of validation.entries())
      corrected.set(result.predictions[fold].subarray(place * outputs, (place + 1) * outputs), row * outputs);
  const train = rowNumbers(labels.values.length);
  const whole = { ...splits[0], train, validation: new Int32Array(0), deadline: noDeadline };
  return { correction: await result.refit(whole), corrected };
}

/** Number of classes above which the correction would take longer than the rest of the training. */
const mostCorrectedClasses = 30;

function planCorrection({ values, classCount }: Labels): Candidate {
  if (classCount > mostCorrectedClasses) return constantCandidate();
  const rounds = Math.max(60, Math.round(300 / Math.max(1, classCount - 1)));
  const minRowsPerLeaf = Math.max(10, Math.min(60, Math.round(values.length / 200)));
  // For the same reason it may only follow the completions' probabilities (see `tryStack`).
  const followsBefore = classCount > 0 ? 1 : undefined;
  const settings = {
    rounds,
    learningRate: 0.08,
    maxLeaves: 16,
    minRowsPerLeaf,
    l2: 5,
    featureFraction: 0.8,
    followsBefore,
  };
  return boostingCandidate('incomplete rows', settings, 20);
}

/**
 * Makes folds in which rows that were held out together stay together; with few splits, rows of one group of the table
 * stay together instead.
 */
function foldRows({ training, encoded, rows, splits, deadline }: Lesson, labels: Labels): Split[] {
  const { settings, monitor, validation } = training;
  const now = performance.now();
  const all = rowNumbers(rows.length);
  const foldOf = dealParts(splits) ?? dealParts(rows.map((row) => validation.group[row])) ?? all;
  return Array.from({ length: foldCount }, (_, fold) => ({
    encoded,
    labels,
    train: all.filter((place) => foldOf[place] % foldCount !== fold),
    validation: all.filter((place) => foldOf[place] % foldCount === fold),
    seed: settings.seed,
    deadline: fold === 0 ? now + (correctionShare * (deadline - now)) / (foldCount + 1) : noDeadline,
    pause: monitor.pause,
  })).filter(({ train, validation }) => train.length > 0 && validation.length > 0);
}

/** Numbers parts in the order in which they come; null when they are too few for the folds. */
function dealParts(parts: readonly number[]): Int32Array | null {
  const numbers = new Map<number, number>();
  const dealt = Int32Array.from(parts, (part) => {
    const number = numbers.get(part) ?? numbers.size;
    numbers.set(part, number);
    return number;
  });
  return numbers.size < foldCount ? null : dealt;
}
