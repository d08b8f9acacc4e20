import type { Database } from '../db/schema.ts';
import type { EventLog } from './event-log.ts';
import { type Batch, batchOf, type Frame, type Listener } from './listener.ts';
import { RecentBatches } from './recent-batches.ts';
import { recordOf } from './record.ts';
import { type EventRow, selectEvents, selectLastSequences } from './store.ts';

const pageSize = 200;
const tickMs = 1000;
const streamsAtOnce = 500;
const listenersAtOnce = 200;

/** Giving out takes at most a quarter of the time: what is written while it rests goes out together. */
const restShare = 3;
const longestRestMs = 200;

/** One stream that somebody listens to. */
interface Channel {
  /** Up to where it was given out. */
  position: number;
  listeners: Set<Listener>;
  /** Kept while a listener is behind. */
  recent: RecentBatches;
  isReading: boolean;
  hasNews: boolean;
}

interface FeedOptions {
  mostListeners: number;
  onError(error: unknown): void;
}

function frameOf(row: EventRow): Frame {
  const { sequence, type, subject } = row;
  return {
    sequence,
    type,
    subject,
    text: `id: ${sequence}\nevent: ${type}\ndata: ${JSON.stringify(recordOf(row))}\n\n`,
  };
}

/**
 * Gives events out to everybody who listens: each is read and made into text once a process, however many listen. A
 * listener that cannot take more is let go, and later fetches what it missed for itself, so none holds up another and
 * none is buffered for.
 */
export class EventFeed {
  readonly #database: Database;
  readonly #options: FeedOptions;
  readonly #channels = new Map<string, Channel>();
  readonly #stopListening: () => void;
  readonly #timer: NodeJS.Timeout;
  #count = 0;

  constructor(database: Database, log: EventLog, options: FeedOptions) {
    this.#database = database;
    this.#options = options;
    this.#stopListening = log.listen((streams) => {
      for (const stream of streams) this.#wake(stream);
    });
    this.#timer = setInterval(() => this.#tick(), tickMs).unref();
  }

  get listeners(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#count >= this.#options.mostListeners;
  }

  /** Gives the listener everything after its position, as long as its connection is open. */
  add(listener: Listener): void {
    if (listener.isClosed) return;
    const { streamId } = listener.options;
    const channel = this.#channels.get(streamId) ?? newChannel(listener.position);
    this.#channels.set(streamId, channel);
    channel.listeners.add(listener);
    this.#count++;
    listener.whenClosed(() => this.#remove(listener, channel));
    this.#catchUp(listener, channel, true);
  }

  #remove(listener: Listener, channel: Channel): void {
    this.#count--;
    channel.listeners.delete(listener);
    const { streamId } = listener.options;
    if (channel.listeners.size === 0 && this.#channels.get(streamId) === channel) this.#channels.delete(streamId);
  }

  /** Ends every answer; their clients come back by themselves and say where they were. */
  close(): void {
    clearInterval(this.#timer);
    this.#stopListening();
    for (const { listeners } of this.#channels.values()) for (const listener of listeners) listener.end();
  }

  #wake(streamId: string): void {
    const channel = this.#channels.get(streamId);
    if (!channel) return;
    channel.hasNews = true;
    if (!channel.isReading) this.#giveOut(streamId, channel).catch(this.#options.onError);
  }

  async #giveOut(streamId: string, channel: Channel): Promise<void> {
    channel.isReading = true;
    try {
      while (channel.hasNews && channel.listeners.size > 0) {
        channel.hasNews = false; // before the read: what comes meanwhile is news again
        const rows = await this.#read(streamId, channel.position);
        if (rows.length === pageSize) channel.hasNews = true;
        channel.position = rows.at(-1)?.sequence ?? channel.position;
        const begun = performance.now();
        if (rows.length > 0) await this.#giveToAll(channel, batchOf(rows.map(frameOf)));
        await rest(Math.min(restShare * (performance.now() - begun), longestRestMs));
      }
    } finally {
      channel.isReading = false;
    }
  }

  /** Nobody gets anything twice although others have their turn meanwhile: a listener takes only what it has not. */
  async #giveToAll(channel: Channel, batch: Batch): Promise<void> {
    channel.recent.add(batch);
    let given = 0;
    let behind = 0;
    for (const listener of channel.listeners) {
      given += 1;
      if (given % listenersAtOnce === 0) await othersTurn();
      if (listener.isLive && !listener.take(batch)) this.#fallBehind(listener, channel);
      if (!listener.isLive) behind += 1;
    }
    if (behind === 0) channel.recent.clear();
  }

  #fallBehind(listener: Listener, channel: Channel): void {
    listener.isLive = false;
    this.#catchUp(listener, channel, false);
  }

  #catchUp(listener: Listener, channel: Channel, isNew: boolean): void {
    this.#followAlone(listener, channel, isNew).catch((error) => {
      this.#options.onError(error);
      listener.end();
    });
  }

  /** Gives to one listener until it has all that was given out: from then on it takes what comes. */
  async #followAlone(listener: Listener, channel: Channel, isNew: boolean): Promise<void> {
    for (let mayBeMore = isNew; !listener.isClosed; await othersTurn()) {
      await listener.drained();
      if (!mayBeMore && listener.position >= channel.position) {
        listener.isLive = true;
        return;
      }
      const recent = channel.recent.after(listener.position);
      const batch = recent ?? (await this.#readBatch(listener));
      if (batch) listener.take(batch);
      mayBeMore = recent === undefined && batch !== undefined;
    }
  }

  async #readBatch({ options, position }: Listener): Promise<Batch | undefined> {
    const rows = await this.#read(options.streamId, position);
    return rows.length === 0 ? undefined : batchOf(rows.map(frameOf));
  }

  #read(streamId: string, after: number): Promise<EventRow[]> {
    return selectEvents(this.#database, { streamId, after, limit: pageSize });
  }

  #tick(): void {
    const now = Date.now();
    for (const { listeners } of this.#channels.values()) for (const listener of listeners) listener.beat(now);
    this.#lookAround().catch(this.#options.onError);
  }

  /** What other processes wrote announces itself to nobody here; and a stream may have gone with its project. */
  async #lookAround(): Promise<void> {
    const ids = [...this.#channels.keys()];
    for (let start = 0; start < ids.length; start += streamsAtOnce) {
      const some = ids.slice(start, start + streamsAtOnce);
      const lasts = await selectLastSequences(this.#database, some);
      for (const id of some) this.#compare(id, lasts.get(id));
    }
  }

  #compare(streamId: string, last: number | undefined): void {
    const channel = this.#channels.get(streamId);
    if (!channel) return;
    if (last === undefined) for (const listener of channel.listeners) listener.end();
    else if (last > channel.position) this.#wake(streamId);
  }
}

function newChannel(position: number): Channel {
  return { position, listeners: new Set(), recent: new RecentBatches(), isReading: false, hasNews: false };
}

function rest(ms: number): Promise<void> {
  return ms < 1 ? othersTurn() : new Promise((resolve) => setTimeout(resolve, ms));
}

/** On SQLite a read is done at once: without this a long way to go would let nobody else do anything. */
function othersTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
