import { decodeJson } from '../db/json.ts';
import type { EventRow } from './store.ts';
import { serviceStream } from './stream.ts';

/** An event as the API and webhooks send it. */
export interface EventRecord {
  specversion: '1.0';
  id: string;
  source: string;
  type: string;
  subject: string;
  time: string;
  datacontenttype: 'application/json';
  /** Number in its stream, from 1 without gaps. */
  sequence: number;
  data: Record<string, unknown>;
}

/** Converts a row to the structured form of CloudEvents 1.0 (https://github.com/cloudevents/spec). */
export function recordOf({ stream_id, id, type, subject, time, sequence, data }: EventRow): EventRecord {
  return {
    specversion: '1.0',
    id,
    source: stream_id === serviceStream ? '/api' : `/api/projects/${stream_id}`,
    type,
    subject,
    time,
    datacontenttype: 'application/json',
    sequence,
    data: decodeJson(data),
  };
}
