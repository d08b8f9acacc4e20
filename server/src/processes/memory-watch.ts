import { readFile } from 'node:fs/promises';

const intervalMs = 200;

interface MemoryWatch {
  readonly exceeded: boolean;
  stop(): void;
}

/**
 * Calls `onExceeded` once when the process holds more than `limit` bytes. A heap limit of the run time would not do:
 * columns and bins live outside the heap. Reads /proc, so on systems without it nothing is watched.
 */
export function watchMemory(pid: number, limit: number, onExceeded: () => void): MemoryWatch {
  const watch = { exceeded: false, stop: () => clearInterval(timer) };
  const timer = setInterval(async () => {
    if (watch.exceeded || (await residentBytes(pid)) <= limit) return;
    watch.exceeded = true;
    onExceeded();
  }, intervalMs);
  return watch;
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
