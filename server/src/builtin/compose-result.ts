import { asWritten, formatScalar, formatTable, plural } from './format.ts';
import { asList, findFields } from './shapes.ts';

/** Phrases what a query gave whose question somebody checked: one value, or a table; undefined without a result. */
export function composeResult(content: unknown): string | undefined {
  const result = findFields(content, 'columns', 'rows');
  if (!result) return undefined;
  const columns = asList(result.columns).map(String);
  const rows = asList(result.rows).map((row) => asList(row));
  if (rows.length === 0) return 'No row matches.';
  const isOne = rows.length === 1 && columns.length <= mostInLine;
  if (isOne)
    return `${columns.map((name, at) => `${asWritten(spoken(name))}: **${asWritten(formatScalar(rows[0][at]))}**`).join(', ')}.`;
  const more = result.truncated === true ? ', and there are more' : '';
  return `${plural(rows.length, 'row')}${more}:\n\n${formatTable(columns, rows)}`;
}

const mostInLine = 3;

function spoken(name: string): string {
  const words = name.replaceAll(/[_\s]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
