import type { Connection } from './connection.ts';

/** Sends on each connection without pause for `seconds`. Returns sorted latencies in ms. */
export async function keepAsking(seconds: number, connections: readonly Connection[]): Promise<number[]> {
  const end = performance.now() + seconds * 1000;
  const latencies: number[] = [];
  async function askOn(connection: Connection): Promise<void> {
    for (let asked = performance.now(); asked < end; ) {
      await connection.ask();
      const answered = performance.now();
      latencies.push(answered - asked);
      asked = answered;
    }
  }
  await Promise.all(connections.map(askOn));
  return latencies.sort((one, other) => one - other);
}

/**
 * Polls without sleeping. Waking a sleeping process costs the server more than the rest of a request on a virtual
 * machine, and affects slower servers more.
 */
export function stayAwake(isOver: () => boolean): void {
  if (!isOver()) setImmediate(stayAwake, isOver);
}
