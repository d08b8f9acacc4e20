/** How a table travels to the contenders: a description in JSON and raw little-endian doubles, so that none parses text. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TreeFeature } from '@sibyl/engine/trees/features.ts';
import { countRows, type Dataset, readCell } from './dataset.ts';

interface Description {
  task: Dataset['task'];
  trainCount: number;
  testCount: number;
  features: { name: string; kind: TreeFeature['kind']; categoryCount: number }[];
}

/** What a contender reads. */
export interface TrainingFiles {
  task: Dataset['task'];
  features: TreeFeature[];
  targets: Float64Array;
  /** Held-out rows, row-major, rows x features; categories as codes, NaN for missing. */
  testRows: Float64Array;
  testCount: number;
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
  const train = new Float64Array(trainCount * width);
  const test = new Float64Array(testCount * width);
  for (const [column, feature] of features.entries()) {
    for (let row = 0; row < trainCount; row++) train[column * trainCount + row] = readCell(feature, row);
    for (let row = 0; row < testCount; row++) test[row * width + column] = readCell(feature, trainCount + row);
  }
  const description: Description = { task, trainCount, testCount, features: described };
  writeFileSync(join(folder, 'description.json'), JSON.stringify(description));
  writeFileSync(join(folder, 'train.f64'), train);
  writeFileSync(join(folder, 'targets.f64'), targets.subarray(0, trainCount));
  writeFileSync(join(folder, 'test.f64'), test);
}

export function readTrainingFiles(folder: string): TrainingFiles {
  const description: Description = JSON.parse(readFileSync(join(folder, 'description.json'), 'utf8'));
  const { task, trainCount, testCount } = description;
  const train = readDoubles(join(folder, 'train.f64'));
  const features = description.features.map(({ name, kind, categoryCount }, column): TreeFeature => {
    const values = train.subarray(column * trainCount, (column + 1) * trainCount);
    if (kind === 'number') return { name, kind, values };
    return { name, kind, categoryCount, codes: Int32Array.from(values, (code) => (Number.isNaN(code) ? -1 : code)) };
  });
  const targets = readDoubles(join(folder, 'targets.f64'));
  return { task, features, targets, testRows: readDoubles(join(folder, 'test.f64')), testCount };
}

export function readDoubles(file: string): Float64Array {
  const bytes = readFileSync(file);
  // A small file may sit at an odd place of a shared buffer, where doubles cannot be read: copy it then.
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  return new Float64Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 8);
}
