import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns a file name with this process's ID, so that a later run can remove it if this process is killed. */
export function nameOfWork(stem: string): string {
  return `${stem}.${process.pid}.partial`;
}

/** Deletes the unfinished work of processes that no longer run. */
export async function removeAbandoned(folder: string, stem: string): Promise<void> {
  const names = await readdir(folder).catch(() => []); // writing to a missing folder fails later with a clear error
  const abandoned = names.filter((name) => {
    const [, pid] = /^\.(\d+)\.partial$/.exec(name.slice(stem.length)) ?? [];
    return name.startsWith(stem) && pid !== undefined && !isRunning(Number(pid));
  });
  for (const name of abandoned) await rm(join(folder, name), { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
