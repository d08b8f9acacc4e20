import { setTimeout as pause } from 'node:timers/promises';
import { call } from './call.ts';
import type { Installation } from './installation.ts';

const timeoutMs = 5000;

/** Counts of predictions, and a sentence of each failure. */
export interface Predicted {
  asked: number;
  failures: string[];
  /** Answers of nodes that could not hear the database. */
  stale: number;
}

/** Asks a node, or the balancer, at a steady rate until the signal. Only answers of a node that lived all the time count. */
export async function keepPredicting(
  { authorization }: Pick<Installation, 'authorization'>,
  node: { name: string; base: string; livesSince(time: number): boolean },
  perSecond: number,
  signal: AbortSignal,
): Promise<Predicted> {
  const counts: Predicted = { asked: 0, failures: [], stale: 0 };
  const open = new Set<Promise<void>>();
  const ask = async (x: number) => {
    const began = performance.now();
    if (!node.livesSince(began)) return;
    const url = `${node.base}/api/projects/default/models/steady/predict`;
    const { status, headers, text } = await call('POST', url, [{ x }], { headers: { authorization }, timeoutMs });
    if (!node.livesSince(began)) return;
    counts.asked += 1;
    if (headers.has('sibyl-stale-seconds')) counts.stale += 1;
    if (status !== 200)
      counts.failures.push(`${node.name} at ${new Date().toISOString()}: ${status} ${text.slice(0, 200)}`);
  };
  for (let asked = 0; !signal.aborted; asked += 1) {
    const one = ask(asked % 50).finally(() => open.delete(one));
    open.add(one);
    await pause(1000 / perSecond);
  }
  await Promise.all(open);
  return counts;
}
