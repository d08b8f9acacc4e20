import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** Milliseconds between two checks; a process can allocate some 100 MB in between. */
const intervalMs = 50;
/** Without /proc each check starts a process. */
const slowIntervalMs = 500;

interface Watched {
  pid: number;
  limit: number;
  onExceeded(): void;
}

const watched = new Set<Watched>();
const hasProc = existsSync('/proc/self/status');
let timer: NodeJS.Timeout | undefined;

/**
 * Calls `onExceeded` once when the process holds more than `limit` bytes. A heap limit is not enough, because columns
 * of a training, vectors of a query and a parser's data lie outside of the heap. Returns a function that ends the
 * watch.
 */
export function watchMemory(pid: number, limit: number, onExceeded: () => void): () => void {
  const one: Watched = { pid, limit, onExceeded };
  watched.add(one);
  timer ??= setInterval(look, hasProc ? intervalMs : slowIntervalMs).unref();
  return () => {
    watched.delete(one);
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Checks all watched processes. */
function look(): void {
  if (hasProc) judge(new Map([...watched].map(({ pid }) => [pid, residentBytes(pid)])));
  else residentBytesByPs([...watched].map(({ pid }) => pid)).then(judge, () => {});
}

function judge(bytes: ReadonlyMap<number, number>): void {
  const exceeded = [...watched].filter(({ pid, limit }) => (bytes.get(pid) ?? 0) > limit);
  for (const one of exceeded) {
    watched.delete(one);
    one.onExceeded();
  }
}

/** Returns 0 for a process that has ended. */
function residentBytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Does the same without /proc, such as on macOS. */
async function residentBytesByPs(pids: readonly number[]): Promise<Map<number, number>> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,rss=', '-p', pids.join(',')]);
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return new Map(lines.flatMap(([pid, kilobytes]) => (pid > 0 ? [[pid, kilobytes * 1024] as const] : [])));
}
