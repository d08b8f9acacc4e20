import type { Json } from '../json.ts';
import type { Fixed } from './record.ts';

export interface EventSchema {
  event_streams: EventStreamTable;
  events: EventTable;
}

/** What happened in one project, or in the service as a whole, numbered without a gap. */
export interface EventStreamTable {
  /** ID of the project, or `service`. */
  id: Fixed<string>;
  project_id: Fixed<string | null>;
  /** Number of the last event; 0 before the first. */
  last_sequence: number;
}

export interface EventTable {
  stream_id: Fixed<string>;
  /** Rises by one from event to event of a stream, in the order in which they became visible. */
  sequence: Fixed<number>;
  id: Fixed<string>;
  type: Fixed<string>;
  subject: Fixed<string>;
  time: Fixed<string>;
  data: Fixed<Json>;
}
