import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Database } from '../db/schema.ts';
import type { Transaction } from '../db/transact.ts';

const channel = 'sibyl_signals';
const lookEveryMs = 1000;
/** PostgreSQL accepts 8,000 bytes; a longer notice only says that something changed. */
const longestNotice = 7500;
/** Time to wait for a notice, which says more than the version number. */
const noticeGraceMs = 200;

/** A change of a record, as its event names it. */
export interface Signal {
  type: string;
  project: string | null;
  subject: string;
}

export interface SignalHandler {
  /** Applies changes of other nodes; undefined means that anything may have changed. */
  apply(signals: Signal[] | undefined): Promise<void>;
  onError(error: unknown): void;
}

/**
 * Tells all nodes of an installation what one of them changed, by PostgreSQL's notices. A number that increases with
 * every change shows when a notice was lost; the node then drops everything it holds in memory.
 */
export class NodeSignals {
  readonly #database: Database;
  readonly #url: string;
  readonly #node = randomUUID().slice(0, 8);
  #handler: SignalHandler | undefined;
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #seen = 0;
  #lastAnswer = Date.now();
  #applying: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(database: Database, url: string) {
    this.#database = database;
    this.#url = url;
  }

  /** Milliseconds since the database last answered: later changes of other nodes are unknown here. */
  get silentMs(): number {
    return Date.now() - this.#lastAnswer;
  }

  /** Must be called last in the transaction of the changes, because others wait for its commit. */
  async announce(transaction: Transaction, signals: Signal[]): Promise<void> {
    const { version } = await transaction
      .updateTable('signals')
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', 1)
      .returning('version')
      .executeTakeFirstOrThrow();
    const notice = JSON.stringify({ node: this.#node, version, signals });
    const short = JSON.stringify({ node: this.#node, version });
    const payload = Buffer.byteLength(notice) > longestNotice ? short : notice;
    await sql`select pg_notify(${channel}, ${payload})`.execute(transaction);
  }

  /** Starts to apply changes of other nodes. */
  async start(handler: SignalHandler): Promise<void> {
    this.#handler = handler;
    this.#seen = await this.#readVersion();
    this.#timer = setTimeout(() => this.#look(), lookEveryMs);
    await this.#listen();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => {});
    await this.#applying;
  }

  async #listen(): Promise<void> {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true });
    client.on('error', () => this.#drop(client));
    client.on('end', () => this.#drop(client));
    client.on('notification', ({ payload }) => this.#take(payload ?? '{}'));
    this.#client = client;
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      this.#drop(client);
      throw error;
    }
  }

  /** The next poll reconnects. */
  #drop(client: Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.end().catch(() => {});
  }

  #take(payload: string): void {
    const { node, version, signals } = JSON.parse(payload) as { node: string; version: number; signals?: Signal[] };
    if (version <= this.#seen) return;
    const isNext = version === this.#seen + 1;
    this.#seen = version;
    if (node === this.#node && isNext) return; // this node's memory has the change already
    this.#apply(isNext ? signals : undefined);
  }

  async #look(): Promise<void> {
    try {
      if (this.#client === undefined) await this.#listen();
      const version = await this.#readVersion();
      if (version > this.#seen) await this.#catchUp(version);
    } catch (error) {
      this.#handler?.onError(error);
    }
    if (!this.#closed) this.#timer = setTimeout(() => this.#look(), lookEveryMs);
  }

  async #catchUp(version: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, noticeGraceMs));
    if (version <= this.#seen) return;
    this.#seen = version;
    this.#apply(undefined);
  }

  async #readVersion(): Promise<number> {
    const row = await this.#database.selectFrom('signals').select('version').where('id', '=', 1).executeTakeFirst();
    this.#lastAnswer = Date.now();
    return row?.version ?? 0;
  }

  #apply(signals: Signal[] | undefined): void {
    this.#applying = this.#applying
      .then(() => this.#handler?.apply(signals))
      .catch((error) => {
        this.#seen = -1; // the next poll finds a higher version and applies everything
        this.#handler?.onError(error);
      });
  }
}
