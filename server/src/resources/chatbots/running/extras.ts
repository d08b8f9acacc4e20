import { findChoices } from '../../../platform/channels/markdown/choices.ts';
import { findTables, isUnwieldy, writeCsv } from '../../../platform/channels/markdown/find-tables.ts';
import type { Button, Channel } from '../../../platform/channels/platform.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { MessageRow } from '../message-store.ts';
import type { ChatbotParams } from '../params-schema.ts';
import type { Answered } from './answerer.ts';
import type { Attachment } from './attachment.ts';
import { tellChart } from './tell-chart.ts';

const mostTables = 5;
const mostChoices = 8;
const longestTable = 5 * 1024 * 1024;

/** What is shown below an answer: its buttons, and its pictures and tables as files. */
export interface Extras {
  choices: string[];
  isRated: boolean;
  attachments: Attachment[];
}

export async function extrasOf(
  { text, chart, traceId, alternatives = [] }: Answered,
  { files }: Pick<Channel, 'files'>,
  { ratings }: ChatbotParams,
): Promise<Extras> {
  const charts = chart && files ? [{ type: 'chart' as const, chart }] : [];
  const tables = files === 'all' ? await tablesOf(text) : [];
  return {
    choices: [...new Set([...(await findChoices(text)), ...alternatives])].slice(0, mostChoices),
    isRated: ratings === true && traceId !== null,
    attachments: [...charts, ...tables],
  };
}

/** Adds the figures of a chart where no file can be shown, unless the answer has a table already. */
export async function withFigures(text: string, { chart }: Answered, { files }: Pick<Channel, 'files'>) {
  if (!chart || files || (await findTables(text)).length > 0) return text;
  return `${text}\n\n${tellChart(chart)}`;
}

/** Returns the tables that a chat cannot show, as files. */
async function tablesOf(text: string): Promise<Attachment[]> {
  const found = (await findTables(text)).filter(isUnwieldy).slice(0, mostTables);
  const files = found.map((table, at) => ({
    type: 'csv' as const,
    name: found.length === 1 ? 'table.csv' : `table-${at + 1}.csv`,
    content: writeCsv(table),
  }));
  return files.filter(({ content }) => content.length <= longestTable);
}

/** Returns the texts of the buttons of a message that may be pressed in place of typing them. */
export function choicesOn({ buttons }: Pick<MessageRow, 'buttons'>): string[] {
  const all = buttons === null ? [] : decodeJson<Button[]>(buttons);
  return all.filter(({ id }) => id.startsWith('choice')).map(({ label }) => label);
}

/** Buttons name the message that they are on: what is pressed is read there, not in what comes back. */
export function buttonsOf(messageId: string, { choices, isRated }: Extras): Button[] {
  const offered = choices.map((label, at) => ({ id: `choice${at}-${messageId}`, label }));
  const thumbs = [
    { id: `up-${messageId}`, label: '👍' },
    { id: `down-${messageId}`, label: '👎' },
  ];
  return isRated ? [...offered, ...thumbs] : offered;
}
