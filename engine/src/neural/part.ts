import type { SavedValue } from '../file/reader.ts';
import { type Design, fillRow } from '../linear/design.ts';
import { loadDesign } from '../linear/part.ts';
import type { Part } from '../selection/candidate.ts';
import { type CompiledNetwork, compileNetwork } from './compiled-network.ts';
import { layOut, link, type Shape } from './network.ts';

export interface NetworkModel {
  design: Design;
  shape: Shape;
  parameters: Float64Array;
  /** Regression: the one raw score is in units of `spread` around `mean`. */
  mean: number;
  spread: number;
}

/** A perceptron over encoded rows. */
export function networkPart(model: NetworkModel, featureCount: number): Part {
  const { design, shape, parameters, mean, spread } = model;
  let network: CompiledNetwork | undefined;
  return {
    score(rows, count, out) {
      network ??= compileNetwork(shape, parameters, design.width);
      for (let row = 0; row < count; row++) {
        fillRow(design, rows, row * featureCount, network.columns, network.values, 0);
        const scores = network.forward();
        link(scores);
        if (scores.length === 1) scores[0] = mean + spread * scores[0];
        out.set(scores, row * shape.outputs);
      }
    },
    save: (tensors) => ({
      kind: 'network',
      terms: design.terms,
      shape,
      mean,
      spread,
      parameters: tensors.add(parameters),
    }),
  };
}

/** Checks the design and that there are as many parameters as the shape needs. */
export function loadNetwork(saved: SavedValue, featureCount: number, outputs: number): Part {
  const size = (key: string) => saved.get('shape').get(key).integer(1, 100_000);
  const shape = { inputs: size('inputs'), first: size('first'), second: size('second'), outputs };
  return networkPart(
    {
      design: loadDesign(saved, shape.inputs, featureCount),
      shape,
      parameters: saved.get('parameters').doubles(layOut(shape).size),
      mean: saved.get('mean').number(),
      spread: saved.get('spread').number(),
    },
    featureCount,
  );
}
