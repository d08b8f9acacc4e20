import { rm, stat } from 'node:fs/promises';
import type { Requester } from '../workers/fair-turns.ts';
import { WorkerEnded } from '../workers/worker-ended.ts';
import type { Workers } from '../workers/workers.ts';
import { fileFault } from './faults.ts';
import { isParquet, markBytes } from './file-marks.ts';
import type { ImportTasks } from './import-handler.ts';
import { readHead } from './read-head.ts';
import type { ImportResult } from './types.ts';
import type { EngineLimits } from './worker/duckdb.ts';

export interface ImportLimits {
  engine: EngineLimits;
  /** Memory limit of the whole process. */
  memoryBytes: number;
  /** Time limit of an import of so many bytes, unpacked. */
  timeMs(byteSize: number): number;
}

/** A minute, plus one per 10 MB: about a hundred times the usual time, so that a busy machine causes no failure. */
export const usualImportTimeMs = (byteSize: number) => 60_000 * (1 + byteSize / 10e6);

/** Writes a table's file to `outputPath`, which exists only after success, and leaves no other file. */
export async function writeTableFile<Name extends 'importFile' | 'appendFile'>(
  workers: Workers<ImportTasks>,
  task: Name,
  file: Parameters<ImportTasks[Name]>[0]['file'],
  requester: Requester,
  { engine, memoryBytes, timeMs: timeOf }: ImportLimits,
): Promise<ImportResult> {
  const { path, outputPath } = file;
  const size = await bytesToRead(path, file.maxBytes);
  const timeMs = timeOf(size);
  try {
    return await workers.run(task, { file, limits: engine }, requester, { limits: { timeMs, memoryBytes } });
  } catch (error) {
    await rm(outputPath, { force: true });
    throw error instanceof WorkerEnded ? explainImportEnd(error, size, timeMs) : error;
  } finally {
    for (const suffix of ['.unpacked', '.text', '.text.rows']) await rm(`${outputPath}${suffix}`, { force: true });
  }
}

/** Deflate packs at most so many bytes into one; workbooks and Parquet files usually so many. */
const [mostPacked, usuallyPacked] = [1032, 10];

/** Returns how many bytes are to be read: those of the content where the file is packed. */
export async function bytesToRead(path: string, maxBytes = Number.POSITIVE_INFINITY): Promise<number> {
  const { size } = await stat(path);
  const head = await readHead(path, markBytes);
  const mark = head.toString('latin1', 0, 4);
  if (mark === 'PK\x03\x04' || isParquet(head)) return Math.min(size * usuallyPacked, Math.max(size, maxBytes));
  if (!mark.startsWith('\x1f\x8b') || size < 18) return size;
  // Gzip ends with the size of its content.
  const said = (await readHead(path, 4, size - 4)).readUInt32LE();
  return Math.max(size, Math.min(said, size * mostPacked, maxBytes));
}

function explainImportEnd({ reason }: WorkerEnded, byteSize: number, timeMs: number): Error {
  if (reason === 'memory') return fileFault('unreadable', 'Reading the file takes more memory than an import may use.');
  if (reason === 'broken') return fileFault('unreadable', 'The file crashed its reader.');
  const detail = `Reading the file takes longer than ${Math.ceil(timeMs / 1000)} s, the limit for ${byteSize} bytes.`;
  return fileFault('too_slow', detail);
}
