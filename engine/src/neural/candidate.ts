import { fillRows, planDesign } from '../linear/design.ts';
import { type Candidate, outputCount, type Part, type Sample } from '../selection/candidate.ts';
import { fitNetwork, type NetworkSettings } from './fit.ts';
import { networkPart } from './part.ts';

/** Few bends of numbers, so that steep ones need not be learned from scratch. */
const designOptions = { knots: 3, maxColumns: 300 };
const committeeSize = 3;
/** One product and sum in the kernel, the row's reading shared out. */
const microsecondsPerWeight = 0.001;
const hiddenUnits = { first: 32, second: 16 };

/** A small multilayer perceptron on standardised numbers and one-of-many categories. */
export function networkCandidate(name: string, settings: NetworkSettings): Candidate {
  return {
    name,
    start() {
      let weightsPerRow = 0;
      const parts: Part[] = [];
      const held: Float64Array[] = [];
      return {
        async add(sample) {
          const { part, width } = await fitNetworks(sample, settings, 1);
          weightsPerRow = width * hiddenUnits.first + hiddenUnits.first * hiddenUnits.second;
          parts.push(part);
          held.push(predictRows(part, sample, sample.held));
        },
        settle: () => ({
          held,
          parts,
          settings: { ...settings, ...hiddenUnits },
          cost: committeeSize * microsecondsPerWeight * weightsPerRow,
          refit: async (sample) => (await fitNetworks(sample, settings, committeeSize)).part,
        }),
      };
    },
  };
}

/** Networks differ by where they start; the mean of a few is steadier than any, and they cost little to ask. */
async function fitNetworks(sample: Sample, settings: NetworkSettings, memberCount: number) {
  const { encoded, labels, train, seed, deadline } = sample;
  const design = planDesign(encoded.features, encoded.columns, train, designOptions);
  const rows = fillRows(design, encoded.columns, train);
  const shape = { inputs: Math.max(design.columnCount, 1), ...hiddenUnits, outputs: outputCount(labels) };
  const truth = Float64Array.from(train, (row) => labels.values[row]);
  const { mean, spread } = labels.classCount === 0 ? scaleOf(truth) : { mean: 0, spread: 1 };
  const scaled = truth.map((value) => (value - mean) / spread);
  const members = [];
  for (let member = 0; member < memberCount; member++) {
    if (member > 0 && performance.now() > deadline) break;
    members.push(await fitNetwork(shape, rows, scaled, settings, { ...sample, seed: seed + member }));
  }
  return { part: networkPart({ design, shape, members, mean, spread }, encoded.features.length), width: design.width };
}

function scaleOf(values: Float64Array): { mean: number; spread: number } {
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2 / values.length, 0);
  return { mean, spread: Math.sqrt(squares) || 1 };
}

function predictRows(part: Part, { encoded, labels }: Sample, rows: Int32Array): Float64Array {
  const { columns } = encoded;
  const width = columns.length;
  const matrix = new Float64Array(rows.length * width);
  for (const [feature, column] of columns.entries())
    for (let row = 0; row < rows.length; row++) matrix[row * width + feature] = column[rows[row]];
  const out = new Float64Array(rows.length * outputCount(labels));
  part.score(matrix, rows.length, out);
  return out;
}
