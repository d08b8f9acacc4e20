import type { Json } from '../json.ts';
import type { Fixed } from './record.ts';

export interface EventSchema {
  event_streams: EventStreamTable;
  events: EventTable;
}

/** The event stream of one project or of the service. Its numbers have no gaps. */
export interface EventStreamTable {
  /** ID of the project, or `service`. */
  id: Fixed<string>;
  project_id: Fixed<string | null>;
  /** Number of the last event; 0 before the first. */
  last_sequence: number;
}

export interface EventTable {
  stream_id: Fixed<string>;
  /** Number in the stream, in the order in which events became visible. */
  sequence: Fixed<number>;
  id: Fixed<string>;
  type: Fixed<string>;
  subject: Fixed<string>;
  time: Fixed<string>;
  data: Fixed<Json>;
}
