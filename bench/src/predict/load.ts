/** The load, in a process of its own: reads a `LoadPlan` from its first argument, prints a `LoadResult`. */
import { readFileSync } from 'node:fs';
import { readCpuSeconds, readResidentMegabytes } from '../process/usage.ts';
import { quantileOfSorted } from '../report/numbers.ts';
import { Connection } from './connection.ts';

export interface LoadPlan {
  url: string;
  /** File that holds the JSON body of every request. */
  bodyFile: string;
  connections: number;
  /** Beside those that every request has. */
  headers: Readonly<Record<string, string>>;
  warmUpSeconds: number;
  seconds: number;
  /** Head of the server's process tree. */
  pid: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  requestsPerCpuSecond: number;
  /** CPU seconds that the server used in a second of wall time: 1 means that its core was full. */
  serverCores: number;
  medianMilliseconds: number;
  p99Milliseconds: number;
  /** Of the server, at the end of the load. */
  residentMegabytes: number;
}

/** Every connection asks again as soon as it is answered, until `seconds` have passed. Returns the sorted latencies in ms. */
async function askFor(seconds: number, connections: readonly Connection[]): Promise<number[]> {
  const end = performance.now() + seconds * 1000;
  const latencies: number[] = [];
  async function keepAsking(connection: Connection): Promise<void> {
    for (let asked = performance.now(); asked < end; ) {
      await connection.ask();
      const answered = performance.now();
      latencies.push(answered - asked);
      asked = answered;
    }
  }
  await Promise.all(connections.map(keepAsking));
  return latencies.sort((one, other) => one - other);
}

/**
 * Looks for answers without ever sleeping. Waking a process that sleeps costs its waker, the server: on a virtual machine
 * more than all else that a request takes, and the slower a server the oftener.
 */
function stayAwake(isOver: () => boolean): void {
  if (!isOver()) setImmediate(stayAwake, isOver);
}

async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const url = new URL(plan.url);
  const body = readFileSync(plan.bodyFile, 'utf8');
  const open = () => Connection.open(url, body, plan.headers);
  const connections = await Promise.all(Array.from({ length: plan.connections }, open));
  let isOver = false;
  stayAwake(() => isOver);
  await askFor(plan.warmUpSeconds, connections);
  const before = { cpu: readCpuSeconds(plan.pid), time: performance.now() };
  const latencies = await askFor(plan.seconds, connections);
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
