/** Floods from its own thread, so that sending does not slow the quiet user's clock. */
import { parentPort, workerData } from 'node:worker_threads';
import { floods } from './floods.ts';

const { base, names } = workerData as { base: string; names: string[] };
const over = new AbortController();
parentPort?.once('message', () => over.abort());
await Promise.all(names.map((name) => floods[name](base, over.signal)));
parentPort?.postMessage('over');
