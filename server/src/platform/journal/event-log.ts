import { newId } from '../../ids.ts';
import { encodeJson } from '../db/json.ts';
import { afterCommit, beforeCommit, type Transaction } from '../db/transact.ts';
import { appendToStream, type UnnumberedEvent } from './store.ts';
import { serviceStream } from './stream.ts';
import type { EventType } from './types.ts';

export interface NewEvent {
  type: EventType;
  /** ID of the project; null for service-wide events, such as those of a key that reaches all projects. */
  project: string | null;
  /** Kind and ID of the record, such as `models/mdl_…`. */
  subject: string;
  /** A few fields that save the reader a request; never a secret and never a user's row or text. */
  data: Readonly<Record<string, unknown>>;
}

type Listener = (streams: ReadonlySet<string>) => void;

/** Tells other nodes of events, last in the transaction that writes them. */
type Announce = (transaction: Transaction, events: Omit<NewEvent, 'data'>[]) => Promise<void>;

/** The outbox: an event becomes visible together with the change it reports, or not at all. */
export class EventLog {
  readonly #written = new WeakMap<Transaction, UnnumberedEvent[]>();
  readonly #listeners = new Set<Listener>();
  readonly #announceToNodes: Announce | undefined;

  constructor(announceToNodes?: Announce) {
    this.#announceToNodes = announceToNodes;
  }

  /** Writes an event in the transaction (one of `transact`) of its change. It is numbered before the commit. */
  write(transaction: Transaction, { type, project, subject, data }: NewEvent): void {
    this.#eventsOf(transaction).push({
      stream_id: project ?? serviceStream,
      id: newId('evt'),
      type,
      subject,
      time: new Date().toISOString(),
      data: encodeJson(data),
    });
  }

  #eventsOf(transaction: Transaction): UnnumberedEvent[] {
    const known = this.#written.get(transaction);
    if (known) return known;
    const events: UnnumberedEvent[] = [];
    this.#written.set(transaction, events);
    beforeCommit(transaction, async () => {
      await appendInOrder(transaction, events);
      await this.#announceToNodes?.(transaction, events.map(nameEvent));
    });
    afterCommit(transaction, () => this.#announce(new Set(events.map((event) => event.stream_id))));
    return events;
  }

  /** Returns the path of the record that the transaction's first event is about; undefined when it has none yet. */
  addressOf(transaction: Transaction): string | undefined {
    const [event] = this.#written.get(transaction) ?? [];
    if (event === undefined) return undefined;
    const isProject = event.stream_id === serviceStream || event.subject.startsWith('projects/');
    return isProject ? `/api/${event.subject}` : `/api/projects/${event.stream_id}/${event.subject}`;
  }

  /**
   * Calls the listener after each commit of this process that wrote events, with their streams.
   * Returns a function that removes the listener.
   */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #announce(streams: ReadonlySet<string>): void {
    for (const listener of this.#listeners) listener(streams);
  }
}

/** Locks streams in one fixed order, so that two transactions cannot deadlock. */
async function appendInOrder(transaction: Transaction, events: UnnumberedEvent[]): Promise<void> {
  const streams = Map.groupBy(events, (event) => event.stream_id);
  for (const stream of [...streams.keys()].sort()) await appendToStream(transaction, stream, streams.get(stream) ?? []);
}

function nameEvent({ type, stream_id, subject }: UnnumberedEvent): Omit<NewEvent, 'data'> {
  return { type: type as EventType, project: stream_id === serviceStream ? null : stream_id, subject };
}
