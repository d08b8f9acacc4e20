import { decodeJson } from '../db/json.ts';
import type { EventRecord } from './schemas.ts';
import type { EventRow } from './store.ts';
import { serviceStream } from './stream.ts';

/** The event in the structured form of CloudEvents 1.0 (https://github.com/cloudevents/spec). */
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
