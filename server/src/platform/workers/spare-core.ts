import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How long a project counts as asking after its last request. */
const askingMs = 10_000;
const lookEveryMs = 500;

/** What the system runs on a set of cores: a process with all its threads, or one thread. */
export interface OnCores {
  /** The system's number of it. */
  id: number;
  isProcess: boolean;
}

const nobody = { project: '', at: Number.NEGATIVE_INFINITY };
let latest = nobody;
/** The last that asked of all other projects. */
let other = nobody;

/** To be called with each request about a project that its sender may reach. */
export function noteAsker(project: string): void {
  if (project === '') return;
  const at = performance.now();
  if (project !== latest.project) other = latest;
  latest = { project, at };
}

const long = new Set<OnCores>();
const cores = ownCores();
let isSpared = false;
let timer: NodeJS.Timeout | undefined;

/**
 * Keeps long work off one core while several projects ask: on a core that long work holds, whoever wakes up waits for
 * the next tick of the system (4 ms), however low that work's priority, and each request wakes up some ten times. The
 * other cores remain for it, so it never stands still. Returns a function to be called when it has ended.
 */
export function spareCore(one: OnCores): () => void {
  long.add(one);
  if (long.size === 1) isSpared = severalAsk();
  if (isSpared) setCores([one]);
  timer ??= setInterval(look, lookEveryMs).unref();
  return () => {
    long.delete(one);
    if (long.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function look(): void {
  if (isSpared === severalAsk()) return;
  isSpared = !isSpared;
  setCores([...long]);
}

function severalAsk(): boolean {
  return performance.now() - other.at < askingMs;
}

/** Linux tells which cores a process may use; elsewhere, and where a command is missing, nothing happens. */
function setCores(runners: readonly OnCores[]): void {
  if (cores.length < 2) return;
  const allowed = (isSpared ? cores.slice(1) : cores).join(',');
  const commands = runners.map(({ id, isProcess }) => `taskset ${isProcess ? '-a' : ''} -c -p ${allowed} ${id}`);
  execFile('sh', ['-c', commands.join('; ')], () => {}); // a failure affects only speed
}

function ownCores(): number[] {
  try {
    const [, list] = /^Cpus_allowed_list:\s+(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return list.split(',').flatMap((range) => {
      const [from, to = from] = range.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    });
  } catch {
    return [];
  }
}
