import type { Finish } from '../answers/answerer.ts';
import { type CalibrationBin, tabulateCalibration } from '../bounds/calibration-table.ts';
import { crossCheckBounds } from '../bounds/cross-check-bounds.ts';
import { calibrationParts, crossFitClasses, decideClasses } from '../bounds/cross-fit-classes.ts';
import { fitBounds, type HeldErrors } from '../bounds/fit-bounds.ts';
import { tabulateResiduals } from '../bounds/residuals.ts';
import { findSupport } from '../bounds/support.ts';
import type { CoverageDescription, LearningDescription, ResidualDescription, ThresholdRow } from '../description.ts';
import { encodeFor } from '../encoding/frame.ts';
import { countConfusion } from '../metrics/metrics.ts';
import { tabulateThresholds } from '../metrics/precision-recall.ts';
import { dealGroups } from '../splits/deal-groups.ts';
import type { Training } from '../training/prepare.ts';
import type { Selection } from '../training/selection.ts';
import { averageRepeats, spreadOut } from './average-repeats.ts';
import { measureCoverage } from './coverage.ts';
import { fitOnFewer } from './fewer-rows.ts';
import { type Figures, measureFigures } from './figures.ts';
import { measureLearning } from './learning-curve.ts';

/** What follows the blend, and all that held-out predictions say of the model. */
export interface Finished {
  finish: Finish;
  /** Stages that it added to the model. */
  stages: string[];
  figures: Figures;
  /** Of two classes: what each threshold would be worth. */
  thresholds: ThresholdRow[];
  calibration: CalibrationBin[];
  coverage: CoverageDescription[];
  confusionMatrix: number[][] | null;
  residuals: ResidualDescription | null;
  learning: LearningDescription | null;
  /** Something was left out for want of time. */
  isCutShort: boolean;
}

/** Calibrates classes or bounds numbers on the blend's held-out predictions, and measures what will be served. */
export async function finishBlend(training: Training, selection: Selection): Promise<Finished> {
  return training.frame.labels.classCount === 0
    ? finishNumbers(training, selection)
    : finishClasses(training, selection);
}

async function finishNumbers(training: Training, selection: Selection): Promise<Finished> {
  const { frame, settings, validation, deadlines, monitor } = training;
  const { labels } = frame;
  const held = averageRepeats(labels, training.rows, selection.honest);
  const means = spreadOut(held, frame.rowCount);
  const { seed } = settings;
  const errors = means.map((mean, row) => labels.values[row] - mean);
  const encoded = encodeFor(frame, Int32Array.from(errors.keys()), seed);
  const learning = await fitOnFewer(training, selection);
  const known: HeldErrors = {
    encoded,
    predictions: means,
    errors,
    group: validation.group,
    learning: learning === 'too late' ? undefined : learning,
    seed,
    deadline: deadlines.finish,
    pause: monitor.pause,
  };
  const bounds = await fitBounds(known);
  const { calibration, answers } = crossCheckBounds(known, bounds);
  return {
    finish: { kind: 'bounds', fitted: bounds.fitted, support: findSupport(labels.values) },
    stages: ['conformal bounds'],
    figures: measureFigures(training, { ...held, answers: null }),
    thresholds: [],
    calibration,
    coverage: measureCoverage(frame.fields, answers),
    confusionMatrix: null,
    residuals: tabulateResiduals(means, errors),
    learning: await measureLearning(training, selection),
    isCutShort: learning === 'too late',
  };
}

/** What is served learns from all rows; what is said of it comes from rows that it did not learn from. */
async function finishClasses(training: Training, selection: Selection): Promise<Finished> {
  const { rows, predictions } = averageRepeats(training.frame.labels, training.rows, selection.honest);
  const { frame, settings, validation } = training;
  const { classCount, values } = frame.labels;
  const truth = Float64Array.from(rows, (row) => values[row]);
  const partOf = dealGroups(validation.group, rows, calibrationParts, settings.seed);
  const calibration = decideClasses(truth, predictions, classCount, settings.metric);
  const { probabilities, answers } = crossFitClasses(truth, predictions, classCount, settings.metric, partOf);
  const confidence = answers.map((answer, row) => probabilities[row * classCount + answer]);
  const right = Uint8Array.from(answers, (answer, row) => (answer === truth[row] ? 1 : 0));
  return {
    finish: { kind: 'calibration', calibration },
    stages: ['temperature calibration', ...(calibration.weights ? ['class weights'] : [])],
    figures: measureFigures(training, { rows, predictions: probabilities, answers }),
    thresholds: classCount === 2 ? tabulateThresholds(truth, probabilities) : [],
    calibration: tabulateCalibration(confidence, right),
    coverage: measureCoverage(frame.fields, {
      rows,
      held: right,
      expected: confidence,
      shift: 0,
      group: validation.group,
    }),
    confusionMatrix: countConfusion(truth, answers, classCount),
    residuals: null,
    learning: await measureLearning(training, selection),
    isCutShort: false,
  };
}
