import { setTimeout as pause } from 'node:timers/promises';
import { readThreadSeconds } from '../process/usage.ts';
import { call, requireSuccess } from './call.ts';

const atOncePerServer = 8;
/** Of each server: those that are asked as fast as they answer share the cores, and then work at different rates. */
const perServerAndSecond = 400;
/** After a rest V8 compiles and collects for a while: a server that rested while another was asked would seem slow. */
const warmSeconds = 2;

/** A server that answers the same request again and again. */
export interface Asked {
  pid: number;
  url: string;
  headers: Record<string, string>;
}

/** Answers per second, and per second of processor time of the servers that were asked. */
export interface Throughput {
  perSecond: number;
  perCpuSecond: number;
}

/** Asks each server at the same rate, so that only their number differs. */
export async function measureThroughput(servers: readonly Asked[], seconds: number): Promise<Throughput> {
  const askAll = (lasting: number) => {
    const until = performance.now() + lasting * 1000;
    return Promise.all(servers.map((server) => askUntil(server, until)));
  };
  await askAll(warmSeconds);
  const cpu = () => sumOf(servers.map(({ pid }) => readThreadSeconds(pid)));
  const before = cpu();
  const count = sumOf(await askAll(seconds));
  return { perSecond: count / seconds, perCpuSecond: count / (cpu() - before) };
}

async function askUntil({ url, headers }: Asked, until: number): Promise<number> {
  const turnMs = (1000 * atOncePerServer) / perServerAndSecond;
  const askInTurns = async (_: unknown, requester: number) => {
    let count = 0;
    for (let due = performance.now() + (requester / atOncePerServer) * turnMs; due < until; due += turnMs) {
      await pause(Math.max(0, due - performance.now()));
      requireSuccess({ ...(await call('POST', url, [{ x: count % 50 }], { headers })), text: '' });
      count += 1;
    }
    return count;
  };
  return sumOf(await Promise.all(Array.from({ length: atOncePerServer }, askInTurns)));
}

function sumOf(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0);
}
