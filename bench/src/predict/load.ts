/** The load generator, in its own process: reads a `LoadPlan` from its first argument and prints a `LoadResult`. */
import { readFileSync } from 'node:fs';
import { readCpuSeconds, readResidentMegabytes } from '../process/usage.ts';
import { quantileOfSorted } from '../report/numbers.ts';
import { Connection } from './connection.ts';
import { keepAsking, stayAwake } from './keep-asking.ts';

export interface LoadPlan {
  url: string;
  /** File with the JSON body of every request. */
  bodyFile: string;
  connections: number;
  /** Additional headers. */
  headers: Readonly<Record<string, string>>;
  warmUpSeconds: number;
  seconds: number;
  /** Root of the server's process tree. */
  pid: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  requestsPerCpuSecond: number;
  /** CPU seconds of the server per second of wall time; 1 means that its core was full. */
  serverCores: number;
  medianMilliseconds: number;
  p99Milliseconds: number;
  /** The server's memory at the end of the load. */
  residentMegabytes: number;
}

async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const url = new URL(plan.url);
  const body = readFileSync(plan.bodyFile, 'utf8');
  const open = () => Connection.open(url, body, plan.headers);
  const connections = await Promise.all(Array.from({ length: plan.connections }, open));
  let isOver = false;
  stayAwake(() => isOver);
  await keepAsking(plan.warmUpSeconds, connections);
  const before = { cpu: readCpuSeconds(plan.pid), time: performance.now() };
  const latencies = await keepAsking(plan.seconds, connections);
  const seconds = (performance.now() - before.time) / 1000;
  const serverCpu = readCpuSeconds(plan.pid) - before.cpu;
  for (const connection of connections) connection.close();
  isOver = true;
  return {
    requestsPerSecond: latencies.length / seconds,
    requestsPerCpuSecond: latencies.length / serverCpu,
    serverCores: serverCpu / seconds,
    medianMilliseconds: quantileOfSorted(latencies, 0.5),
    p99Milliseconds: quantileOfSorted(latencies, 0.99),
    residentMegabytes: readResidentMegabytes(plan.pid),
  };
}

console.log(JSON.stringify(await runLoad(JSON.parse(process.argv[2]))));
