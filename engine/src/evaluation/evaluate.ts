import type { Finish } from '../answers/answerer.ts';
import { boundApart } from '../bounds/bound-apart.ts';
import { type JudgedAnswers, tabulateCalibration } from '../bounds/calibration-table.ts';
import type { PartingColumn } from '../bounds/class-parts.ts';
import { calibrationFolds, crossFitApart, decideApart } from '../bounds/cross-fit-classes.ts';
import { tabulateResiduals } from '../bounds/residuals.ts';
import { findSupport } from '../bounds/support.ts';
import { findSlices } from '../curves/find-slices.ts';
import { tabulateCuts } from '../curves/tabulate-cuts.ts';
import { tabulateErrors } from '../curves/tabulate-errors.ts';
import { tabulateScatter } from '../curves/tabulate-scatter.ts';
import type {
  CalibrationBin,
  CoverageDescription,
  Cuts,
  ErrorsDescription,
  LearningDescription,
  ResidualDescription,
  ScatterDescription,
  SlicesDescription,
  ThresholdRow,
} from '../description.ts';
import { encodeFor } from '../encoding/frame.ts';
import { keepHeldOut } from '../held-out/keep-held-out.ts';
import { countConfusion } from '../metrics/metrics.ts';
import { tabulateThresholds } from '../metrics/precision-recall.ts';
import type { AnsweredRows, HeldOut } from '../model.ts';
import { dealGroups } from '../splits/deal-groups.ts';
import { withoutRounding } from '../target/resolution.ts';
import { type PartedRows, partRows } from '../training/part-rows.ts';
import type { Training } from '../training/prepare.ts';
import type { Selection } from '../training/selection.ts';
import { averageRepeats, spreadOut } from './average-repeats.ts';
import { measureCoverage } from './coverage.ts';
import { fitOnFewer } from './fewer-rows.ts';
import { type Figures, type Judged, measureFigures } from './figures.ts';
import { doubtOfShortening, growthLeft } from './growth.ts';
import { errorsOfKnown, errorsOfOthers } from './known-errors.ts';
import { measureLearning } from './learning-curve.ts';
import { timeAhead } from './time-ahead.ts';

/** Predictions for held-out rows, from which figures of some of these follow. */
export interface JudgedRows {
  /** With weights that were chosen on other rows, and as served. */
  honest: Judged;
  chosen: Judged;
  /** How far each figure moved from half of the rows to all. */
  changes: Readonly<Record<string, number>>;
  answers: JudgedAnswers;
}

/** The step after the blend, and all figures that follow from validation predictions. */
export interface Evaluation {
  finish: Finish;
  /** Stages that were added to the model. */
  stages: string[];
  figures: Figures;
  /** For two classes: the figures that each threshold would have. */
  thresholds: ThresholdRow[];
  calibration: CalibrationBin[];
  coverage: CoverageDescription[];
  confusionMatrix: number[][] | null;
  residuals: ResidualDescription | null;
  /** For two classes, and for numbers. */
  cuts?: Cuts;
  scatter?: ScatterDescription;
  errors?: ErrorsDescription[];
  slices: SlicesDescription;
  heldOut: HeldOut;
  /** The predictions that the figures come from, and whether they were right or within their bounds. */
  judged: JudgedRows;
  parted: PartedRows | null;
  learning: LearningDescription | null;
  /** Whether something was skipped because time ran out. */
  isCutShort: boolean;
}

/** Fits calibration or bounds on the blend's validation predictions, and measures the result. */
export async function evaluateBlend(training: Training, selection: Selection): Promise<Evaluation> {
  return training.frame.labels.classCount === 0
    ? evaluateNumbers(training, selection)
    : evaluateClasses(training, selection);
}

async function evaluateNumbers(training: Training, selection: Selection): Promise<Evaluation> {
  const { frame, settings, validation, deadlines, monitor } = training;
  const { labels } = frame;
  const averaged = averageRepeats(labels, training.rows, selection.crossFitted);
  const means = withoutRounding(spreadOut(averaged, frame.rowCount), labels.values);
  const truth = Float64Array.from(averaged.rows, (row) => labels.values[row]);
  const { seed } = settings;
  const errors = means.map((mean, row) => labels.values[row] - mean);
  const encoded = encodeFor(frame, Int32Array.from(errors.keys()), seed);
  const honest = { ...averaged, answers: null };
  const parted = partRows(training, honest);
  const recognised = parted?.recognised ?? undefined;
  const fewer = await fitOnFewer(training, selection, recognised?.isJittered ?? false);
  const learning = fewer === 'too late' ? undefined : fewer;
  const raced = { predictions: means, errors };
  const support = findSupport(labels.values);
  const input = {
    encoded,
    truth: { values: labels.values, support },
    ...(recognised ? errorsOfOthers(recognised, raced) : raced),
    group: validation.group,
    learning,
    seed,
    time: timeAhead(training),
    deadline: deadlines.finish,
    pause: monitor.pause,
  };
  // A stacked layer is not tried on fewer rows.
  const ofKnown = recognised && errorsOfKnown(recognised, raced, selection.stack ? undefined : learning);
  const doubt = doubtOfShortening('mae', growthLeft(training));
  const { fitted, known, calibration, answers } = await boundApart(input, ofKnown, doubt);
  const { described, changes } = await measureLearning(training, selection);
  const chosen = { ...averageRepeats(labels, training.rows, selection.predictions), answers: null };
  return {
    finish: {
      kind: 'bounds',
      fitted,
      support,
      ...(recognised && known && { known: { rows: recognised.known, fitted: known } }),
    },
    stages: ['conformal bounds'],
    figures: measureFigures(training, honest, chosen, changes),
    judged: { honest, chosen, changes, answers },
    parted,
    thresholds: [],
    calibration,
    coverage: measureCoverage(frame.fields, answers),
    confusionMatrix: null,
    residuals: tabulateResiduals(means, errors),
    slices: slicesOf(training, averaged.rows, 'mae', (place, row) =>
      Math.abs(labels.values[row] - averaged.predictions[place]),
    ),
    scatter: tabulateScatter(truth, averaged.predictions),
    errors: tabulateErrors(
      frame.fields,
      averaged.rows,
      truth.map((value, place) => value - averaged.predictions[place]),
    ),
    heldOut: heldOutOf(training, averaged.rows, { truth, answers: averaged.predictions, chances: null }),
    learning: described,
    isCutShort: fewer === 'too late',
  };
}

/**
 * Evaluates a classification. The served calibration learns from all rows; its figures come from calibrations that did
 * not see the row.
 */
async function evaluateClasses(training: Training, selection: Selection): Promise<Evaluation> {
  const { rows, predictions } = averageRepeats(training.frame.labels, training.rows, selection.crossFitted);
  const { frame, settings, validation } = training;
  const { classCount, values } = frame.labels;
  const truth = Float64Array.from(rows, (row) => values[row]);
  const foldOf = dealGroups(validation.group, rows, calibrationFolds, settings.seed);
  const asked = {
    rows,
    truth,
    classCount,
    metric: settings.metric,
    columns: partingColumns(frame),
    probabilities: predictions,
  };
  const finishApart = (some: Float64Array, isKnown?: Uint8Array) => {
    const finished = crossFitApart({ ...asked, probabilities: some }, foldOf, isKnown);
    return { rows, predictions: finished.probabilities, answers: finished.answers };
  };
  const together = finishApart(predictions);
  const parted = partRows(training, together);
  const recognised = parted?.recognised ?? undefined;
  const { calibration, parts, known } = decideApart(asked, recognised?.isKnown);
  const honest = recognised ? finishApart(predictions, recognised.isKnown) : together;
  const chosen = finishApart(
    averageRepeats(frame.labels, training.rows, selection.predictions).predictions,
    recognised?.isKnown,
  );
  const { predictions: probabilities, answers } = honest;
  const confidence = answers.map((answer, row) => probabilities[row * classCount + answer]);
  const { described, changes } = await measureLearning(training, selection);
  const right = Uint8Array.from(answers, (answer, row) => (answer === truth[row] ? 1 : 0));
  const rightly = {
    rows,
    isRight: right,
    expected: confidence,
    shifts: new Float64Array(rows.length),
    group: validation.group,
  };
  return {
    finish: {
      kind: 'calibration',
      calibration,
      parts,
      ...(recognised && known && { known: { rows: recognised.known, ...known } }),
    },
    stages: ['temperature calibration', ...(calibration.weights ? ['class weights'] : [])],
    figures: measureFigures(training, honest, chosen, changes),
    judged: { honest, chosen, changes, answers: rightly },
    parted,
    thresholds: classCount === 2 ? tabulateThresholds(truth, probabilities) : [],
    calibration: tabulateCalibration(
      confidence,
      right,
      Int32Array.from(rows, (row) => validation.group[row]),
    ),
    coverage: measureCoverage(frame.fields, rightly),
    confusionMatrix: countConfusion(truth, answers, classCount),
    residuals: null,
    slices: slicesOf(
      training,
      rows,
      'log_loss',
      (place) => -Math.log(Math.max(leastProbability, probabilities[place * classCount + truth[place]])),
    ),
    heldOut: heldOutOf(training, rows, { truth, answers, chances: chancesOf(truth, probabilities, classCount) }),
    ...(classCount === 2 && {
      cuts: tabulateCuts(
        truth,
        truth.map((_, row) => probabilities[2 * row + 1]),
      ),
    }),
    learning: described,
    isCutShort: false,
  };
}

/** Most categories of a column by which probabilities may be calibrated apart, and most columns that are looked at. */
const [mostCategories, mostParting] = [20, 500];

function partingColumns({ base }: Training['frame']): PartingColumn[] {
  return base.features
    .flatMap(({ categories }, slot) => (categories !== 1 && categories <= mostCategories ? [{ slot, categories }] : []))
    .slice(0, mostParting)
    .map((one) => ({ ...one, values: base.columns[one.slot] }));
}

function heldOutOf({ target, validation }: Training, rows: Int32Array, answered: AnsweredRows): HeldOut {
  const groups = rows.map((row) => validation.group[row]);
  return keepHeldOut({ rows: rows.map((row) => target.sourceRows[row]), groups, ...answered });
}

/** The probability of the second of two classes, of the true one of more. */
function chancesOf(truth: Float64Array, probabilities: Float64Array, classCount: number): Float64Array {
  return truth.map((label, row) => probabilities[row * classCount + (classCount === 2 ? 1 : label)]);
}

/** A probability of 0 would cost endlessly. */
const leastProbability = 1e-6;

function slicesOf(
  { frame, validation }: Training,
  rows: Int32Array,
  metric: SlicesDescription['metric'],
  lossOf: (place: number, row: number) => number,
): SlicesDescription {
  const losses = Float64Array.from(rows, (row, place) => lossOf(place, row));
  const independent = new Set(Array.from(rows, (row) => validation.group[row])).size;
  return findSlices(frame.fields, { metric, rows, losses, independent });
}
