import { type FoundTable, findTables } from '../markdown/find-tables.ts';
import type { Button, Reply } from '../platform.ts';

const mostRows = 100;
const mostColumns = 10;
const mostButtons = 6;
const longestLabel = 80;

/**
 * Returns an Adaptive Card (https://adaptivecards.io/explorer/Table.html) with the tables and buttons of a reply, and
 * the text without those tables.
 */
export async function cardOf({ text, buttons = [] }: Reply): Promise<{ text: string; card?: object }> {
  const tables = (await findTables(text)).filter(fits);
  if (tables.length === 0 && buttons.length === 0) return { text };
  const rest = tables
    .toReversed()
    .reduce((remaining, { start, end }) => remaining.slice(0, start) + remaining.slice(end), text)
    .trim();
  const card = {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.5',
    msteams: { width: 'Full' },
    body: tables.map(tableOf),
    actions: buttons.slice(0, mostButtons).map(actionOf),
  };
  return { text: rest, card };
}

function fits({ rows }: FoundTable): boolean {
  return rows.length <= mostRows && rows[0].length <= mostColumns;
}

function tableOf({ rows, align }: FoundTable) {
  return {
    type: 'Table',
    firstRowAsHeader: true,
    columns: rows[0].map((_, at) => ({ width: 1, horizontalCellContentAlignment: align[at] ?? 'left' })),
    rows: rows.map((row) => ({ type: 'TableRow', cells: row.map(cellOf) })),
  };
}

/** Rich text has no markup, so nothing needs escaping. */
function cellOf(text: string) {
  const inlines = [{ type: 'TextRun', text: text || ' ' }];
  return { type: 'TableCell', items: [{ type: 'RichTextBlock', inlines }] };
}

/** A choice appears as a message of the user who pressed it. */
function actionOf({ id, label }: Button) {
  return { type: 'Action.Submit', title: label.slice(0, longestLabel), data: { sibyl: id } };
}
