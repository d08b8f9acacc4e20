import type { SavedValue } from '../../model-file/reader.ts';
import { softmaxInPlace } from '../../numerics/logistic.ts';
import type { SparseRows } from '../../numerics/sparse-rows.ts';
import type { AddContributions, FittedModel } from '../contract.ts';
import { type Design, fillRow, termWidth } from '../design.ts';
import { loadDesign } from '../load-design.ts';

export interface LinearModel {
  design: Design;
  /** One set of weights for regression and two classes, otherwise one for each class; in the layout of `fitLogistic`. */
  weights: Float64Array;
  featureCount: number;
  outputs: number;
}

const nanosecondsPerWeight = 5;

/** Returns a linear, logistic or softmax model of encoded rows. */
export function fittedLinear({ design, weights, featureCount, outputs }: LinearModel): FittedModel {
  const entries = { columns: new Int32Array(design.width), values: new Float64Array(design.width) };
  const sets = weights.length / (design.columnCount + 1);
  const scores = new Float64Array(outputs);
  return {
    cost: nanosecondsPerWeight * design.width * sets,
    score(rows, count, out) {
      for (let row = 0; row < count; row++) {
        fillRow(design, rows, row * featureCount, entries.columns, entries.values, 0);
        scoreSparse(weights, sets, entries, 0, design.width, scores);
        out.set(scores, row * outputs);
      }
    },
    ...(outputs === 1 && {
      explainOver: (background: Float64Array, inputOf: Int32Array) =>
        explainSum(design, weights, background, featureCount, inputOf),
    }),
    save(tensors) {
      return { kind: 'linear', terms: design.terms, columnCount: design.columnCount, weights: tensors.add(weights) };
    },
  };
}

/** Explains a sum over features: each term less its mean over the background. */
function explainSum(
  design: Design,
  weights: Float64Array,
  background: Float64Array,
  featureCount: number,
  inputOf: Int32Array,
): AddContributions {
  const entries = { columns: new Int32Array(design.width), values: new Float64Array(design.width) };
  const inputs = Int32Array.from(
    design.terms.flatMap((term) => new Array<number>(termWidth(term)).fill(inputOf[term.feature])),
  );
  const add = (row: Float64Array, from: number, weight: number, out: Float64Array, start: number) => {
    fillRow(design, row, from, entries.columns, entries.values, 0);
    for (let entry = 0; entry < inputs.length; entry++)
      out[start + inputs[entry]] += weight * weights[entries.columns[entry]] * entries.values[entry];
  };
  const means = new Float64Array(Math.max(0, ...inputOf) + 1);
  const rows = background.length / featureCount;
  for (let row = 0; row < rows; row++) add(background, row * featureCount, 1 / rows, means, 0);
  return (row, weight, out, start) => {
    add(row, 0, weight, out, start);
    for (let input = 0; input < means.length; input++) out[start + input] -= weight * means[input];
  };
}

/**
 * Writes the outputs of one sparse row. With one set of weights and two outputs these are the probabilities of the
 * logistic model.
 */
export function scoreSparse(
  weights: Float64Array,
  sets: number,
  { columns, values }: Pick<SparseRows, 'columns' | 'values'>,
  start: number,
  end: number,
  out: Float64Array,
): void {
  for (let set = 0; set < sets; set++) out[set] = weights[weights.length - sets + set];
  for (let entry = start; entry < end; entry++) {
    const at = columns[entry] * sets;
    for (let set = 0; set < sets; set++) out[set] += weights[at + set] * values[entry];
  }
  if (out.length === 1) return;
  if (sets > 1) softmaxInPlace(out);
  else {
    out[1] = 1 / (1 + Math.exp(-out[0]));
    out[0] = 1 - out[1];
  }
}

/** Checks all that `score` relies on: features, columns and the number of weights. */
export function loadLinear(saved: SavedValue, featureCount: number, outputs: number): FittedModel {
  const columnCount = saved.get('columnCount').integer(0, 1_000_000);
  const design = loadDesign(saved, columnCount, featureCount);
  const sets = outputs <= 2 ? 1 : outputs;
  const weights = saved.get('weights').doubles(sets * (columnCount + 1));
  return fittedLinear({ design, weights, featureCount, outputs });
}
