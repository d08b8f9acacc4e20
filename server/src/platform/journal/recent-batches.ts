import type { Batch } from './listener.ts';

const mostBytes = 1024 * 1024;

/** What was given out last, for listeners that are behind: they share these bytes instead of reading them one by one. */
export class RecentBatches {
  #batches: Batch[] = [];
  #size = 0;

  add(batch: Batch): void {
    this.#batches.push(batch);
    this.#size += batch.bytes.length;
    while (this.#size > mostBytes) this.#size -= this.#batches.shift()?.bytes.length ?? 0;
  }

  /** The batch with the event that follows `position`; undefined when it is not here any more. */
  after(position: number): Batch | undefined {
    return this.#batches.find(
      ({ frames }) => frames[0].sequence <= position + 1 && frames[frames.length - 1].sequence > position,
    );
  }

  clear(): void {
    this.#batches = [];
    this.#size = 0;
  }
}
