/**
 * Contender: the engine's boosting. Arguments: folder of the table, trees, threads. Writes `engine.f64` and prints a
 * `Fit`. Columns are read one by one during binning, so the seconds include reading.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binFeatures } from '@sibyl/engine/trees/binning/bin-features.ts';
import { trainForest } from '@sibyl/engine/trees/growing/boost.ts';
import { compileForest } from '@sibyl/engine/trees/predict/compile.ts';
import { readOwnPeakMegabytes } from '../process/usage.ts';
import { readTrainingFiles, type TrainingFiles } from './files.ts';

function fit({ task, features, targets }: TrainingFiles, rounds: number, threads: number) {
  const binned = binFeatures(features, targets.length, { threads });
  const trainRows = new Int32Array(targets.length).map((_, row) => row);
  const loss = task === 'binary' ? 'logistic' : 'squared';
  const settings = { rounds, threads, maxLeaves: 31, learningRate: 0.1, minRowsPerLeaf: 20 };
  return trainForest(binned, { loss, targets, trainRows }, settings).forest;
}

const [folder, trees, threads] = process.argv.slice(2);
const files = readTrainingFiles(folder);

const started = { time: performance.now(), cpu: process.cpuUsage() };
const forest = fit(files, Number(trees), Number(threads));
const cpu = process.cpuUsage(started.cpu);
const seconds = (performance.now() - started.time) / 1000;
const peakMegabytes = readOwnPeakMegabytes();

const scores = new Float64Array(files.testCount);
compileForest(forest).scoreRows(files.readTestRows(), files.testCount, scores);
writeFileSync(join(folder, 'engine.f64'), scores);
console.log(JSON.stringify({ seconds, cpuSeconds: (cpu.user + cpu.system) / 1e6, peakMegabytes }));
