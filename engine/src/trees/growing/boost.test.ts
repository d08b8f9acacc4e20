import { expect, test } from 'vitest';
import { createMulberry32 } from '../../random.ts';
import { binFeatures } from '../binning/bin-features.ts';
import { checkForest } from '../forest/check-forest.ts';
import { compileForest } from '../predict/compile.ts';
import { scoreBinned } from '../predict/score-binned.ts';
import { trainForest } from './boost.ts';

const rowCount = 600;
const allRows = Int32Array.from({ length: rowCount }, (_, row) => row);
const trainRows = allRows.subarray(0, 400);
const validationRows = allRows.subarray(400);

/** Two numeric columns (one with missing cells), a category, and targets that depend on them. */
function makeTable() {
  const random = createMulberry32(7);
  const first = Float64Array.from(allRows, () => random());
  const second = Float64Array.from(allRows, () => (random() < 0.1 ? Number.NaN : random()));
  const codes = Int32Array.from(allRows, () => Math.floor(random() * 12) - 1);
  const targets = Float64Array.from(
    allRows,
    (row) => Math.sin(6 * first[row]) + (Number.isNaN(second[row]) ? 1 : second[row]) + (codes[row] % 3),
  );
  const binned = binFeatures(
    [
      { name: 'first', kind: 'number', values: first },
      { name: 'second', kind: 'number', values: second },
      { name: 'codes', kind: 'category', codes, categoryCount: 12 },
    ],
    rowCount,
  );
  return { first, second, codes, targets, binned };
}

const table = makeTable();
const rounded = (scale: number) => table.targets.map((target) => Math.max(0, Math.min(2, Math.round(target * scale))));

test.each([
  ['squared', table.targets, 0.03],
  ['huber', table.targets, 0.02],
  ['quantile', table.targets, 0.06],
  ['logistic', table.targets.map((target) => (target > 1.5 ? 1 : 0)), 0.12],
  ['poisson', rounded(1), 0.7],
  ['tweedie', rounded(1), 4],
  ['gamma', rounded(1).map((target) => target + 1), 1.9],
  ['softmax', rounded(0.7), 0.3],
  ['brier', rounded(0.7), 0.3],
] as const)('%s loss on held-out rows falls and stays low', (loss, targets, limit) => {
  const objective = { loss, targets, classCount: 3, trainRows, validationRows };
  const { validationLosses } = trainForest(table.binned, objective, { rounds: 60 });
  expect(validationLosses[59]).toBeLessThan(validationLosses[0]);
  expect(validationLosses[59]).toBeLessThan(limit);
});

const groups = Int32Array.from(allRows, (row) => Math.floor(row / 5));
const isBest = (row: number) =>
  groups.every((group, other) => group !== groups[row] || table.targets[other] <= table.targets[row]);

test('the best of each group comes first, also among those that were held out', () => {
  const targets = Float64Array.from(allRows, (row) => Number(isBest(row)));
  const objective = { loss: 'ranking', targets, groups, trainRows, validationRows } as const;
  const { forest, validationLosses } = trainForest(table.binned, objective, { rounds: 20, minRowsPerLeaf: 5 });
  expect(validationLosses[19]).toBeLessThan(0.7 * Math.log(5));
  const scores = new Float64Array(200);
  scoreBinned(forest, table.binned, validationRows, scores);
  const firsts = Array.from({ length: 40 }, (_, at) => {
    const own = scores.subarray(5 * at, 5 * at + 5);
    return targets[validationRows[5 * at + own.indexOf(Math.max(...own))]];
  });
  // By chance it would be 8
  expect(firsts.filter((one) => one === 1).length).toBeGreaterThan(24);
});

test('groups are needed for each row', () => {
  const objective = {
    loss: 'ranking',
    targets: table.targets.map(() => 0),
    groups: groups.subarray(1),
    trainRows,
  } as const;
  expect(() => trainForest(table.binned, objective)).toThrow('There are 599 groups for 600 rows.');
});

test('values and bins give the same scores', () => {
  const objective = { loss: 'squared', targets: table.targets, trainRows } as const;
  const { forest } = trainForest(table.binned, objective, { rounds: 20 });
  const fromBins = new Float64Array(200);
  const fromValues = new Float64Array(200);
  scoreBinned(forest, table.binned, validationRows, fromBins);
  const rows = [...validationRows].flatMap((row) => [table.first[row], table.second[row], table.codes[row]]);
  compileForest(forest).scoreRows(Float64Array.from(rows), 200, fromValues);
  checkForest(forest);
  expect(fromValues).toEqual(fromBins);
});

test('early stopping keeps the trees up to the best round', () => {
  const targets = table.targets.map((target, row) => target + Math.sin(row * 77));
  const objective = { loss: 'squared', targets, trainRows, validationRows } as const;
  const settings = { rounds: 500, learningRate: 0.3, minRowsPerLeaf: 2, earlyStoppingRounds: 10 };
  const { forest, bestRound, validationLosses } = trainForest(table.binned, objective, settings);
  expect(validationLosses.length).toBe(bestRound + 10);
  expect(validationLosses.indexOf(Math.min(...validationLosses))).toBe(bestRound - 1);
  expect(forest.roots.length).toBe(bestRound);
});

test.each([
  ['random forest', { nodeFeatureFraction: 0.7, rowFraction: 0.632 }, 0.2],
  ['extra-trees', { splitMode: 'random' }, 0.06],
] as const)('%s: the reported loss is that of the mean of all trees', (_, extra, limit) => {
  const objective = { loss: 'squared', targets: table.targets, trainRows, validationRows } as const;
  const settings = { mode: 'forest', rounds: 50, maxLeaves: 200, minRowsPerLeaf: 2, ...extra } as const;
  const { forest, validationLosses } = trainForest(table.binned, objective, settings);
  const scores = new Float64Array(validationRows.length);
  scoreBinned(forest, table.binned, validationRows, scores);
  const loss = scores.reduce((sum, score, place) => sum + (score - table.targets[validationRows[place]]) ** 2, 0);
  expect(validationLosses[49]).toBeCloseTo(loss / validationRows.length, 10);
  expect(validationLosses[49]).toBeLessThan(limit);
});

test.each([
  ['a row twice', { trainRows: Int32Array.of(1, 1) }, {}, 'Row 1 is given twice'],
  ['a row that is not there', { trainRows: Int32Array.of(rowCount) }, {}, `Row ${rowCount} is not in 0..599`],
  ['no rows', { trainRows: new Int32Array(0) }, {}, 'no rows to train on'],
  ['a target that is no number', { targets: table.targets.map(() => Number.NaN) }, {}, 'target of row 0 must be'],
  ['a class that is not there', { loss: 'softmax', classCount: 2 }, {}, 'must be a class index below 2'],
  ['a negative weight', { weights: table.targets.map(() => -1) }, {}, 'weight of row 0 must be'],
  ['a learning rate that is no number', {}, { learningRate: Number.NaN }, 'learningRate must be 0 to 1000'],
  ['a constraint on a category', {}, { monotone: [Int8Array.of(0, 0, 1)] }, 'monotone must be 0 for "codes"'],
] as const)('%s is refused by name', (_, objective, settings, message) => {
  const whole = { loss: 'squared', targets: table.targets, trainRows, ...objective } as const;
  expect(() => trainForest(table.binned, whole, settings)).toThrow(message);
});
