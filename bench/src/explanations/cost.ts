import { contributionSampler } from '@sibyl/engine/explanations/sample-contributions.ts';
import { fittedNetwork } from '@sibyl/engine/learners/neural/fitted-network.ts';
import { layOut } from '@sibyl/engine/learners/neural/network.ts';
import { createRandom } from '@sibyl/engine/random.ts';
import { binFeatures } from '@sibyl/engine/trees/binning/bin-features.ts';
import { explainOverBackground } from '@sibyl/engine/trees/explain/interventional.ts';
import { trainForest } from '@sibyl/engine/trees/growing/boost.ts';
import { tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';

const columns = 10;
const trainingRows = 5000;
const backgroundRows = 100;
const rounds = 9;

/** Measures the processor time of one explained row, best of nine rounds: exact for trees, sampled for a network. */
export function measureCost(options: string[]): void {
  console.log(describeRun('explanations', options, []));
  const random = createRandom(1);
  const drawRows = (count: number) => Float64Array.from({ length: count * columns }, () => random() * 4 - 2);
  const [background, rows] = [drawRows(backgroundRows), drawRows(1000)];
  const bound = 'at most' as const;
  const trees = timeRow(rows, 1000, treeExplainer(drawRows(trainingRows), background));
  const sampled = timeRow(rows, 20, networkExplainer(background, random)) / 1000;
  console.log(
    tellGoals([
      { what: `100 trees of 31 leaves, ${columns} columns, exact`, measured: trees, bound, goal: 50, unit: ' µs' },
      { what: `a network of ${columns} inputs, sampled`, measured: sampled, bound, goal: 0.2, unit: ' ms' },
    ]),
  );
}

/** Returns microseconds of processor time a row. */
function timeRow(rows: Float64Array, count: number, explain: (row: Float64Array) => void): number {
  const times = Array.from({ length: rounds }, () => {
    const begun = process.cpuUsage();
    for (let row = 0; row < count; row++) explain(rows.subarray(row * columns, (row + 1) * columns));
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / count;
  });
  return Math.min(...times);
}

function treeExplainer(training: Float64Array, background: Float64Array): (row: Float64Array) => void {
  const inputs = Array.from({ length: columns }, (_, column) => column);
  const features = inputs.map((column) => {
    const values = Float64Array.from({ length: trainingRows }, (_, row) => training[row * columns + column]);
    return { name: `x${column}`, kind: 'number' as const, values };
  });
  const [a, b, c, d] = features.map(({ values }) => values);
  const targets = a.map((value, row) => Math.sin(value) * b[row] + c[row] ** 2 + Math.abs(d[row]));
  const objective = { loss: 'squared', targets, trainRows: Int32Array.from(targets.keys()) } as const;
  const settings = { rounds: 100, maxLeaves: 31, minRowsPerLeaf: 20 };
  const { forest } = trainForest(binFeatures(features, trainingRows), objective, settings);
  const explain = explainOverBackground(forest, background, Int32Array.from(inputs));
  if (explain === undefined) throw new Error('The trees have too many inputs to be explained exactly.');
  const out = new Float64Array(columns);
  return (row) => explain(row, 1, out, 0);
}

function networkExplainer(background: Float64Array, random: () => number): (row: Float64Array) => void {
  const shape = { inputs: columns, first: 32, second: 16, outputs: 1 };
  const parameters = Float64Array.from({ length: layOut(shape).size }, () => random() - 0.5);
  const inputOf = Int32Array.from({ length: columns }, (_, column) => column);
  const terms = Array.from(inputOf, (feature) => ({
    ...{ kind: 'numeric' as const, feature, column: feature, mean: 0, scale: 1, isSoft: false, low: -9, high: 9 },
    ...{ knots: [], hasMissing: false },
  }));
  const design = { terms, columnCount: columns, width: columns };
  const network = fittedNetwork({ design, shape, members: [parameters], mean: 0, spread: 1 }, columns);
  const evaluate = (rows: Float64Array, count: number) => {
    const values = new Float64Array(count);
    network.score(rows, count, values);
    return values;
  };
  const walk = network.walkOver?.(background, inputOf, 1);
  if (walk === undefined) throw new Error('The network has too many inputs for quick walks.');
  const inputs = Array.from(inputOf, (column) => [column]);
  const backgroundValues = evaluate(background, backgroundRows);
  const sample = contributionSampler({ background, backgroundValues, width: columns, inputs, walk });
  return (row) => void sample(row, evaluate(row, 1)[0]);
}
