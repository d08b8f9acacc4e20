import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What SQLite and a small file need to be written. */
const probe = Buffer.alloc(256 * 1024);
const rememberMs = 1000;

/** Tells whether a folder takes what is written to it: full disks, quotas and disks that became read-only alike. */
export function watchDiskSpace(folder: string): () => Promise<boolean> {
  let look: Promise<boolean> | undefined;
  let lookedAt = 0;
  const write = async () => {
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
    // One look serves all who ask within a second: nobody fills the disk by asking.
    if (look === undefined || Date.now() - lookedAt >= rememberMs) {
      lookedAt = Date.now();
      look = write();
    }
    return look;
  };
}
