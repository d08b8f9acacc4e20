import { calibrated, fitCalibration } from '../bounds/calibration.ts';
import { shareInsideKnots } from '../bounds/local.ts';
import { tabulateResiduals } from '../bounds/residuals.ts';
import { fitBounds } from '../bounds/spread.ts';
import { type CalibrationBin, tabulateCalibration } from '../bounds/table.ts';
import { encodeFor } from '../encoding/frame.ts';
import type { ResidualDescription } from '../model.ts';
import type { TrainedState } from '../prediction/trained-model.ts';
import { chooseWeights } from '../selection/decision.ts';
import { countConfusion, likeliest, type MetricName, measureClasses } from '../selection/metrics.ts';
import { measure } from '../selection/score.ts';
import { fitOnFewer } from './fewer-rows.ts';
import { meanByRow } from './held-out.ts';
import type { Training } from './prepare.ts';
import type { Selection } from './select.ts';

/** What follows the blend, and all that held-out predictions say of the model. */
export interface Finished {
  finish: TrainedState['finish'];
  /** Stages that it added to the model. */
  stages: string[];
  accuracies: Partial<Record<MetricName, number>>;
  calibration: CalibrationBin[];
  confusionMatrix: number[][] | null;
  residuals: ResidualDescription | null;
  /** Something was left out for want of time. */
  isCutShort: boolean;
}

/** Calibrates classes or bounds numbers on the blend's held-out predictions, and measures what will be served. */
export async function finishBlend(training: Training, selection: Selection): Promise<Finished> {
  return training.frame.labels.classCount === 0
    ? finishNumbers(training, selection)
    : finishClasses(training, selection.predictions);
}

async function finishNumbers(training: Training, selection: Selection): Promise<Finished> {
  const { frame, rows, settings, deadlines, monitor } = training;
  const { predictions } = selection;
  const { labels } = frame;
  const means = meanByRow(frame, rows, predictions);
  const { seed } = settings;
  const errors = means.map((mean, row) => labels.values[row] - mean);
  const encoded = encodeFor(frame, Int32Array.from(errors.keys()), seed);
  const learning = await fitOnFewer(training, selection);
  const fitted = await fitBounds({
    encoded,
    predictions: means,
    errors,
    learning: learning === 'too late' ? undefined : learning,
    seed,
    deadline: deadlines.finish,
    pause: monitor.pause,
  });
  const levels = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
  const count = errors.filter((error) => !Number.isNaN(error)).length;
  return {
    finish: { kind: 'bounds', fitted },
    stages: ['conformal bounds'],
    accuracies: measure(labels, rows, predictions, settings.metric),
    calibration: levels.map((confidence) => ({
      confidence,
      observed: shareInsideKnots(fitted.knots, confidence),
      count,
    })),
    confusionMatrix: null,
    residuals: tabulateResiduals(means, errors),
    isCutShort: learning === 'too late',
  };
}

function finishClasses({ frame, rows, settings }: Training, predictions: Float64Array): Finished {
  const { classCount, values } = frame.labels;
  const truth = Float64Array.from(rows, (row) => values[row]);
  const fitted = fitCalibration(truth, predictions, classCount);
  const probabilities = calibrated(fitted, predictions, classCount);
  const weights = chooseWeights(settings.metric, truth, probabilities, classCount);
  const calibration = { ...fitted, weights };
  const answers = Float64Array.from(truth, (_, row) => likeliest(probabilities, row * classCount, classCount, weights));
  const confidence = answers.map((answer, row) => probabilities[row * classCount + answer]);
  const right = Uint8Array.from(answers, (answer, row) => (answer === truth[row] ? 1 : 0));
  return {
    finish: { kind: 'calibration', calibration },
    stages: ['temperature calibration', ...(weights ? ['class weights'] : [])],
    accuracies: measureClasses(truth, probabilities, classCount, weights),
    calibration: tabulateCalibration(confidence, right),
    confusionMatrix: countConfusion(truth, probabilities, classCount, weights),
    residuals: null,
    isCutShort: false,
  };
}
