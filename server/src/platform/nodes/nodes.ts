import { breakConnections, type DatabaseSettings } from '../db/open.ts';
import type { Database } from '../db/schema.ts';
import type { Transaction } from '../db/transact.ts';
import { Lease } from './lease.ts';
import { NodeSignals, type Signal, type SignalHandler } from './signals.ts';

/** The database is asked every second; a busy machine may take a little longer. */
const usualSilenceMs = 3000;

/** The nodes of an installation, as one of them sees the others. */
export interface Nodes {
  /** Whether no other process uses the database: unfinished work at the start was then left by a process that ended. */
  readonly isAlone: boolean;
  /** Seconds since the database last answered, by which answers of this node may be out of date; 0 while it answers. */
  readonly silentSeconds: number;
  /** Tells the other nodes what changed, last in the transaction of the change. */
  announce(transaction: Transaction, signals: Signal[]): Promise<void>;
  /** Starts to follow the changes of other nodes. */
  follow(handler: SignalHandler): Promise<void>;
  /** Returns a function that tells whether this node may do work that one node does at a time. */
  lead(work: string, onError: (error: unknown) => void): Promise<() => boolean>;
  close(): Promise<void>;
}

/** Opens the view of one node; it is the only one when the database is a file. */
export function openNodes(database: Database, records: DatabaseSettings): Nodes {
  return records.kind === 'sqlite' ? aloneNode : new SharingNode(database, records.url);
}

const aloneNode: Nodes = {
  isAlone: true,
  silentSeconds: 0,
  announce: async () => {},
  follow: async () => {},
  lead: async () => () => true,
  close: async () => {},
};

class SharingNode implements Nodes {
  readonly isAlone = false;
  readonly #database: Database;
  readonly #signals: NodeSignals;
  readonly #leases: Lease[] = [];

  constructor(database: Database, url: string) {
    this.#database = database;
    this.#signals = new NodeSignals(url, () => breakConnections(database));
  }

  get silentSeconds(): number {
    const { silentMs } = this.#signals;
    return silentMs < usualSilenceMs ? 0 : Math.floor(silentMs / 1000);
  }

  announce(transaction: Transaction, signals: Signal[]): Promise<void> {
    return this.#signals.announce(transaction, signals);
  }

  follow(handler: SignalHandler): Promise<void> {
    return this.#signals.start(handler);
  }

  async lead(work: string, onError: (error: unknown) => void): Promise<() => boolean> {
    const lease = new Lease(this.#database, work, onError);
    this.#leases.push(lease);
    await lease.start();
    return () => lease.isHeld;
  }

  async close(): Promise<void> {
    await Promise.all(this.#leases.map((lease) => lease.stop()));
    await this.#signals.close();
  }
}
