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
  /** ID of the project that it works for, if known. */
  project?: string;
}

const nobody = { project: '', at: Number.NEGATIVE_INFINITY };
let latest = nobody;
/** The last that asked of all other projects. */
let other = nobody;

/** To be called with each request about a project that its sender may reach. */
export function noteRequester(project: string): void {
  if (project === '') return;
  const at = performance.now();
  if (project !== latest.project) other = latest;
  latest = { project, at };
}

/** Long work, and whether it is kept off the spared core. */
const long = new Map<OnCores, boolean>();
const cores = ownCores();
let timer: NodeJS.Timeout | undefined;

/**
 * Keeps long work off one core while another project asks: on a core that long work holds, whoever wakes up waits for
 * the next tick of the system (4 ms), however low that work's priority, and each request wakes up some ten times. The
 * other cores remain for it, so it never stands still. Returns a function to be called when it has ended.
 */
export function spareCore(one: OnCores): () => void {
  long.set(one, false);
  look();
  timer ??= setInterval(look, lookEveryMs).unref();
  return () => {
    long.delete(one);
    if (long.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function look(): void {
  const changed = [...long.keys()].filter((one) => long.get(one) !== isInTheWay(one));
  for (const one of changed) long.set(one, isInTheWay(one));
  setCores(changed);
}

/** Whether another project asks; for work of an unknown one, whether two projects do. */
function isInTheWay({ project }: OnCores): boolean {
  const { at } = project === undefined || project === latest.project ? other : latest;
  return performance.now() - at < askingMs;
}

/** Linux tells which cores a process may use; elsewhere, and where a command is missing, nothing happens. */
function setCores(changed: readonly OnCores[]): void {
  if (cores.length < 2 || changed.length === 0) return;
  const commands = changed.map((one) => {
    const allowed = (long.get(one) ? cores.slice(1) : cores).join(',');
    return `taskset ${one.isProcess ? '-a' : ''} -c -p ${allowed} ${one.id}`;
  });
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
