import { errorOfMedian, measureClasses, measureMedianError, measureRegression } from '@sibyl/engine/metrics/metrics.ts';
import type { Model, ModelDescription } from '@sibyl/engine/model.ts';
import type { Scheme } from '@sibyl/engine/request.ts';
import type { Table } from '@sibyl/engine/table.ts';
import { train } from '@sibyl/engine/train.ts';
import { rowObject } from '../accuracy/csv.ts';
import { type Calibrated, calibratedClasses, calibratedNumbers } from './calibrated.ts';
import { jackknifeError } from './jackknife.ts';
import type { Scenario } from './worlds.ts';

/** A figure that the model reports and the same figure on held-out rows. */
export interface FigureJudgement {
  metric: string;
  said: number;
  standardError: number;
  truth: number;
  truthError: number;
}

/** The figures of one model. */
export interface Judgement {
  figures: FigureJudgement[];
  /** Reported and measured share for bounds of 0.9, or for answers by confidence. */
  saidInside: number;
  inside: number;
  /** Standard error of the measured share. */
  insideError: number;
  /** What calibration says, level by level, beside what is true. */
  calibrated: Calibrated[];
  /** The rows lie farther ahead than figures tell of. */
  isFarther: boolean;
  scheme: string;
  seconds: number;
}

/** What a model says of rows that a scheme holds out: its first figures, unless it has others for such rows. */
function toldOf(description: ModelDescription, kind: Scheme | undefined): Told {
  const { accuracies, standardErrors, calibration, accuraciesElsewhere = [] } = description;
  const isFirst = kind === undefined || description.validation?.scheme === kind;
  const other = isFirst ? undefined : accuraciesElsewhere.find(({ scheme }) => scheme === kind);
  if (!other) return { accuracies, standardErrors, calibration, independent: description.validation?.independent };
  const { expected: confidence, ...level } = other.coverage;
  return {
    accuracies: other.accuracies,
    standardErrors: other.standard_errors,
    calibration: [{ confidence, ...level, count: other.held_rows }],
    independent: other.independent,
  };
}

type Told = Pick<ModelDescription, 'accuracies' | 'standardErrors' | 'calibration'> & {
  independent: number | undefined;
};

export async function judge(
  { draw, request, isFarther = false, kind }: Scenario,
  seed: number,
  seconds: number,
): Promise<Judgement> {
  const { known, fresh, futures, areClustered = false } = draw(seed);
  const asked = { target: 'y', seed, timeBudgetSeconds: seconds, ...request };
  const model = await train(known, asked);
  const { description } = model;
  const told = toldOf(description, kind);
  const answers = answerAll(model, fresh, asked.target, futures);
  const all = Int32Array.from(answers.truth.keys());
  const truths = measureTruth(description, answers, all);
  const figures = Object.entries(truths).map(([metric, truth]) => ({
    metric,
    said: told.accuracies[metric] ?? Number.NaN,
    // Models of older versions have none.
    standardError: told.standardErrors?.[metric] ?? 0,
    truth,
    truthError:
      metric === 'median_ae' && !answers.future
        ? errorOfMedian(answers.truth, answers.predictions.values, errorOfShare(answers))
        : jackknifeError(all, (rows) => measureTruth(description, answers, rows)[metric]),
  }));
  return {
    figures,
    ...insideOf({ ...description, ...told }, answers, areClustered || answers.future !== null),
    calibrated: description.classes
      ? calibratedClasses(answers.truth, answers.predictions, told.independent)
      : calibratedNumbers(model, told, answers, areClustered || answers.future !== null),
    isFarther,
    scheme: description.validation?.scheme ?? 'random',
    seconds: description.trainingSeconds,
  };
}

/** Standard error of the share of rows below the median error; neighbours may be rows of one customer. */
function errorOfShare({ truth, predictions }: Answers): number {
  const errors = truth.map((value, row) => Math.abs(value - predictions.values[row]));
  const median = measureMedianError(truth, predictions.values);
  return jackknifeError(
    Int32Array.from(errors.keys()),
    (rows) => rows.reduce((sum, row) => sum + Number(errors[row] <= median), 0) / rows.length,
  );
}

function answerAll(model: Model, table: Table, target: string, futures?: number) {
  const rows = Array.from({ length: table.rowCount }, (_, row) => rowObject(table, row));
  const predictions = model.predict(rows, { quantile: 0.9 }, []);
  if (!predictions) throw new Error('the fresh rows cannot be read');
  const truth = Float64Array.from(rows, (row) => model.readTruth(row[target]) ?? Number.NaN);
  const future = futures ? Int32Array.from(rows, (_, row) => Math.floor((row * futures) / rows.length)) : null;
  return { rows, truth, predictions, future };
}

type Answers = ReturnType<typeof answerAll>;

function measureTruth(
  { classes }: ModelDescription,
  { truth, predictions, future }: Answers,
  rows: Int32Array,
): Record<string, number> {
  const { probabilities, values } = predictions;
  const some = Float64Array.from(rows, (row) => truth[row]);
  const own = Float64Array.from(rows, (row) => values[row]);
  if (!classes || !probabilities) {
    const stretch = future && Int32Array.from(rows, (row) => future[row]);
    const { r2_score, mae, rmse } = measureRegression(some, own, stretch);
    return { r2_score, mae, rmse, median_ae: measureMedianError(some, own) };
  }
  const width = classes.length;
  const shares = new Float64Array(rows.length * width);
  for (const [place, row] of rows.entries())
    shares.set(probabilities.subarray(row * width, (row + 1) * width), place * width);
  const { auc, log_loss, accuracy } = measureClasses(some, shares, width, own);
  return { auc, log_loss, accuracy };
}

function insideOf({ classes, calibration }: ModelDescription, { truth, predictions }: Answers, areClustered: boolean) {
  const { lower, upper, values } = predictions;
  const hits = truth.map((value, row) =>
    Number(classes ? value === values[row] : lower && upper ? value >= lower[row] && value <= upper[row] : false),
  );
  const count = calibration.reduce((sum, bin) => sum + bin.count, 0);
  const inside = hits.reduce((sum, hit) => sum + hit, 0) / hits.length;
  return {
    saidInside: classes
      ? calibration.reduce((sum, bin) => sum + (bin.confidence * bin.count) / count, 0)
      : (calibration.find(({ confidence }) => confidence === 0.9)?.observed ?? Number.NaN),
    inside,
    insideError: areClustered
      ? jackknifeError(
          Int32Array.from(hits.keys()),
          (rows) => rows.reduce((sum, row) => sum + hits[row], 0) / rows.length,
        )
      : Math.sqrt((inside * (1 - inside)) / hits.length),
  };
}
