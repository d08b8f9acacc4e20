import type { BlobStore } from '../blobs/store.ts';

/** A file of a job is larger than anything that was asked for. */
export class TooLarge extends Error {}

/**
 * The files that a job on a cluster shares with the service: below `ray/<job>/` in the store those of all runs, below
 * `ray/<job>/<run>/` those of one. Two nodes that both believe to have the job write into runs of their own.
 */
export class JobFiles {
  readonly #blobs: BlobStore;
  readonly #folder: string;

  constructor(blobs: BlobStore, ...folders: [jobId: string, run?: string]) {
    this.#blobs = blobs;
    this.#folder = `ray/${folders.map((folder) => `${folder}/`).join('')}`;
  }

  keyOf(name: string): string {
    return this.#folder + name;
  }

  /** Returns an address at which a program elsewhere reads or writes this one file. */
  address(name: string, access: 'read' | 'write'): Promise<string> {
    return this.#blobs.share(this.keyOf(name), access);
  }

  /** Moves a local file there. */
  async adopt(name: string, path: string): Promise<void> {
    await this.#blobs.adopt(this.keyOf(name), path);
  }

  async write(name: string, content: object): Promise<void> {
    await this.#blobs.put(this.keyOf(name), Buffer.from(JSON.stringify(content)));
  }

  /** Whether a node has written any of them. */
  async exist(): Promise<boolean> {
    return (await this.#blobs.list(this.#folder)).length > 0;
  }

  /** Returns a local path of a file that the cluster wrote; undefined when there is none. */
  async path(name: string, mostBytes: number): Promise<string | undefined> {
    const stored = (await this.#blobs.list(this.keyOf(name))).find(({ key }) => key === this.keyOf(name));
    if (!stored) return undefined;
    if (stored.byteSize > mostBytes) throw new TooLarge(`${name} has ${stored.byteSize} bytes of at most ${mostBytes}`);
    return this.#blobs.path(stored.key);
  }

  async read(name: string, mostBytes: number): Promise<string | undefined> {
    const stored = (await this.#blobs.list(this.keyOf(name))).find(({ key }) => key === this.keyOf(name));
    if (!stored || stored.byteSize > mostBytes) return undefined;
    return Buffer.from(await this.#blobs.read(stored.key)).toString();
  }

  /** Deletes all. A program that still runs for them ends, because its own description is gone. */
  async clear(): Promise<void> {
    const keys = (await this.#blobs.list(this.#folder)).map(({ key }) => key);
    const isDescription = (key: string) => Number(key.endsWith(`/${descriptionName}`));
    for (const key of keys.toSorted((a, b) => isDescription(b) - isDescription(a))) await this.#blobs.delete(key);
  }
}

/** What the job is to do, and the addresses of its other files. */
export const descriptionName = 'job.json';
