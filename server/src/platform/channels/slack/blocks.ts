import type { ActionsBlock, KnownBlock, TableBlock } from '@slack/types';
import { type FoundTable, findTables } from '../markdown/find-tables.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { nameSources } from '../markdown/reply.ts';
import { splitReply } from '../markdown/split.ts';
import type { Button, Reply } from '../platform.ts';
import { slackMarkup } from './markup.ts';

/** Limits from https://docs.slack.dev/reference/block-kit/blocks */
const most = { section: 3000, rows: 100, columns: 20, tableCharacters: 10_000, label: 75, buttons: 25 };
export const buttonMark = 'sibyl_button';

/**
 * Returns blocks for a reply with a table or with buttons; undefined for others, which are sent as text. Slack allows
 * one table per message.
 */
export async function blocksOf({ text, citations, buttons = [] }: Reply): Promise<KnownBlock[] | undefined> {
  const tables = await findTables(text);
  const table = tables.length === 1 && fits(tables[0]) ? tables[0] : undefined;
  if (!table && buttons.length === 0) return undefined;
  const sources = nameSources(citations);
  return [
    ...(await sectionsOf(table ? text.slice(0, table.start) : text)),
    ...(table ? [blockOf(table), ...(await sectionsOf(text.slice(table.end)))] : []),
    ...(sources === '' ? [] : await sectionsOf(`*${sources.replace(/[\\*_`[\]<]/g, '\\$&')}*`)),
    ...(buttons.length === 0 ? [] : [actionsOf(buttons)]),
  ];
}

function fits({ rows }: FoundTable): boolean {
  const characters = rows.flat().reduce((sum, cell) => sum + cell.length, 0);
  return rows.length <= most.rows && rows[0].length <= most.columns && characters <= most.tableCharacters;
}

async function sectionsOf(text: string): Promise<KnownBlock[]> {
  if (text.trim() === '') return [];
  const measure = async (reply: Reply) => (await renderMarkdown(reply.text, slackMarkup)).length;
  const parts = await splitReply({ text, citations: [] }, { textLimit: most.section, measure });
  const texts = await Promise.all(parts.map((part) => renderMarkdown(part.text, slackMarkup)));
  return texts.map((one) => ({ type: 'section', text: { type: 'mrkdwn', text: one } }));
}

function blockOf({ rows, align }: FoundTable): TableBlock {
  return {
    type: 'table',
    rows: rows.map((row) => row.map((text) => ({ type: 'raw_text', text: text || ' ' }))),
    column_settings: rows[0].map((_, at) => ({ align: align[at] ?? 'left', is_wrapped: true })),
  };
}

function actionsOf(buttons: Button[]): ActionsBlock {
  return {
    type: 'actions',
    elements: buttons.slice(0, most.buttons).map(({ id, label }, at) => ({
      type: 'button',
      action_id: `${buttonMark}_${at}`,
      value: id,
      text: { type: 'plain_text', text: label.slice(0, most.label), emoji: true },
    })),
  };
}
