import type { Batch } from './listener.ts';

const mostBytes = 1024 * 1024;

/** The batches delivered last, so that listeners that are behind share these bytes instead of reading the database. */
export class RecentBatches {
  #batches: Batch[] = [];
  #size = 0;

  add(batch: Batch): void {
    this.#batches.push(batch);
    this.#size += batch.bytes.length;
    while (this.#size > mostBytes) this.#size -= this.#batches.shift()?.bytes.length ?? 0;
  }

  /** Returns the batch with the event after `position`; undefined when it is no longer here. */
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
