import { meanOf, medianOf } from '../learners/constant.ts';
import { outputCount } from '../learners/contract.ts';
import { rowLoss } from '../metrics/loss.ts';
import { answerClasses, measureClasses, measureMedianError, measureRegression } from '../metrics/metrics.ts';
import { measurePrecisionRecall } from '../metrics/precision-recall.ts';
import { rowNumbers } from '../random.ts';
import { dealGroups } from '../splits/deal-groups.ts';
import type { Labels } from '../target/labels.ts';
import type { Training } from '../training/prepare.ts';
import { averageRepeats, type HeldOnce } from './average-repeats.ts';

/** What held-out rows say of a model, each figure with its standard error and what a model without inputs gets. */
export interface Figures {
  accuracies: Record<string, number>;
  standardErrors: Record<string, number>;
  baseline: Record<string, number>;
  /** By how much the model loses less than the baseline, in all, and the standard error of that. */
  gain: number;
  gainError: number;
}

/** Held-out predictions as they would be served; classes with the answer to each row. */
export interface Judged extends HeldOnce {
  answers: Float64Array | null;
}

/** Parts left out in turn: more are steadier and slower. Each is measured over all outputs of nearly all rows. */
const [mostParts, fewestParts] = [40, 10];
const cellsMeasured = 2_000_000;

export function measureFigures(training: Training, judged: Judged): Figures {
  const { frame, validation, settings } = training;
  const { labels } = frame;
  const { rows } = judged;
  const groups = new Set(Array.from(rows, (row) => validation.group[row])).size;
  const parts = Math.min(groups, decideParts(rows.length * outputCount(labels)));
  const partOf = dealGroups(validation.group, rows, parts, settings.seed + 3);
  const means = baselineOf(training, meanOf);
  const all = evaluate(training, judged);
  const { mae, median_ae } = labels.classCount === 0 ? evaluate(training, baselineOf(training, medianOf)) : {};
  const baseline = { ...evaluate(training, means), ...(mae !== undefined && { mae, median_ae }) };
  const standardErrors = jackknife(parts, (part) =>
    evaluate(
      training,
      pick(
        labels,
        judged,
        rowNumbers(rows.length).filter((place) => partOf[place] !== part),
      ),
    ),
  );
  const reference = labels.loss === 'absolute' ? baselineOf(training, medianOf) : means;
  return {
    accuracies: all,
    standardErrors: finiteOnly(standardErrors),
    baseline: finiteOnly(baseline),
    ...compareWith(labels, judged, reference, partOf, parts),
  };
}

function decideParts(cells: number): number {
  return Math.max(fewestParts, Math.min(mostParts, Math.floor(cellsMeasured / cells)));
}

/** A single value of 1e300 has an error of its own that no number holds: nothing is said of it then. */
function finiteOnly(figures: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).filter(([, figure]) => Number.isFinite(figure)));
}

function evaluate({ frame, validation }: Training, { rows, predictions, answers }: Judged): Record<string, number> {
  const { values, classCount } = frame.labels;
  const truth = Float64Array.from(rows, (row) => values[row]);
  if (classCount > 0) {
    const figures = measureClasses(truth, predictions, classCount, answers ?? answerClasses(predictions, classCount));
    return classCount === 2 ? { ...figures, pr_auc: measurePrecisionRecall(truth, predictions) } : figures;
  }
  const { stretch } = validation;
  const own = stretch && Int32Array.from(rows, (row) => stretch[row]);
  return { ...measureRegression(truth, predictions, own), median_ae: measureMedianError(truth, predictions) };
}

/** The jackknife over parts (Efron & Stein 1981): how much a figure moves when one part after another is left out. */
export function jackknife(
  parts: number,
  evaluateWithout: (part: number) => Record<string, number>,
): Record<string, number> {
  if (parts < 2) return {};
  const tries = Array.from({ length: parts }, (_, part) => evaluateWithout(part));
  return Object.fromEntries(
    Object.keys(tries[0]).map((name) => {
      const mean = tries.reduce((sum, one) => sum + one[name] / parts, 0);
      const squares = tries.reduce((sum, one) => sum + (one[name] - mean) ** 2, 0);
      return [name, Math.sqrt(((parts - 1) / parts) * squares)];
    }),
  );
}

function compareWith(labels: Labels, judged: Judged, reference: Judged, partOf: Uint8Array, parts: number) {
  const sums = new Float64Array(parts);
  for (const [place, row] of judged.rows.entries())
    sums[partOf[place]] +=
      rowLoss(labels, row, reference.predictions, place) - rowLoss(labels, row, judged.predictions, place);
  const gain = sums.reduce((sum, one) => sum + one, 0);
  const squares = sums.reduce((sum, one) => sum + (one - gain / parts) ** 2, 0);
  return { gain, gainError: Math.sqrt((squares * parts) / Math.max(1, parts - 1)) };
}

function pick({ classCount }: Labels, { rows, predictions, answers }: Judged, places: Int32Array): Judged {
  const width = Math.max(classCount, 1);
  const picked = new Float64Array(places.length * width);
  for (const [index, place] of places.entries())
    picked.set(predictions.subarray(place * width, (place + 1) * width), index * width);
  return {
    rows: Int32Array.from(places, (place) => rows[place]),
    predictions: picked,
    answers: answers && Float64Array.from(places, (place) => answers[place]),
  };
}

/** What the rows that each split learns from say without any input: the same of all that it holds out. */
function baselineOf(
  { frame, samples, rows }: Training,
  constantOf: (labels: Labels, train: Int32Array) => Float64Array,
): Judged {
  const { labels } = frame;
  const outputs = outputCount(labels);
  const predictions = new Float64Array(rows.length * outputs);
  let at = 0;
  // Shares of classes change from split to split against the classes held out, and would rank them the wrong way round.
  const shares = labels.classCount > 0 ? constantOf(labels, rowNumbers(labels.values.length)) : undefined;
  for (const { train, held } of samples) {
    const constant = shares ?? constantOf(labels, train);
    for (let index = 0; index < held.length; index++, at += outputs) predictions.set(constant, at);
  }
  return { ...averageRepeats(labels, rows, predictions), answers: null };
}
