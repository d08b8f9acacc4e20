import { type Control, controlWords } from './control.ts';
import { doChunk, type Thread } from './jobs.ts';

/** A ticket is the number of a job above these bits, and below the next chunk that nobody has taken. */
const chunkBits = 10;
/** In place of a chunk: the job is over, and what is written about it may be that of the next. */
const noChunk = (1 << chunkBits) - 1;

export function firstTicket(job: number): number {
  return job << chunkBits;
}

export function lastTicket(job: number): number {
  return firstTicket(job) | noChunk;
}

/** The number of a ticket's job. */
export function jobOf(ticket: number): number {
  return ticket >>> chunkBits;
}

/** Job numbers start anew when the bits are used up. */
export function nextJob(job: number): number {
  return jobOf(firstTicket(job + 1));
}

/**
 * Does chunks of a job as long as there are any that nobody has taken. A thread may come late and read what is written of
 * the next job: it finds the ticket changed then, for until the chunk of a drawn ticket is done its job is not over.
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
