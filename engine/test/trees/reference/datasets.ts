import { createMulberry32 } from '../../../src/random.ts';
import type { TreeFeature } from '../../../src/trees/state/binned-features.ts';

export interface Dataset {
  features: TreeFeature[];
  targets: Float64Array;
  loss: 'squared' | 'logistic';
  trainRows: Int32Array;
  testRows: Int32Array;
}

const rowCount = 4000;
const rows = Int32Array.from({ length: rowCount }, (_, row) => row);
const trainRows = rows.filter((row) => row % 4 !== 0);
const testRows = rows.filter((row) => row % 4 === 0);

/** Numbers of 200 levels, so that every library cuts the same bins. */
function makeNumbers(random: () => number, holes: number): Float64Array {
  return Float64Array.from(rows, () => {
    const value = Math.floor(random() * 200) / 100 - 1;
    return random() < holes ? Number.NaN : value;
  });
}

function makeFeatures(random: () => number, holes: number): { columns: Float64Array[]; features: TreeFeature[] } {
  const columns = [0, 1, 2, 3, 4, 5].map(() => makeNumbers(random, holes));
  return { columns, features: columns.map((values, index) => ({ name: `x${index}`, kind: 'number', values })) };
}

/** The same three tables on every machine: scikit-learn, LightGBM and XGBoost have learned them too (see scores.json). */
export function makeDatasets(): Record<string, Dataset> {
  const random = createMulberry32(20_26);
  const regression = makeFeatures(random, 0);
  const missing = makeFeatures(random, 0.2);
  const classes = makeFeatures(random, 0);
  const wave = ([a, b, c, d]: Float64Array[], row: number) =>
    Math.sin(3 * a[row]) + b[row] * c[row] + (Number.isNaN(d[row]) ? 0.7 : d[row] ** 2);
  const fill = (numberOf: (row: number) => number) => Float64Array.from(rows, numberOf);
  const known = (value: number) => (Number.isNaN(value) ? -0.5 : value);
  const missingColumns = missing.columns.map((column, index) => (index === 3 ? column : column.map(known)));
  return {
    regression: {
      features: regression.features,
      targets: fill((row) => wave(regression.columns, row) + 0.3 * (random() - 0.5)),
      loss: 'squared',
      trainRows,
      testRows,
    },
    missing: {
      features: missing.features,
      targets: fill((row) => wave(missingColumns, row) + 0.3 * (random() - 0.5)),
      loss: 'squared',
      trainRows,
      testRows,
    },
    classes: {
      features: classes.features,
      targets: fill((row) => (wave(classes.columns, row) + random() > 0.9 ? 1 : 0)),
      loss: 'logistic',
      trainRows,
      testRows,
    },
  };
}
