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

/** Delivery takes at most a quarter of the time; events written during the rest are delivered together. */
const restShare = 3;
const longestRestMs = 200;

/** A stream with at least one listener. */
interface LiveStream {
  /** Number of the last delivered event. */
  position: number;
  listeners: Set<Listener>;
  /** Non-empty while a listener is behind. */
  recent: RecentBatches;
  isReading: boolean;
  hasNews: boolean;
}

interface FeedOptions {
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
 * Delivers events to all listeners. Each event is read and serialised once per process.
 * A listener that cannot take more is dropped from live delivery and reads what it missed itself, so that it neither
 * delays others nor needs a buffer.
 */
export class EventFeed {
  readonly #database: Database;
  readonly #options: FeedOptions;
  readonly #streams = new Map<string, LiveStream>();
  readonly #stopListening: () => void;
  readonly #timer: NodeJS.Timeout;
  #count = 0;

  constructor(database: Database, log: EventLog, options: FeedOptions) {
    this.#database = database;
    this.#options = options;
    this.#stopListening = log.listen((streams) => {
      for (const id of streams) this.#wake(id);
    });
    this.#timer = setInterval(() => this.#tick(), tickMs).unref();
  }

  get listeners(): number {
    return this.#count;
  }

  /** Delivers everything after the listener's position until its connection closes. */
  add(listener: Listener): void {
    if (listener.isClosed) return;
    const { streamId } = listener.options;
    const stream = this.#streams.get(streamId) ?? newLiveStream(listener.position);
    this.#streams.set(streamId, stream);
    stream.listeners.add(listener);
    this.#count++;
    listener.whenClosed(() => this.#remove(listener, stream));
    this.#catchUp(listener, stream, true);
  }

  #remove(listener: Listener, stream: LiveStream): void {
    this.#count--;
    stream.listeners.delete(listener);
    const { streamId } = listener.options;
    if (stream.listeners.size === 0 && this.#streams.get(streamId) === stream) this.#streams.delete(streamId);
  }

  /** Ends every response; clients reconnect and send their position. */
  close(): void {
    clearInterval(this.#timer);
    this.#stopListening();
    for (const { listeners } of this.#streams.values()) for (const listener of listeners) listener.end();
  }

  #wake(streamId: string): void {
    const stream = this.#streams.get(streamId);
    if (!stream) return;
    stream.hasNews = true;
    if (!stream.isReading) this.#deliver(streamId, stream).catch(this.#options.onError);
  }

  async #deliver(streamId: string, stream: LiveStream): Promise<void> {
    stream.isReading = true;
    try {
      while (stream.hasNews && stream.listeners.size > 0) {
        stream.hasNews = false; // cleared before the read, so that events written during it are seen
        const rows = await this.#read(streamId, stream.position);
        if (rows.length === pageSize) stream.hasNews = true;
        stream.position = rows.at(-1)?.sequence ?? stream.position;
        const begun = performance.now();
        if (rows.length > 0) await this.#broadcast(stream, batchOf(rows.map(frameOf)));
        await pause(Math.min(restShare * (performance.now() - begun), longestRestMs));
      }
    } finally {
      stream.isReading = false;
    }
  }

  /** Sends a batch to all live listeners. A listener ignores events it already has, so none arrives twice. */
  async #broadcast(stream: LiveStream, batch: Batch): Promise<void> {
    stream.recent.add(batch);
    let given = 0;
    let behind = 0;
    for (const listener of stream.listeners) {
      given += 1;
      if (given % listenersAtOnce === 0) await yieldToEventLoop();
      if (listener.isLive && !listener.take(batch)) this.#fallBehind(listener, stream);
      if (!listener.isLive) behind += 1;
    }
    if (behind === 0) stream.recent.clear();
  }

  #fallBehind(listener: Listener, stream: LiveStream): void {
    listener.isLive = false;
    this.#catchUp(listener, stream, false);
  }

  #catchUp(listener: Listener, stream: LiveStream, isNew: boolean): void {
    this.#serveAlone(listener, stream, isNew).catch((error) => {
      this.#options.onError(error);
      listener.end();
    });
  }

  /** Sends one listener what it missed; after that it is live. */
  async #serveAlone(listener: Listener, stream: LiveStream, isNew: boolean): Promise<void> {
    for (let mayBeMore = isNew; !listener.isClosed; await yieldToEventLoop()) {
      await listener.drained();
      if (!mayBeMore && listener.position >= stream.position) {
        listener.isLive = true;
        return;
      }
      const recent = stream.recent.after(listener.position);
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
    for (const { listeners } of this.#streams.values()) for (const listener of listeners) listener.beat();
    this.#pollOthers().catch(this.#options.onError);
  }

  /** Finds events of other processes, which do not wake this one, and streams deleted with their project. */
  async #pollOthers(): Promise<void> {
    const ids = [...this.#streams.keys()];
    for (let start = 0; start < ids.length; start += streamsAtOnce) {
      const some = ids.slice(start, start + streamsAtOnce);
      const lasts = await selectLastSequences(this.#database, some);
      for (const id of some) this.#compare(id, lasts.get(id));
    }
  }

  #compare(streamId: string, last: number | undefined): void {
    const stream = this.#streams.get(streamId);
    if (!stream) return;
    if (last === undefined) for (const listener of stream.listeners) listener.end();
    else if (last > stream.position) this.#wake(streamId);
  }
}

function newLiveStream(position: number): LiveStream {
  return { position, listeners: new Set(), recent: new RecentBatches(), isReading: false, hasNews: false };
}

function pause(ms: number): Promise<void> {
  return ms < 1 ? yieldToEventLoop() : new Promise((resolve) => setTimeout(resolve, ms));
}

/** Lets other work run: SQLite reads are synchronous, so a long catch-up would block the process. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
