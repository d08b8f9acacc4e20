import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports CPU time in /proc in hundredths of a second on all architectures of Node. */
const ticksPerSecond = 100;

interface ProcessStatus {
  pid: number;
  parent: number;
  /** Own time plus that of children that have ended. */
  cpuSeconds: number;
}

function readStatus(pid: number): ProcessStatus | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command in parentheses may contain anything; the numbers follow the last parenthesis.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { pid, parent: Number(fields[1]), cpuSeconds: ticks / ticksPerSecond };
  } catch {
    return undefined;
  }
}

function listTree(root: number): ProcessStatus[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStatus(Number(name)) ?? []);
  const tree = all.filter(({ pid }) => pid === root);
  for (const member of tree) tree.push(...all.filter(({ parent }) => parent === member.pid));
  return tree;
}

export function listDescendants(root: number): number[] {
  return listTree(root).flatMap(({ pid }) => (pid === root ? [] : pid));
}

/** Returns the CPU seconds, user and system, of a process and its descendants. Linux only. */
export function readCpuSeconds(root: number): number {
  return listTree(root).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}

/**
 * Returns the CPU seconds of the threads that a process has now, to the microsecond: short blocks need more than
 * hundredths. Linux only.
 */
export function readThreadSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => readOf(pid, `task/${thread}/schedstat`));
  return threads.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e9;
}

/** Returns resident MB (1e6 bytes) of a process and its descendants; shared pages count once per process. */
export function readResidentMegabytes(root: number): number {
  return listTree(root).reduce((sum, { pid }) => sum + readResidentOf(pid), 0);
}

/** Returns MB of a process and its descendants; of shared pages each process counts its share. Linux only. */
export function readProportionalMegabytes(root: number): number {
  return listTree(root).reduce((sum, { pid }) => sum + readProportionalOf(pid), 0);
}

function readProportionalOf(pid: number): number {
  return (Number(/^Pss:\s+(\d+) kB/m.exec(readOf(pid, 'smaps_rollup'))?.[1] ?? 0) * 1024) / 1e6;
}

/** Returns resident MB of one process, without its descendants. */
export function readResidentOf(pid: number): number {
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(readOf(pid, 'status'))?.[1] ?? 0) * 1024) / 1e6;
}

/** Finds a process or descendant whose command line contains `program`. */
export function findInTree(root: number, program: RegExp): number | undefined {
  return listTree(root).find(({ pid }) => program.test(readOf(pid, 'cmdline')))?.pid;
}

/** Returns the peak memory of a process in MB; 0 when it has ended. */
export function readPeakMegabytes(pid: number): number {
  return (Number(/^VmHWM:\s+(\d+) kB/m.exec(readOf(pid, 'status'))?.[1] ?? 0) * 1024) / 1e6;
}

function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns this process's peak memory in MB. `getrusage` would include the process that started it. */
export function readOwnPeakMegabytes(): number {
  return readPeakMegabytes(process.pid);
}
