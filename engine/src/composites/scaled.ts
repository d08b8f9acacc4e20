import type { Candidate, CvResult, FittedModel, Split } from '../learners/contract.ts';
import type { SavedValue } from '../model-file/reader.ts';
import type { Labels } from '../target/labels.ts';
import { fromScale, type TargetScale, toScale } from '../target/scale.ts';

/**
 * Wraps a candidate so that it learns on another scale of the target. Predictions are multiplied by one factor so that
 * their mean is right: the mean of logarithms leads back to a middle value (smearing, Duan 1983).
 */
export function onScale(candidate: Candidate, scale: TargetScale): Candidate {
  const name = `${candidate.name}, ${scale.kind === 'logarithm' ? 'log target' : 'asinh target'}`;
  return {
    name,
    start() {
      const run = candidate.start();
      const splits: Split[] = [];
      return {
        async add(split) {
          splits.push(split);
          await run.add(scaleSample(split, scale));
        },
        result: () => settleScaled(run.result(), splits, scale),
      };
    },
  };
}

function scaleSample(split: Split, scale: TargetScale): Split {
  const { labels } = split;
  return {
    ...split,
    labels: { ...labels, values: labels.values.map((value) => toScale(scale, value)), loss: 'squared' },
  };
}

function settleScaled(result: CvResult, splits: readonly Split[], scale: TargetScale): CvResult {
  const { bag } = result;
  const predictions = result.predictions.map((values) => values.map((value) => fromScale(scale, value)));
  const factor = findFactor(predictions, splits);
  return {
    ...result,
    predictions: predictions.map((values) => values.map((value) => factor * value)),
    models: result.models.map((model) => fittedOnScale(model, scale, factor)),
    settings: { ...result.settings, scale: scale.kind },
    ...(bag && { bag: () => bag().map((model) => fittedOnScale(model, scale, factor)) }),
    refit: async (split) => fittedOnScale(await result.refit(scaleSample(split, scale)), scale, factor),
  };
}

/** The sum of the truths divided by the sum of the predictions; 1 where medians are wanted or both tails are drawn in. */
function findFactor(predictions: readonly Float64Array[], splits: readonly Split[]): number {
  let [truths, predicted] = [0, 0];
  let isWanted = true;
  for (const [splitIndex, { labels, validation: rows }] of splits.entries()) {
    isWanted &&= meansAreWanted(labels);
    for (const [index, row] of rows.entries()) {
      truths += labels.values[row];
      predicted += predictions[splitIndex][index];
    }
  }
  const factor = truths / predicted;
  return isWanted && factor > 0.5 && factor < 2 ? factor : 1;
}

function meansAreWanted({ values, loss }: Labels): boolean {
  return loss === 'squared' && values.every((value) => value >= 0);
}

function fittedOnScale(model: FittedModel, scale: TargetScale, factor: number): FittedModel {
  return {
    get cost() {
      return model.cost;
    },
    score(rows, count, out) {
      model.score(rows, count, out);
      for (let row = 0; row < count; row++) out[row] = factor * fromScale(scale, out[row]);
    },
    walkOver(background, inputOf, weight) {
      const walk = model.walkOver?.(background, inputOf, 1);
      if (!walk) return undefined;
      return (row, walks, values) => {
        const scaled = new Float64Array(values.length);
        walk(row, walks, scaled);
        for (const [step, value] of scaled.entries()) values[step] += weight * factor * fromScale(scale, value);
      };
    },
    save: (tensors) => ({ kind: 'scaled', scale, factor, part: model.save(tensors) }),
  };
}

/** Loads a model on another scale; `load` loads the model within. */
export function loadScaled(saved: SavedValue, outputs: number, load: (inner: SavedValue) => FittedModel): FittedModel {
  if (outputs !== 1) saved.fail('a model of one output');
  const scale = saved.get('scale');
  return fittedOnScale(
    load(saved.get('part')),
    {
      kind: scale.get('kind').oneOf(['logarithm', 'tails']),
      centre: scale.get('centre').number(),
      unit: scale.get('unit').number(Number.MIN_VALUE),
      low: scale.get('low').number(-700, 700),
      high: scale.get('high').number(-700, 700),
    },
    saved.get('factor').number(0, 1e6),
  );
}
