import type { SavedValue } from '../../model-file/reader.ts';
import type { FittedModel } from '../contract.ts';
import { fillRow } from '../design.ts';
import { loadDesign } from '../load-design.ts';
import { type CompiledNetworks, compileNetworks } from './compiled-network.ts';
import { layOut, link } from './network.ts';
import type { NetworkModel } from './network-model.ts';
import { walkNetworks } from './walked-network.ts';

const nanosecondsPerWeight = 1;

/** Returns the mean of perceptrons over the same encoded rows. */
export function fittedNetwork(model: NetworkModel, featureCount: number): FittedModel {
  const { design, shape, members, mean, spread } = model;
  const { outputs } = shape;
  let networks: CompiledNetworks | undefined;
  const weights = members.reduce((sum, { length }) => sum + length, 0);
  return {
    cost: nanosecondsPerWeight * weights,
    score(rows, count, out) {
      networks ??= compileNetworks(shape, members, design.width);
      out.fill(0, 0, count * outputs);
      for (let row = 0; row < count; row++) {
        fillRow(design, rows, row * featureCount, networks.columns, networks.values, 0);
        for (let member = 0; member < members.length; member++) {
          const scores = networks.forward(member);
          link(scores);
          if (outputs === 1) scores[0] = mean + spread * scores[0];
          for (let output = 0; output < outputs; output++)
            out[row * outputs + output] += scores[output] / members.length;
        }
      }
    },
    walkOver: (background, inputOf, weight) => walkNetworks(model, background, inputOf, weight),
    save: (tensors) => ({
      kind: 'network',
      terms: design.terms,
      shape,
      mean,
      spread,
      members: members.map((parameters) => tensors.add(parameters)),
    }),
  };
}

/** Loads networks, with checks of the design and the number of parameters. */
export function loadNetwork(saved: SavedValue, featureCount: number, outputs: number): FittedModel {
  const size = (key: string) => saved.get('shape').get(key).integer(1, 100_000);
  const shape = { inputs: size('inputs'), first: size('first'), second: size('second'), outputs };
  const members = saved.get('members').list(100);
  if (members.length === 0) saved.fail('at least one network');
  return fittedNetwork(
    {
      design: loadDesign(saved, shape.inputs, featureCount),
      shape,
      members: members.map((member) => member.doubles(layOut(shape).size)),
      mean: saved.get('mean').number(),
      spread: saved.get('spread').number(),
    },
    featureCount,
  );
}
