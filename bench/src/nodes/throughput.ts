import { setTimeout as pause } from 'node:timers/promises';
import { readCpuSeconds } from '../process/usage.ts';
import { call } from './call.ts';
import type { Installation } from './installation.ts';
import type { Member } from './member.ts';

const atOncePerNode = 8;
/** Of each node: nodes that are asked as fast as they answer share the cores, and then work at different rates. */
const perNodeAndSecond = 400;

/** Predictions per second, and per second of processor time of the nodes that were asked. */
export interface Throughput {
  nodes: number;
  perSecond: number;
  perCpuSecond: number;
}

/** Asks each of the first `nodes` nodes at the same rate, so that only their number differs. */
export async function measureThroughput(at: Installation, nodes: number, seconds: number): Promise<Throughput> {
  const asked = at.apis.slice(0, nodes);
  const until = performance.now() + seconds * 1000;
  const cpu = () => asked.reduce((sum, { pid }) => sum + readCpuSeconds(pid), 0);
  const before = cpu();
  const counts = await Promise.all(asked.map((member) => askUntil(at, member, until)));
  const count = counts.reduce((sum, own) => sum + own, 0);
  return { nodes, perSecond: count / seconds, perCpuSecond: count / (cpu() - before) };
}

async function askUntil({ authorization }: Installation, { base }: Member, until: number): Promise<number> {
  const url = `${base}/api/projects/default/models/steady/predict`;
  const turnMs = (1000 * atOncePerNode) / perNodeAndSecond;
  const askOne = async (_: unknown, requester: number) => {
    let count = 0;
    for (let due = performance.now() + (requester / atOncePerNode) * turnMs; due < until; due += turnMs) {
      await pause(Math.max(0, due - performance.now()));
      await call('POST', url, [{ x: count % 50 }], { headers: { authorization } });
      count += 1;
    }
    return count;
  };
  const counts = await Promise.all(Array.from({ length: atOncePerNode }, askOne));
  return counts.reduce((sum, own) => sum + own, 0);
}
