import type { Encoded } from '../encoding/frame.ts';
import type { FittedModel } from '../learners/contract.ts';
import type { SavedValue } from '../model-file/reader.ts';
import { costOfBlend, scoreBlend, type WeightedModel } from './blend.ts';

/** A blend, and a layer above it that reads the row together with the blend's predictions. */
interface Stacked {
  members: readonly WeightedModel[];
  layer: FittedModel;
  /** The weight of the layer; the blend has the rest. */
  share: number;
  featureCount: number;
  outputs: number;
}

/** Adds a blend's predictions (rows x outputs) to the encoded rows as features. */
export function widen({ features, columns, encoders }: Encoded, predictions: Float64Array, outputs: number): Encoded {
  const rowCount = predictions.length / outputs;
  const predicted = Array.from({ length: outputs }, (_, output) => ({
    feature: { name: `prediction ${output}`, input: -1, categories: 0 },
    column: Float64Array.from({ length: rowCount }, (__, row) => predictions[row * outputs + output]),
  }));
  return {
    features: [...features, ...predicted.map(({ feature }) => feature)],
    columns: [...columns, ...predicted.map(({ column }) => column)],
    encoders,
  };
}

export function fittedStack({ members, layer, share, featureCount, outputs }: Stacked): FittedModel {
  const width = featureCount + outputs;
  return {
    get cost() {
      return costOfBlend(members) + layer.cost + width;
    },
    score(rows, count, out) {
      const predicted = new Float64Array(count * outputs);
      scoreBlend(members, rows, count, predicted, out, outputs);
      const widened = new Float64Array(count * width);
      for (let row = 0; row < count; row++) {
        widened.set(rows.subarray(row * featureCount, (row + 1) * featureCount), row * width);
        widened.set(predicted.subarray(row * outputs, (row + 1) * outputs), row * width + featureCount);
      }
      layer.score(widened, count, out);
      for (let index = 0; index < predicted.length; index++)
        out[index] = share * out[index] + (1 - share) * predicted[index];
    },
    save: (tensors) => ({
      kind: 'stacked',
      members: members.map(({ weight, model }) => ({ weight, part: model.save(tensors) })),
      layer: layer.save(tensors),
      share,
    }),
  };
}

/** Loads a stacked model; `load` loads the models within, given their number of features. */
export function loadStacked(
  saved: SavedValue,
  featureCount: number,
  outputs: number,
  load: (inner: SavedValue, featureCount: number) => FittedModel,
): FittedModel {
  const members = saved
    .get('members')
    .list(1000)
    .map((member) => ({ weight: member.get('weight').number(0, 1), model: load(member.get('part'), featureCount) }));
  if (members.length === 0) saved.fail('a blend of at least one model');
  const layer = load(saved.get('layer'), featureCount + outputs);
  return fittedStack({ members, layer, share: saved.get('share').number(0, 1), featureCount, outputs });
}
