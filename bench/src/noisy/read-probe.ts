import { readFileSync } from 'node:fs';
import { formatNumber, quantileOfSorted } from '../report/numbers.ts';
import { renderTable } from '../report/table.ts';

/** What a small request of the main thread waits for, as `probe.ts` writes it. */
const steps = {
  timer: 'a turn of the event loop',
  file: 'a call of a file, from the pool of threads',
  write: 'a statement, from the thread that writes',
};

/** Reads what was written since the last call, and renders the milliseconds of each step. */
export function createProbeReader(file: string): () => string {
  let read = 0;
  return () => {
    const text = readOf(file);
    const lines = text.slice(read).split('\n');
    read = text.length;
    const rows = Object.entries(steps).map(([key, what]) => [what, ...quantilesOf(timesOf(lines, key))]);
    return renderTable(['a step within the service', 'count', 'p50 ms', 'p95 ms', 'p99 ms'], rows);
  };
}

function timesOf(lines: readonly string[], key: string): number[] {
  return lines.flatMap((line) => (line.startsWith(`${key} `) ? [Number(line.slice(key.length + 1))] : []));
}

function quantilesOf(times: readonly number[]): string[] {
  const sorted = times.toSorted((one, other) => one - other);
  return [String(sorted.length), ...[0.5, 0.95, 0.99].map((share) => formatNumber(quantileOfSorted(sorted, share)))];
}

function readOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // nothing is written yet
  }
}
