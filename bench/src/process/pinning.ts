import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const canPin = availableParallelism() >= 2 && spawnSync('taskset', ['--version']).status === 0;

/** Pins servers to the first core and the load to the second. */
export const pinning = canPin
  ? 'server on core 0, load on core 1 (taskset)'
  : 'not pinned: taskset or a second core is missing, expect noise';

export function onServerCore(command: readonly string[]): string[] {
  return canPin ? ['taskset', '-c', '0', ...command] : [...command];
}

export function onLoadCore(command: readonly string[]): string[] {
  return canPin ? ['taskset', '-c', '1', ...command] : [...command];
}
