import type { Encoded } from '../encoding/frame.ts';
import type { Part } from '../learners/contract.ts';
import type { SavedValue } from '../model-file/reader.ts';
import { scoreBlend, type WeightedPart } from './blend.ts';

/** A blend, and a layer above it that reads the row together with what the blend says of it. */
interface Stacked {
  members: readonly WeightedPart[];
  layer: Part;
  /** How much of the answer is the layer's; the rest is the blend's. */
  share: number;
  featureCount: number;
  outputs: number;
}

/** The encoded rows with what a blend says of them (rows x outputs) as further features. */
export function widen({ features, columns, encoders }: Encoded, predictions: Float64Array, outputs: number): Encoded {
  const rowCount = predictions.length / outputs;
  const said = Array.from({ length: outputs }, (_, output) => ({
    feature: { name: `prediction ${output}`, input: -1, categories: 0 },
    column: Float64Array.from({ length: rowCount }, (__, row) => predictions[row * outputs + output]),
  }));
  return {
    features: [...features, ...said.map(({ feature }) => feature)],
    columns: [...columns, ...said.map(({ column }) => column)],
    encoders,
  };
}

export function stackedPart({ members, layer, share, featureCount, outputs }: Stacked): Part {
  const width = featureCount + outputs;
  return {
    score(rows, count, out) {
      const said = new Float64Array(count * outputs);
      scoreBlend(members, rows, count, said, out, outputs);
      const widened = new Float64Array(count * width);
      for (let row = 0; row < count; row++) {
        widened.set(rows.subarray(row * featureCount, (row + 1) * featureCount), row * width);
        widened.set(said.subarray(row * outputs, (row + 1) * outputs), row * width + featureCount);
      }
      layer.score(widened, count, out);
      for (let index = 0; index < said.length; index++) out[index] = share * out[index] + (1 - share) * said[index];
    },
    save: (tensors) => ({
      kind: 'stacked',
      members: members.map(({ weight, part }) => ({ weight, part: part.save(tensors) })),
      layer: layer.save(tensors),
      share,
    }),
  };
}

/** Reads a stacked part; `load` reads the parts within, given how many features they see. */
export function loadStacked(
  saved: SavedValue,
  featureCount: number,
  outputs: number,
  load: (inner: SavedValue, featureCount: number) => Part,
): Part {
  const members = saved
    .get('members')
    .list(1000)
    .map((member) => ({ weight: member.get('weight').number(0, 1), part: load(member.get('part'), featureCount) }));
  if (members.length === 0) saved.fail('a blend of at least one part');
  const layer = load(saved.get('layer'), featureCount + outputs);
  return stackedPart({ members, layer, share: saved.get('share').number(0, 1), featureCount, outputs });
}
