import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Transaction } from '../db/transact.ts';

const channel = 'sibyl_signals';
const lookEveryMs = 1000;
/** A look without an answer after this time has failed: the network may swallow what is sent. */
const patienceMs = 5000;
/** After so long without an answer, all statements that wait for one are broken off. */
const longestSilenceMs = 15_000;
/** PostgreSQL accepts 8,000 bytes; a longer notice only says that something changed. */
const longestNotice = 7500;
/** Time to wait for a notice, which says more than the version number. */
const noticeGraceMs = 200;
/** Time that a connection has to close in good order. */
const farewellMs = 1000;

/** A change of a record, as its event names it. */
export interface Signal {
  type: string;
  project: string | null;
  subject: string;
}

export interface SignalHandler {
  /** Applies changes of other nodes; undefined means that anything may have changed. */
  apply(signals: Signal[] | undefined): Promise<void>;
  /** Called when changes can no longer be followed, and when one could not be applied. */
  onError(error: unknown): void;
}

/**
 * Tells all nodes of an installation what one of them changed, by PostgreSQL's notices. A number that increases with
 * every change shows when a notice was lost; the node then drops everything it holds in memory. It has a connection of
 * its own, so that it need not wait for others.
 */
export class NodeSignals {
  readonly #url: string;
  readonly #onSilence: () => void;
  readonly #node = randomUUID().slice(0, 8);
  #handler: SignalHandler | undefined;
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #seen = 0;
  #lastAnswer = performance.now();
  #hasFailed = false;
  #applying: Promise<void> = Promise.resolve();
  #closed = false;

  /** @param onSilence called each second while the database has not answered for long */
  constructor(url: string, onSilence: () => void) {
    this.#url = url;
    this.#onSilence = onSilence;
  }

  /** Milliseconds since the database last answered: later changes of other nodes are unknown here. */
  get silentMs(): number {
    return performance.now() - this.#lastAnswer;
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
    this.#seen = await this.#readVersion(await this.#listen());
    this.#timer = setTimeout(() => this.#look(), lookEveryMs);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#drop(this.#client);
    await this.#applying;
  }

  async #listen(): Promise<Client> {
    const { default: pg } = await import('pg');
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    });
    client.on('error', () => this.#drop(client));
    client.on('end', () => this.#drop(client));
    client.on('notification', ({ payload }) => this.#take(payload ?? '{}'));
    this.#client = client;
    await client.connect();
    await client.query(`listen ${channel}`);
    return client;
  }

  /** The next look reconnects. */
  #drop(client: Client | undefined): void {
    if (client === undefined || this.#client !== client) return;
    this.#client = undefined;
    client.end().catch(() => {});
    setTimeout(() => client.connection.stream.destroy(), farewellMs).unref();
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
      const version = await this.#readVersion(this.#client ?? (await this.#listen()));
      this.#hasFailed = false;
      if (version > this.#seen) await this.#catchUp(version);
    } catch (error) {
      this.#fail(error);
    }
    if (!this.#closed) this.#timer = setTimeout(() => this.#look(), lookEveryMs);
  }

  #fail(error: unknown): void {
    this.#drop(this.#client);
    if (!this.#hasFailed && !this.#closed) this.#handler?.onError(error);
    this.#hasFailed = true;
    if (this.silentMs > longestSilenceMs) this.#onSilence();
  }

  async #catchUp(version: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, noticeGraceMs));
    if (version <= this.#seen) return;
    this.#seen = version;
    this.#apply(undefined);
  }

  async #readVersion(client: Client): Promise<number> {
    const { rows } = await client.query<{ version: string }>('select version from signals where id = 1');
    this.#lastAnswer = performance.now();
    return Number(rows[0]?.version ?? 0);
  }

  #apply(signals: Signal[] | undefined): void {
    this.#applying = this.#applying
      .then(() => this.#handler?.apply(signals))
      .catch((error) => {
        this.#seen = -1; // the next look finds a higher version and applies everything
        this.#handler?.onError(error);
      });
  }
}
