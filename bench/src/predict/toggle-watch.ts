/**
 * Loaded before a service that runs from its sources: turns the watch of the model `watched` on and off in the model in
 * memory, and writes what each block cost. Two models, even equal ones, differ by more than a watch costs.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { ModelCache } from '../../../server/src/resources/models/serving/model-cache.ts';
import type { ServedModel } from '../../../server/src/resources/models/serving/served-model.ts';

/** File of blocks, a JSON text each line. While there is none, the watch is on. */
const file = process.env.WATCH_BLOCKS;
/** Long beside a batch, which takes milliseconds and may be answered in the block after its own. */
const blockMs = 100;
/** The last block of a work has few. */
const leastRequests = 3;
/** Whether the model is watched in each block of a round; every other round goes backwards. */
const round = [false, false, true];

if (isMainThread && file !== undefined) toggle(file);

function toggle(blocks: string): void {
  const find = ModelCache.prototype.find;
  let served: ServedModel | undefined;
  let picks: ServedModel['picks'];
  let requests = 0;
  ModelCache.prototype.find = function (project, model) {
    const found = find.call(this, project, model);
    if (model !== 'watched' || !found) return found;
    requests += 1;
    if (found !== served) [served, picks] = [found, found.picks];
    return found;
  };
  let block = 0;
  let before = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    const place = placeOf(block);
    const isToggled = existsSync(blocks);
    if (isToggled && requests >= leastRequests)
      appendFileSync(blocks, `${JSON.stringify({ place, requests, cpuSeconds: (user + system) / 1e6 })}\n`);
    block += 1;
    if (served) served.picks = round[placeOf(block)] || !isToggled ? picks : undefined;
    requests = 0;
    before = process.cpuUsage();
  }, blockMs).unref();
}

function placeOf(block: number): number {
  const within = block % (2 * round.length);
  return within < round.length ? within : 2 * round.length - 1 - within;
}
