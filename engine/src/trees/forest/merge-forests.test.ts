import { expect, test } from 'vitest';
import { createRandom, rowNumbers } from '../../random.ts';
import { binFeatures } from '../binning/bin-features.ts';
import { trainForest } from '../growing/boost.ts';
import { compileForest } from '../predict/compile.ts';
import { checkForest } from './check-forest.ts';
import { mergeForests } from './merge-forests.ts';

test('a merged forest says the mean of what its forests say, categories and missing values included', () => {
  const random = createRandom(3);
  const rowCount = 400;
  const values = Float64Array.from({ length: rowCount }, () => (random() < 0.1 ? Number.NaN : random()));
  const codes = Int32Array.from({ length: rowCount }, () => Math.floor(6 * random()) - 1);
  const targets = Float64Array.from(
    codes,
    (code, row) => (code % 2) * 3 + (Number.isNaN(values[row]) ? 1 : values[row]),
  );
  const binned = binFeatures(
    [
      { name: 'x', kind: 'number', values },
      { name: 'c', kind: 'category', codes, categoryCount: 5 },
    ],
    rowCount,
  );
  const objective = { loss: 'squared', targets, trainRows: rowNumbers(rowCount) } as const;
  const forests = [1, 2, 3].map(
    (seed) => trainForest(binned, objective, { rounds: 7 + seed, rowFraction: 0.5, seed }).forest,
  );
  const merged = mergeForests(forests);
  checkForest(merged);
  const rows = Float64Array.from({ length: 100 }, (_, at) =>
    at % 2 === 0 ? values[at >> 1] : codes[at >> 1] < 0 ? Number.NaN : codes[at >> 1],
  );
  const score = (forest: (typeof forests)[number]) => {
    const out = new Float64Array(rows.length / 2);
    compileForest(forest).scoreRows(rows, out.length, out);
    return out;
  };
  const scores = forests.map(score);
  for (const [row, value] of score(merged).entries())
    expect(value).toBeCloseTo((scores[0][row] + scores[1][row] + scores[2][row]) / 3, 10);
});
