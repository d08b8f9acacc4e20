import { measureClasses, measureRegression } from '@sibyl/engine/metrics/metrics.ts';
import type { Model, ModelDescription } from '@sibyl/engine/model.ts';
import type { Table } from '@sibyl/engine/table.ts';
import { train } from '@sibyl/engine/train.ts';
import { rowObject } from '../accuracy/csv.ts';
import type { Scenario } from './worlds.ts';

/** A metric that the model reports and the same metric on held-out rows. */
export interface Judgement {
  metric: string;
  said: number;
  standardError: number;
  truth: number;
  truthError: number;
  /** Reported and measured share for bounds of 0.9, or for answers by confidence. */
  saidInside: number;
  inside: number;
  scheme: string;
  seconds: number;
}

const chunks = 20;

export async function judge({ draw, request }: Scenario, seed: number, seconds: number): Promise<Judgement> {
  const { known, fresh } = draw(seed);
  const model = await train(known, { target: 'y', seed, timeBudgetSeconds: seconds, ...request });
  const { description } = model;
  const answers = answerAll(model, fresh);
  const metric = description.classes ? 'auc' : 'r2_score';
  const figure = (rows: Int32Array) => measureTruth(description, answers, rows)[metric] ?? Number.NaN;
  const all = Int32Array.from(answers.truth.keys());
  const tries = Array.from({ length: chunks }, (_, chunk) =>
    figure(all.filter((row) => Math.floor((chunks * row) / all.length) !== chunk)),
  );
  const mean = tries.reduce((sum, one) => sum + one / chunks, 0);
  return {
    metric,
    said: description.accuracies[metric],
    // Models of older versions have none.
    standardError: description.standardErrors?.[metric] ?? 0,
    truth: figure(all),
    truthError: Math.sqrt(((chunks - 1) / chunks) * tries.reduce((sum, one) => sum + (one - mean) ** 2, 0)),
    ...insideOf(description, answers),
    scheme: description.validation?.scheme ?? 'random',
    seconds: description.trainingSeconds,
  };
}

function answerAll(model: Model, table: Table) {
  const rows = Array.from({ length: table.rowCount }, (_, row) => rowObject(table, row));
  const predictions = model.predict(rows, { quantile: 0.9 }, []);
  if (!predictions) throw new Error('the fresh rows cannot be read');
  return { truth: Float64Array.from(rows, (row) => model.readTruth(row.y) ?? Number.NaN), predictions };
}

type Answers = ReturnType<typeof answerAll>;

function measureTruth({ classes }: ModelDescription, { truth, predictions }: Answers, rows: Int32Array) {
  const some = Float64Array.from(rows, (row) => truth[row]);
  const { probabilities, values } = predictions;
  const measured: Record<string, number> =
    classes && probabilities
      ? measureClasses(
          some,
          Float64Array.from([...rows].flatMap((row) => [probabilities[2 * row], probabilities[2 * row + 1]])),
          2,
        )
      : measureRegression(
          some,
          Float64Array.from(rows, (row) => values[row]),
        );
  return measured;
}

function insideOf({ classes, calibration }: ModelDescription, { truth, predictions }: Answers) {
  const { lower, upper, values } = predictions;
  const hits = truth.map((value, row) =>
    Number(classes ? value === values[row] : lower && upper ? value >= lower[row] && value <= upper[row] : false),
  );
  const count = calibration.reduce((sum, bin) => sum + bin.count, 0);
  return {
    saidInside: classes
      ? calibration.reduce((sum, bin) => sum + (bin.observed * bin.count) / count, 0)
      : (calibration.find(({ confidence }) => confidence === 0.9)?.observed ?? Number.NaN),
    inside: hits.reduce((sum, hit) => sum + hit, 0) / hits.length,
  };
}
