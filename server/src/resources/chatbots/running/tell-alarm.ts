import { escapeMarkdown } from '../../../platform/channels/markdown/escape.ts';
import type { EventRecord } from '../../../platform/journal/record.ts';

const headlines: Record<string, string> = {
  drift: 'gets other rows, or predicts other values, than at its training',
  accuracy_dropped: 'is less accurate than at its training',
  coverage_lost: 'has bounds that hold too seldom',
  stale: 'could not be retrained',
  challenger_ready: 'has a new version that waits to be accepted or rejected',
  retrained: 'was retrained',
};

/** Says an alarm of a model as a message. Its moment makes it unlike any other one, by which it is found again. */
export function tellAlarm({ type, time, data }: Pick<EventRecord, 'type' | 'time' | 'data'>): string {
  const headline = headlines[type.slice(type.lastIndexOf('.') + 1)];
  // It names columns, which are whatever the header of a file says: links and headings among them
  const why = escapeMarkdown(String(data.detail ?? data.reason ?? '').replace(/\s+/g, ' '));
  const moment = time.slice(0, 19).replace('T', ' ');
  return `**Model ${data.name}** ${headline} (version ${data.version}, ${moment} UTC).${why ? `\n${why}` : ''}`;
}
