/** A thread that measures how long a JSON text holds it up: what other tests left in memory is not collected in it. */
import { parentPort, workerData } from 'node:worker_threads';
import { parseJsonBody } from '../src/http/request/json-body.ts';
import { parseLongJson } from '../src/http/request/long-json.ts';
import { standstillOf } from './standstill.ts';

const text: string = workerData;
const measure = (parse: () => unknown) =>
  standstillOf(async () => {
    await Promise.resolve()
      .then(parse)
      .catch(() => undefined);
  });
const inPieces = await measure(() => parseLongJson(text));
const atOnce = await measure(() => parseJsonBody(text));
parentPort?.postMessage({ inPieces, atOnce });
