import type { SavedValue } from '../model-file/reader.ts';
import type { Labels } from '../target/labels.ts';
import type { Candidate, FittedModel, Split } from './contract.ts';
import { levelOfLatest } from './latest-level.ts';

/**
 * Predicts the same for all rows: the baseline that other candidates must beat. Numbers that are held out forward by
 * `timeColumns` have the level of the latest rows.
 */
export function constantCandidate(timeColumns: readonly string[] = []): Candidate {
  const valuesOf = ({ labels, train, encoded }: Split) => {
    const values = typicalOf(labels, train);
    if (labels.classCount > 0) return values;
    const residuals = Float64Array.from(train, (row) => labels.values[row] - values[0]);
    return Float64Array.of(values[0] + levelOfLatest(encoded, timeColumns, train, residuals));
  };
  return {
    name: 'constant',
    start() {
      const predictions: Float64Array[] = [];
      const models: FittedModel[] = [];
      return {
        async add(split) {
          const values = valuesOf(split);
          models.push(fittedConstant(values));
          predictions.push(repeat(values, split.validation.length));
        },
        result: () => ({
          predictions,
          models,
          settings: {},
          refit: async (split) => fittedConstant(valuesOf(split)),
        }),
      };
    },
  };
}

/** Returns the mean, the median where absolute errors count, or the share of each class. */
function typicalOf({ values, classCount, loss }: Labels, rows: Int32Array): Float64Array {
  if (classCount === 0 && loss === 'absolute') return medianOf({ values }, rows);
  return meanOf({ values, classCount }, rows);
}

export function meanOf({ values, classCount }: Pick<Labels, 'values' | 'classCount'>, rows: Int32Array): Float64Array {
  const typical = new Float64Array(Math.max(classCount, 1));
  for (const row of rows) typical[classCount > 0 ? values[row] : 0] += (classCount > 0 ? 1 : values[row]) / rows.length;
  return typical;
}

export function medianOf({ values }: Pick<Labels, 'values'>, rows: Int32Array): Float64Array {
  const sorted = Float64Array.from(rows, (row) => values[row]).sort();
  return Float64Array.of((sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2);
}

function fittedConstant(values: Float64Array): FittedModel {
  return {
    cost: values.length,
    score(_rows, count, out) {
      for (let index = 0; index < count * values.length; index++) out[index] = values[index % values.length];
    },
    ...(values.length === 1 && {
      explain(row: Float64Array, out: Float64Array) {
        out.fill(0, 0, row.length);
        out[row.length] = values[0];
      },
    }),
    save: () => ({ kind: 'constant', values: [...values] }),
  };
}

/** Loads a constant; it needs one number for each output. */
export function loadConstant(saved: SavedValue, _featureCount: number, outputs: number): FittedModel {
  const values = Float64Array.from(saved.get('values').list(1000), (value) => value.number());
  if (values.length !== outputs) saved.fail('one number for each output');
  return fittedConstant(values);
}

function repeat(values: Float64Array, count: number): Float64Array {
  return Float64Array.from({ length: count * values.length }, (_, index) => values[index % values.length]);
}
