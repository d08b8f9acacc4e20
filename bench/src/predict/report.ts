import { type Goal, tellGoals } from '../report/goal.ts';
import { formatNumber } from '../report/numbers.ts';
import { renderTable } from '../report/table.ts';
import type { LoadResult } from './load.ts';
import type { Measured } from './measure.ts';

const header = ['', 'requests/s', 'rows/s', 'requests/CPU s', 'p50 ms', 'p99 ms', 'server CPU', 'MB'];

/** One row per contender; CPU in cores. */
export function renderMeasured(measured: Measured, rowsPerRequest: number): string {
  const rows = [...measured].map(([name, result]) => [
    name,
    ...[
      result.requestsPerSecond,
      result.requestsPerSecond * rowsPerRequest,
      result.requestsPerCpuSecond,
      result.medianMilliseconds,
      result.p99Milliseconds,
      result.serverCores,
      result.residentMegabytes,
    ].map(formatNumber),
  ]);
  return renderTable(header, rows);
}

/**
 * The goals of the predict benchmark: single rows against peer and echo, incomplete ones against the echo, batches against
 * the peer.
 * Rates are also given per CPU second, which is steadier on a busy machine.
 */
export function renderPredictGoals(oneRow: Measured, incomplete: Measured, batch: Measured): string {
  const goals: Goal[] = [
    {
      what: 'one row: requests per CPU second, Sibyl / peer',
      measured: ratio(oneRow, 'requestsPerCpuSecond', 'peer'),
      ...atLeast(10, ' x'),
    },
    {
      what: 'one row: requests/s, Sibyl / echo',
      measured: 100 * ratio(oneRow, 'requestsPerSecond', 'echo'),
      ...atLeast(85, ' %'),
    },
    ...besideEcho('one row', oneRow, 85),
    ...besideEcho('incomplete row', incomplete, 65),
    {
      what: 'batches: rows/s, Sibyl / peer',
      measured: ratio(batch, 'requestsPerSecond', 'peer'),
      ...atLeast(7.5, ' x'),
    },
    {
      what: 'batches: rows per CPU second, Sibyl / peer',
      measured: ratio(batch, 'requestsPerCpuSecond', 'peer'),
      ...atLeast(7.5, ' x'),
    },
    {
      what: 'batches: rows per CPU second, Sibyl / echo',
      measured: 100 * ratio(batch, 'requestsPerCpuSecond', 'echo'),
      ...atLeast(80, ' %'),
    },
  ];
  return tellGoals(goals);
}

function besideEcho(what: string, measured: Measured, share: number): Goal[] {
  return [
    {
      what: `${what}: requests per CPU second, Sibyl / echo`,
      measured: 100 * ratio(measured, 'requestsPerCpuSecond', 'echo'),
      ...atLeast(share, ' %'),
    },
    {
      what: `${what}: p99, Sibyl / echo`,
      measured: ratio(measured, 'p99Milliseconds', 'echo'),
      bound: 'at most',
      goal: 1.5,
      unit: ' x',
    },
  ];
}

function atLeast(goal: number, unit: string): Pick<Goal, 'bound' | 'goal' | 'unit'> {
  return { bound: 'at least', goal, unit };
}

function ratio(measured: Measured, key: keyof LoadResult, over: 'peer' | 'echo'): number {
  return (measured.get('Sibyl')?.[key] ?? Number.NaN) / (measured.get(over)?.[key] ?? Number.NaN);
}
