/** A load generator of its own process: reads an `AlternatePlan` from its first argument and prints `Block[][]`. */
import { readFileSync } from 'node:fs';
import { readThreadSeconds } from '../process/usage.ts';
import { Connection } from './connection.ts';
import { keepAsking, stayAwake } from './keep-asking.ts';

/** Addresses of one process that are asked the same in turn. */
export interface AlternatePlan {
  urls: string[];
  /** File with the JSON body of every request. */
  bodyFile: string;
  connections: number;
  rounds: number;
  blockSeconds: number;
  pid: number;
}

/** What one address was asked in a round. */
export interface Block {
  requests: number;
  /** Of the server. */
  cpuSeconds: number;
}

/** Asks each address once a round, each as often before the others as behind them. */
async function alternate(plan: AlternatePlan): Promise<Block[][]> {
  const body = readFileSync(plan.bodyFile, 'utf8');
  const open = (url: string) =>
    Promise.all(Array.from({ length: plan.connections }, () => Connection.open(new URL(url), body)));
  const connections = await Promise.all(plan.urls.map(open));
  let isOver = false;
  stayAwake(() => isOver);
  for (const some of connections) await keepAsking(1, some);
  const rounds: Block[][] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    const blocks: Block[] = [];
    const order = connections.map((_, place) => (place + (round >> 1)) % connections.length);
    for (const place of round % 2 === 0 ? order : order.reverse()) {
      const before = readThreadSeconds(plan.pid);
      const { length: requests } = await keepAsking(plan.blockSeconds, connections[place]);
      blocks[place] = { requests, cpuSeconds: readThreadSeconds(plan.pid) - before };
    }
    rounds.push(blocks);
  }
  for (const connection of connections.flat()) connection.close();
  isOver = true;
  return rounds;
}

console.log(JSON.stringify(await alternate(JSON.parse(process.argv[2]))));
