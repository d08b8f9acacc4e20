import { type Control, controlWords } from './control.ts';
import { doChunk, type Thread } from './jobs.ts';

/** A ticket holds the number of a job above these bits, and the next free chunk below. */
const chunkBits = 10;
/** Stands in place of a chunk when the job is over; its description may already be that of the next job. */
const noChunk = (1 << chunkBits) - 1;

export function firstTicket(job: number): number {
  return job << chunkBits;
}

export function lastTicket(job: number): number {
  return firstTicket(job) | noChunk;
}

/** Returns the number of a ticket's job. */
export function jobOf(ticket: number): number {
  return ticket >>> chunkBits;
}

/** Job numbers wrap around. */
export function nextJob(job: number): number {
  return jobOf(firstTicket(job + 1));
}

/**
 * Does free chunks of a job until none is left. A late thread may read the description of the next job, but then its
 * ticket has changed and is refused: a job ends only when the chunk of every drawn ticket is done.
 */
export function takeChunks(thread: Thread, { words, numbers, results, lastJobs }: Control, job: number): void {
  const kind = words[controlWords.kind];
  const count = words[controlWords.count];
  const chunkRows = words[controlWords.chunkRows];
  const [first, second] = [numbers[0], numbers[1]];
  const chunks = Math.ceil(count / chunkRows);
  for (;;) {
    const ticket = Atomics.load(words, controlWords.ticket);
    const index = ticket & noChunk;
    if (jobOf(ticket) !== job || index === noChunk || index >= chunks) return;
    if (Atomics.compareExchange(words, controlWords.ticket, ticket, ticket + 1) !== ticket) continue;
    const start = index * chunkRows;
    const chunk = { index, start, size: Math.min(chunkRows, count - start), isFirst: lastJobs[thread.index] !== job };
    lastJobs[thread.index] = job;
    results[index] = doChunk(thread, chunk, kind, first, second);
    if (Atomics.add(words, controlWords.done, 1) + 1 === chunks) Atomics.notify(words, controlWords.done);
  }
}
