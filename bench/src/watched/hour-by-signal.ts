/** Loaded before a service: each SIGUSR2 moves its clock on by an hour, which is noted in the file HOURS_FILE. */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { moveClock, nextHour } from './clock.ts';

const file = process.env.HOURS_FILE;

if (isMainThread && file !== undefined) {
  moveClock();
  process.on('SIGUSR2', () => {
    nextHour();
    appendFileSync(file, '.');
  });
}
