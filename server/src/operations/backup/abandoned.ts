import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The name of what this process is working on: the next run removes it when this one was killed. */
export function nameOfWork(stem: string): string {
  return `${stem}.${process.pid}.partial`;
}

/** Removes what processes that are no more left half done under this stem. */
export async function removeAbandoned(folder: string, stem: string): Promise<void> {
  const names = await readdir(folder).catch(() => []); // a folder that is not there is told of by whoever writes to it
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
