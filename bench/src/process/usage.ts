import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time for /proc in hundredths of a second on every architecture that Node runs on. */
const ticksPerSecond = 100;

interface ProcessStatus {
  pid: number;
  parent: number;
  /** Own time and that of children which have ended and were waited for. */
  cpuSeconds: number;
}

function readStatus(pid: number): ProcessStatus | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command in parentheses may hold anything: the numbers start after its last parenthesis.
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

/** CPU seconds, user and system, that a process and its descendants have used so far. Linux only. */
export function readCpuSeconds(root: number): number {
  return listTree(root).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}

/** Resident memory in MB (1e6 bytes) of a process and its descendants; pages they share count once for each. */
export function readResidentMegabytes(root: number): number {
  return listTree(root).reduce((sum, { pid }) => sum + readResidentOf(pid), 0);
}

function readResidentOf(pid: number): number {
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(readOf(pid, 'status'))?.[1] ?? 0) * 1024) / 1e6;
}

/** A process among a process and its descendants whose command line names `program`; undefined when there is none. */
export function findInTree(root: number, program: string): number | undefined {
  return listTree(root).find(({ pid }) => readOf(pid, 'cmdline').includes(program))?.pid;
}

/** The most memory that a process has held so far, in MB; 0 when it is gone. */
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

/**
 * The most memory that this process has held, in MB. `getrusage` would not do: what a process is started from counts there.
 */
export function readOwnPeakMegabytes(): number {
  return readPeakMegabytes(process.pid);
}
