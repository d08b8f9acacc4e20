import type { OutgoingFile } from '../../../platform/channels/platform.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { MessageRow } from '../message-store.ts';
import type { BotContext, RunningChatbot } from './bot-context.ts';
import { tellChart } from './tell-chart.ts';

/** What a message of the outbox contains instead of a text. */
export type Attachment =
  | { type: 'chart'; chart: Record<string, unknown> }
  | { type: 'csv'; name: string; content: string };

/** Returns the file of a message of the outbox. Rejects when a chart cannot be drawn. */
export async function makeFile(
  { charts }: Pick<BotContext, 'charts'>,
  { row }: Pick<RunningChatbot, 'row'>,
  message: MessageRow,
): Promise<OutgoingFile> {
  const attachment = attachmentOf(message);
  if (attachment.type === 'csv') {
    const bytes = Buffer.from(`\ufeff${attachment.content}`);
    return { name: attachment.name, mediaType: 'text/csv', bytes, caption: message.text };
  }
  const bytes = await charts.draw(attachment.chart, { project: row.project_id, caller: row.id });
  return { name: 'chart.png', mediaType: 'image/png', bytes, caption: message.text };
}

/** Returns the caption of a file that is not made yet. */
export function captionOf(attachment: Attachment): string {
  return attachment.type === 'csv' ? 'The table as a file for spreadsheets.' : '';
}

/** Returns the content in words, for when no file can be sent. The text of an answer contains its tables already. */
export function sayInstead(message: MessageRow): string {
  const attachment = attachmentOf(message);
  if (attachment.type === 'csv') return 'I cannot send the table as a file here; it is above in words.';
  return `I cannot show a chart of this here. Its figures:\n\n${tellChart(attachment.chart)}`;
}

function attachmentOf({ attachment }: MessageRow): Attachment {
  if (attachment === null) throw new Error('a message of kind file has no attachment');
  return decodeJson<Attachment>(attachment);
}
