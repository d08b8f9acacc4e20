/** Passes a table to the contenders as JSON description and raw little-endian doubles, so that none parses text. */
import { closeSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { FeatureList, TreeFeature } from '@sibyl/engine/trees/state/binned-features.ts';
import { countRows, type Dataset, readCell } from './dataset.ts';

interface Description {
  task: Dataset['task'];
  trainCount: number;
  testCount: number;
  features: { name: string; kind: TreeFeature['kind']; categoryCount: number }[];
}

export interface TrainingFiles {
  task: Dataset['task'];
  /** Features are read when used. */
  features: FeatureList;
  targets: Float64Array;
  testCount: number;
  /** Held-out rows, row-major (rows x features); categories as codes, NaN for missing. */
  readTestRows(): Float64Array;
}

/** Writes `description.json`, `train.f64` (column-major), `targets.f64` and `test.f64` (row-major). */
export function writeDataset(folder: string, dataset: Dataset): void {
  const { task, trainCount, features, targets } = dataset;
  const testCount = countRows(dataset) - trainCount;
  const described = features.map((feature) => {
    const { name, kind } = feature;
    return { name, kind, categoryCount: feature.kind === 'category' ? feature.categoryCount : 0 };
  });
  const width = features.length;
  const test = new Float64Array(testCount * width);
  const train = openSync(join(folder, 'train.f64'), 'w');
  for (const [column, feature] of features.entries()) {
    writeSync(
      train,
      new Float64Array(trainCount).map((_, row) => readCell(feature, row)),
    );
    for (let row = 0; row < testCount; row++) test[row * width + column] = readCell(feature, trainCount + row);
  }
  closeSync(train);
  const description: Description = { task, trainCount, testCount, features: described };
  writeFileSync(join(folder, 'description.json'), JSON.stringify(description));
  writeFileSync(join(folder, 'targets.f64'), targets.subarray(0, trainCount));
  writeFileSync(join(folder, 'test.f64'), test);
}

export function readTrainingFiles(folder: string): TrainingFiles {
  const description: Description = JSON.parse(readFileSync(join(folder, 'description.json'), 'utf8'));
  const { task, trainCount, testCount } = description;
  function* readFeatures(): Generator<TreeFeature> {
    const train = openSync(join(folder, 'train.f64'), 'r');
    // One column in memory at a time: a yielded column is valid until the next.
    const values = new Float64Array(trainCount);
    for (const { name, kind, categoryCount } of description.features) {
      readSync(train, values);
      if (kind === 'number') yield { name, kind, values };
      else yield { name, kind, categoryCount, codes: toCodes(values) };
    }
    closeSync(train);
  }
  return {
    task,
    features: { length: description.features.length, [Symbol.iterator]: readFeatures },
    targets: readDoubles(join(folder, 'targets.f64')),
    testCount,
    readTestRows: () => readDoubles(join(folder, 'test.f64')),
  };
}

/** A plain loop: nothing else is optimised in time in a process that reads once. */
function toCodes(values: Float64Array): Int32Array {
  const codes = new Int32Array(values.length);
  for (let row = 0; row < codes.length; row++) codes[row] = Number.isNaN(values[row]) ? -1 : values[row];
  return codes;
}

export function readDoubles(file: string): Float64Array {
  const bytes = readFileSync(file);
  // A small file may be unaligned in a shared buffer, where doubles cannot be read; then it is copied.
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  return new Float64Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 8);
}
