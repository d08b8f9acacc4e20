import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { listDescendants } from '../process/usage.ts';

const [servingCore, otherCores] = ['0', '1'];
const everyMs = 100;

/**
 * Keeps the first core for the threads of the service itself. Its workers, this process and the senders go to the
 * second one, workers within a tenth of a second of their start, since a child begins on the cores of its parent.
 */
export function keepServingCore(service: number): void {
  putOn(servingCore, service);
  putOn(otherCores, process.pid);
  setInterval(() => {
    for (const worker of listDescendants(service)) if (coresOf(worker) !== otherCores) putOn(otherCores, worker);
  }, everyMs).unref();
}

function putOn(cores: string, pid: number): void {
  execFile('taskset', ['-a', '-c', '-p', cores, String(pid)], () => {}); // it may have ended
}

function coresOf(pid: number): string | undefined {
  try {
    return /^Cpus_allowed_list:\s+(\S+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return otherCores; // it has ended
  }
}
