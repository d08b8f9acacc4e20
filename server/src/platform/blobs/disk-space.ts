import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskReserve } from './disk-reserve.ts';

/** Enough for SQLite and one small file. */
const probe = Buffer.alloc(256 * 1024);
const cacheMs = 1000;

/**
 * Returns a check that writes to a folder: it detects full disks, quotas and read-only mounts alike. False also while
 * the reserve is not whole, because nothing that grows is accepted then.
 */
export function watchDiskSpace(folder: string, reserve: DiskReserve): () => Promise<boolean> {
  let look: Promise<boolean> | undefined;
  let lookedAt = 0;
  const write = async () => {
    if (await reserve.isBroken()) return false;
    const path = join(folder, `room-${process.pid}`);
    try {
      await writeFile(path, probe);
      return true;
    } catch {
      return false;
    } finally {
      await rm(path, { force: true }).catch(() => {});
    }
  };
  return () => {
    // One probe a second serves all callers, so that callers cannot fill the disk by asking.
    if (look === undefined || performance.now() - lookedAt >= cacheMs) {
      lookedAt = performance.now();
      look = write();
    }
    return look;
  };
}
