import { readCpuSeconds } from '../process/usage.ts';
import { call } from './call.ts';
import type { Installation } from './installation.ts';
import type { Member } from './member.ts';

const atOncePerNode = 8;

/** Predictions per second, and per second of processor time of the nodes that were asked. */
export interface Throughput {
  nodes: number;
  perSecond: number;
  perCpuSecond: number;
}

/** Asks the first `nodes` nodes as fast as they answer. */
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
  const askOne = async () => {
    let count = 0;
    for (; performance.now() < until; count += 1)
      await call('POST', url, [{ x: count % 50 }], { headers: { authorization } });
    return count;
  };
  const counts = await Promise.all(Array.from({ length: atOncePerNode }, askOne));
  return counts.reduce((sum, own) => sum + own, 0);
}
