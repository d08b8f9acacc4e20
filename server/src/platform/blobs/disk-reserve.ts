import { randomFillSync } from 'node:crypto';
import { closeSync, openSync, statfsSync, truncateSync } from 'node:fs';
import { open, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** The file in the data directory. */
export const reserveName = 'reserve';

const mebibyte = 1024 * 1024;
/** A reserve takes no more than this share of a small disk. */
const mostShare = 10;
/** Given out at once: enough for the log of a large deletion, and not all, as others write too. */
const pieces = 4;
/** Free besides the reserve before it is filled up again, so that filling does not fill the disk. */
const margin = mebibyte;

/** How full the disk of the data directory is, in bytes. */
export interface DiskUse {
  total_bytes: number;
  free_bytes: number;
  /** Kept back for deletions, keys and signing out. */
  reserve_bytes: number;
}

/**
 * A file that keeps disk space back. On a full disk it is cut piece by piece for work that frees space or takes rights
 * away; until it is whole again, nothing that grows is accepted.
 */
export class DiskReserve {
  readonly #directory: string;
  readonly #path: string;
  readonly #target: number;
  #size = 0;
  #filling: Promise<void> | undefined;

  /** @param bytes the size of the reserve; 0 for none */
  constructor(directory: string, bytes: number) {
    this.#directory = directory;
    this.#path = join(directory, reserveName);
    const { blocks, bsize } = statfsSync(directory);
    const most = blocks === 0 ? bytes : Math.floor((blocks * bsize) / mostShare);
    this.#target = Math.min(bytes, most);
    if (bytes > 0) closeSync(openSync(this.#path, 'a', 0o600));
  }

  /** Whether less than the reserve is left. Looks whether it can be filled up again. */
  async isBroken(): Promise<boolean> {
    if (this.#size < this.#target) await this.fill();
    return this.#size < this.#target;
  }

  async use(): Promise<DiskUse> {
    const { blocks, bavail, bsize } = await statfs(this.#directory);
    return { total_bytes: blocks * bsize, free_bytes: bavail * bsize, reserve_bytes: this.#size };
  }

  /** Cuts a piece off where the disk is full, so that what follows can be written. */
  async lend(): Promise<void> {
    await this.#filling;
    const { bavail, bsize } = await statfs(this.#directory);
    const piece = Math.ceil(this.#target / pieces);
    if (bavail * bsize >= piece || this.#size === 0) return;
    this.#size = Math.max(0, this.#size - piece);
    truncateSync(this.#path, this.#size);
  }

  /** Fills the reserve up where the disk has room for it and more. */
  fill(): Promise<void> {
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = undefined;
    });
    return this.#filling;
  }

  async #fill(): Promise<void> {
    this.#size = this.#target === 0 ? 0 : (await stat(this.#path)).size;
    const { bavail, bsize } = await statfs(this.#directory);
    if (this.#size >= this.#target || bavail * bsize < this.#target - this.#size + margin) return;
    await using file = await open(this.#path, 'a');
    // Not zeros, which some file systems do not store.
    const noise = randomFillSync(Buffer.alloc(mebibyte));
    try {
      while (this.#size < this.#target) {
        const { bytesWritten } = await file.write(noise, 0, Math.min(noise.length, this.#target - this.#size));
        this.#size += bytesWritten;
      }
    } catch {
      this.#size = (await file.stat()).size; // filled by others meanwhile; tried again at the next look
    }
  }
}
