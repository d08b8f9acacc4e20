/**
 * Scores rows with an imported XGBoost forest. Arguments: folder of the table, comma-separated row counts, rounds.
 * Prints microseconds per row by row count (fastest round), and the largest difference of margins.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importXgboost } from '@sibyl/engine/import/xgboost.ts';
import { countFeatures } from '@sibyl/engine/trees/forest/forest.ts';
import { compileForest } from '@sibyl/engine/trees/predict/compile.ts';
import { readDoubles } from '../train/files.ts';

const [folder, sizes, rounds] = process.argv.slice(2);
const { forest } = importXgboost(readFileSync(join(folder, 'model.json'), 'utf8'));
const compiled = compileForest(forest);
const width = countFeatures(forest);
// XGBoost uses single precision, so both get the same rounded numbers.
const rows = Float64Array.from(readDoubles(join(folder, 'test.f64')), Math.fround);

function timeRows(count: number): number {
  const [values, scores] = [rows.subarray(0, count * width), new Float64Array(count)];
  const repeats = Math.min(1000, Math.max(1, Math.floor(20_000 / count)));
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < Number(rounds); round++) {
    const started = performance.now();
    for (let turn = 0; turn < repeats; turn++) compiled.scoreRows(values, count, scores);
    best = Math.min(best, (performance.now() - started) / repeats / count);
  }
  return best * 1000;
}

const counts = sizes.split(',').map(Number);
const timed = Object.fromEntries(counts.map((count) => [count, timeRows(count)]));
const expected = readDoubles(join(folder, 'margins.f64'));
const scores = new Float64Array(expected.length);
compiled.scoreRows(rows, expected.length, scores);
const apart = scores.reduce((most, score, row) => Math.max(most, Math.abs(score - expected[row])), 0);
console.log(JSON.stringify({ timed, apart }));
