import { fitCalibration } from '../bounds/calibration.ts';
import { askedFor } from '../bounds/coverages.ts';
import { type BoundsFit, fitBounds, type HeldRows } from '../bounds/fit-bounds.ts';
import { createBoundReader } from '../bounds/local.ts';
import type { Encoded } from '../encoding/frame.ts';
import type { Importance } from '../explanations/importance.ts';
import { toldCount } from '../incomplete-rows/completions.ts';
import { bandOf, type IncompleteAnswers, scaleOf } from '../incomplete-rows/incomplete-answers.ts';
import { keepReaches, reachCoverage } from '../incomplete-rows/pattern-reach.ts';
import { encodeIncomplete } from '../incomplete-rows/take-away.ts';
import { widenFeatures } from '../incomplete-rows/widened.ts';
import { boostingCandidate } from '../learners/boosting/boosting-candidate.ts';
import { constantCandidate } from '../learners/constant.ts';
import { type Candidate, outputCount, type Part, type Sample } from '../learners/contract.ts';
import { logLoss } from '../metrics/metrics.ts';
import { rowNumbers } from '../random.ts';
import type { Labels } from '../target/labels.ts';
import type { Training } from './prepare.ts';
import { chosen, type Selection } from './selection.ts';
import { takeFromHeld } from './take-inputs-away.ts';

/** Bounds that do not hold are worse than a training that takes so much longer. */
const leastMilliseconds = 2000;
/** What is served must be fitted as far as what its bounds come from; rows are few enough for that to be quick. */
const noDeadline = Number.POSITIVE_INFINITY;
const foldCount = 3;
/** How much of the probabilities may be the correction's. */
const shares = [0, 0.25, 0.5, 0.75, 1];
/** Classes are calibrated apart where few, some and most inputs are unknown, from so many rows on. */
const bands = 3;
const fewestPerBand = 150;

/** Held-out rows with inputs taken away, and what is needed to learn from them. */
interface Lesson {
  training: Training;
  encoded: Encoded;
  labels: Labels;
  /** By row: which inputs are unknown, the row of the table, the split that held it out. */
  unknown: readonly (readonly number[])[];
  rows: readonly number[];
  splits: readonly number[];
  /** What the completions tell, a list an output. */
  said: readonly Float64Array[];
  deviations: Float64Array;
}

/**
 * Learns on held-out rows with any number of inputs taken away what is known of a row given the rest, and how sure. Trees
 * correct what the completions of a row tell; bounds and calibration are those of corrections that did not see the row.
 */
export async function fitIncomplete(
  training: Training,
  selection: Selection,
  importances: readonly Importance[],
): Promise<IncompleteAnswers | null> {
  const { frame, samples } = training;
  if (chosen(selection).length === 0) return null;
  const deadline = Math.max(training.deadlines.refit, performance.now() + leastMilliseconds);
  const { parts, ...kept } = await takeFromHeld(training, selection, importances, deadline);
  const outputs = outputCount(frame.labels);
  const { features } = samples[0].encoded;
  const taken = encodeIncomplete(parts, widenFeatures(features, frame.fields.length, outputs), frame.labels);
  if (taken.rows.length < 2 * foldCount) return null;
  const told = taken.encoded.columns.slice(-toldCount(outputs));
  const lesson = { ...taken, training, said: told.slice(0, outputs), deviations: told[outputs] };
  const learned = frame.labels.classCount === 0 ? await learnNumbers(lesson, selection) : await learnClasses(lesson);
  return { ...kept, ...learned };
}

type Learned = Pick<IncompleteAnswers, 'correction' | 'share' | 'usualError' | 'finish'>;

async function learnNumbers(lesson: Lesson, selection: Selection): Promise<Learned> {
  const { training, encoded, labels, said, deviations, rows, unknown } = lesson;
  const usualError = Math.max(usualErrorOf(training, selection), Number.MIN_VALUE);
  const units = deviations.map((deviation) => scaleOf(deviation, usualError));
  const values = labels.values.map((value, row) => (value - said[0][row]) / units[row]);
  const { correction, corrected } = await learnCorrection(lesson, { ...labels, loss: 'squared', values });
  const { settings, monitor, validation } = training;
  const held = {
    predictions: corrected.map((value, row) => said[0][row] + units[row] * value),
    errors: corrected.map((value, row) => values[row] - value),
  };
  const bounds = await fitBounds({
    encoded,
    ...held,
    isScaled: true,
    group: Int32Array.from(rows, (row) => validation.group[row]),
    seed: settings.seed,
    deadline: noDeadline,
    pause: monitor.pause,
  });
  const inputCount = training.frame.fields.length;
  const reach = keepReaches(reachesOf(bounds, held), inputCount, (row) => unknown[row]);
  return { correction, share: 1, usualError, finish: { kind: 'bounds', fitted: bounds.fitted, reach } };
}

/** By row, what the bounds of sizes that did not see the row had to be multiplied with to hold its truth. */
function reachesOf({ fitted, scales }: BoundsFit, { predictions, errors }: HeldRows): Float64Array {
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
  return Math.sqrt(squares / rows.length);
}

async function learnClasses(lesson: Lesson): Promise<Learned> {
  const { training, labels, said, unknown } = lesson;
  const classCount = said.length;
  const { correction, corrected } = await learnCorrection(lesson, labels);
  const mixes = shares.map((share) =>
    corrected.map(
      (value, cell) => share * value + (1 - share) * said[cell % classCount][Math.floor(cell / classCount)],
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
    return fitCalibration(truth, pickRows(mixes[best], some, classCount), classCount);
  });
  return { correction, share: shares[best], usualError: 0, finish: { kind: 'calibrations', calibrations } };
}

function pickRows(cells: Float64Array, rows: Int32Array, width: number): Float64Array {
  const picked = new Float64Array(rows.length * width);
  for (const [place, row] of rows.entries()) picked.set(cells.subarray(row * width, (row + 1) * width), place * width);
  return picked;
}

/** Trees fitted on all rows, and what fits that did not see a row say of it (rows x outputs). */
async function learnCorrection(lesson: Lesson, labels: Labels): Promise<{ correction: Part; corrected: Float64Array }> {
  const samples = foldRows(lesson, labels);
  const run = planCorrection(labels).start();
  for (const sample of samples) await run.add(sample);
  const settled = run.settle();
  const outputs = outputCount(labels);
  const corrected = new Float64Array(labels.values.length * outputs);
  for (const [fold, { held }] of samples.entries())
    for (const [place, row] of held.entries())
      corrected.set(settled.held[fold].subarray(place * outputs, (place + 1) * outputs), row * outputs);
  const train = rowNumbers(labels.values.length);
  return { correction: await settled.refit({ ...samples[0], train, held: new Int32Array(0) }), corrected };
}

/** Beyond this a round of trees, one a class over what is said of each class, takes longer than the rest of the training. */
const mostCorrectedClasses = 30;

function planCorrection({ values, classCount }: Labels): Candidate {
  if (classCount > mostCorrectedClasses) return constantCandidate;
  const rounds = Math.max(60, Math.round(300 / Math.max(1, classCount - 1)));
  const minRowsPerLeaf = Math.max(10, Math.min(60, Math.round(values.length / 200)));
  const settings = { rounds, learningRate: 0.08, maxLeaves: 16, minRowsPerLeaf, l2: 5, featureFraction: 0.8 };
  return boostingCandidate('incomplete rows', settings, 20);
}

/** What was held out together stays together; of one split the rows of the table do. */
function foldRows({ training, encoded, rows, splits }: Lesson, labels: Labels): Sample[] {
  const { settings, monitor, validation } = training;
  const all = rowNumbers(rows.length);
  const isFewSplits = new Set(splits).size < foldCount;
  const foldOf = (place: number) => (isFewSplits ? validation.group[rows[place]] : splits[place]) % foldCount;
  return Array.from({ length: foldCount }, (_, fold) => ({
    encoded,
    labels,
    train: all.filter((place) => foldOf(place) !== fold),
    held: all.filter((place) => foldOf(place) === fold),
    seed: settings.seed,
    deadline: noDeadline,
    pause: monitor.pause,
  })).filter(({ train, held }) => train.length > 0 && held.length > 0);
}
