/**
 * Scores rows by the forest that XGBoost wrote. Arguments: the folder of the table, the numbers of rows with commas
 * between, rounds. Prints microseconds a row by number of rows, the fastest of the rounds, and how far margins are apart.
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
// XGBoost reads singles: the same numbers for both.
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
