/**
 * Floods from its own thread, so that sending does not slow the quiet user's clock, and at a low priority: senders on
 * other machines would take nothing of this one's processors.
 */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { readOwnTimes } from '../process/thread-times.ts';
import { floods } from './floods.ts';

const { base, names, nice } = workerData as { base: string; names: string[]; nice: number };
if (process.platform === 'linux') setPriority(0, nice); // elsewhere it would lower the quiet user too
const over = new AbortController();
parentPort?.once('message', () => over.abort());
await Promise.all(names.map((name) => floods[name](base, over.signal)));
parentPort?.postMessage(readOwnTimes());
