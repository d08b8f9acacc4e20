import { makeScratchFolder } from '../process/scratch.ts';
import type { Goal } from '../report/goal.ts';
import { type Fit, fitEngine } from './contenders.ts';
import { countRows, type Dataset } from './dataset.ts';
import { writeDataset } from './files.ts';
import { makeLargeBinary } from './synthetic.ts';

/** A few trees suffice to show how the time grows with the rows. */
const trees = 10;
const times = 10;

/** Trains the engine on `rows` and ten times as many: how time and memory grow. */
export async function measureScale(rows: number, threads: number): Promise<Goal[]> {
  const small = await fitGenerated(rows, threads);
  const large = await fitGenerated(rows * times, threads);
  const cells = rows * times * 20;
  const what = `${(rows * times).toLocaleString('en-US')} x 20, ${trees} trees`;
  console.log(
    `${what}: ${large.seconds.toFixed(1)} s, ${Math.round(large.peakMegabytes)} MB; a tenth of it: ${small.seconds.toFixed(1)} s`,
  );
  return [
    {
      what: `${what}: CPU seconds, to those of a tenth`,
      measured: large.cpuSeconds / small.cpuSeconds,
      bound: 'at most',
      goal: 10.5,
      unit: ' x',
    },
    {
      what: `${what}: bytes a cell above 300 MB`,
      measured: ((large.peakMegabytes - 300) * 1e6) / cells,
      bound: 'at most',
      goal: 4,
      unit: '',
    },
  ];
}

function fitGenerated(rows: number, threads: number): Promise<Fit> {
  const folder = makeScratchFolder();
  const dataset: Dataset = makeLargeBinary(rows);
  console.log(`writing ${countRows(dataset).toLocaleString('en-US')} rows`);
  writeDataset(folder, dataset);
  return fitEngine(folder, trees, threads);
}
