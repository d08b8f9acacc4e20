import { createWriteStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { runForJson } from '../process/run.ts';
import { generateRows } from './csv.ts';
import { unseenRows, unseenSeed } from './unseen.ts';

/** LightGBM on the same rows. */
export interface PeerFit {
  /** Seconds in which it read the file. */
  readSeconds: number;
  /** Seconds, and processor time, of growing. */
  seconds: number;
  cpuSeconds: number;
  /** Peak memory of the process. */
  peakMegabytes: number;
  trees: number;
  /** On rows that no training saw. */
  logLoss: number;
}

interface PeerOrder {
  interpreter: string;
  folder: string;
  rows: number;
  /** Seconds in which it may grow trees: as many as the service had. */
  seconds: number;
}

/** Trains LightGBM on a file of the rows that the service has. */
export async function trainPeer({ interpreter, folder, rows, seconds }: PeerOrder): Promise<PeerFit> {
  const [train, test] = [join(folder, 'train.csv'), join(folder, 'test.csv')];
  await writeRows(train, generateRows(rows, { labels: ['0', '1'] }));
  await writeRows(test, generateRows(unseenRows, { labels: ['0', '1'], seed: unseenSeed }));
  const script = join(import.meta.dirname, 'fit_lightgbm.py');
  const threads = String(availableParallelism());
  return runForJson([interpreter, script, train, test, String(seconds), threads], { OMP_NUM_THREADS: threads });
}

function writeRows(file: string, rows: Iterable<Buffer>): Promise<void> {
  return pipeline(Readable.from(rows), createWriteStream(file));
}
