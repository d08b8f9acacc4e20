import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** What a process can take between two looks: some 100 MB. */
const intervalMs = 50;
/** Where a look takes a process of its own. */
const slowIntervalMs = 500;

interface MemoryWatch {
  readonly exceeded: boolean;
  stop(): void;
}

interface Watched {
  pid: number;
  limit: number;
  exceed(): void;
}

const watched = new Set<Watched>();
const hasProc = existsSync('/proc/self/status');
let timer: NodeJS.Timeout | undefined;

/**
 * Calls `onExceeded` once when the process holds more than `limit` bytes. A limit inside the process would not do: the
 * columns of a training, the vectors of a query and what a parser builds lie outside of every heap that has one.
 */
export function watchMemory(pid: number, limit: number, onExceeded: () => void): MemoryWatch {
  let exceeded = false;
  const one: Watched = {
    pid,
    limit,
    exceed() {
      exceeded = true;
      watched.delete(one);
      onExceeded();
    },
  };
  watched.add(one);
  timer ??= setInterval(look, hasProc ? intervalMs : slowIntervalMs).unref();
  return {
    get exceeded() {
      return exceeded;
    },
    stop() {
      watched.delete(one);
      if (watched.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** One look at all that are watched. */
function look(): void {
  if (hasProc) judge(new Map([...watched].map(({ pid }) => [pid, residentBytes(pid)])));
  else residentBytesByPs([...watched].map(({ pid }) => pid)).then(judge, () => {});
}

function judge(bytes: ReadonlyMap<number, number>): void {
  for (const one of [...watched]) if ((bytes.get(one.pid) ?? 0) > one.limit) one.exceed();
}

/** As the system counts it; 0 for a process that has gone. */
function residentBytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** The same where there is no /proc, such as on macOS. */
export async function residentBytesByPs(pids: readonly number[]): Promise<Map<number, number>> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,rss=', '-p', pids.join(',')]);
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return new Map(lines.flatMap(([pid, kilobytes]) => (pid > 0 ? [[pid, kilobytes * 1024] as const] : [])));
}
