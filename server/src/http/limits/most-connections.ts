import { readFileSync } from 'node:fs';

/** For files, processes and calls to others. */
const keptDescriptors = 256;

/**
 * Returns how many connections leave file descriptors for the work of the process: who only connects must not take them
 * all. Any number where the system tells no limit.
 */
export function mostConnections(descriptors = descriptorsOfProcess()): number {
  return Math.max(descriptors - keptDescriptors, Math.floor(descriptors / 2));
}

function descriptorsOfProcess(): number {
  const [, most] = /^Max open files\s+(\d+)/m.exec(readLimits()) ?? [];
  return Number(most ?? Number.POSITIVE_INFINITY);
}

/** Only Linux has this file. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
