import { fieldsOf, textOf } from '../../../platform/channels/call-platform.ts';
import { escapeMarkdown } from '../../../platform/channels/markdown/escape.ts';

const mostRows = 200;
const channels = ['x', 'color', 'y'];

/** Returns the data of a Vega-Lite specification as a table in Markdown. */
export function tellChart(spec: Record<string, unknown>): string {
  const { values } = fieldsOf(spec.data);
  const rows = Array.isArray(values) ? values.slice(0, mostRows).map(fieldsOf) : [];
  const columns = columnsOf(fieldsOf(spec.encoding)).filter(({ field }) =>
    rows.some((row) => row[field] !== undefined),
  );
  if (columns.length === 0) return '–';
  const lines = rows.map((row) => columns.map(({ field }) => cellOf(row[field])));
  const head = columns.map(({ title }) => cellOf(title));
  return [head, columns.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function columnsOf(encoding: Record<string, unknown>): { field: string; title: string }[] {
  const named = channels.map((channel) => fieldsOf(encoding[channel]));
  const known = named.flatMap(({ field, title }) =>
    typeof field === 'string' ? [{ field, title: textOf(title) || field }] : [],
  );
  // The measured column, which charts call y, comes last; horizontal bars show it at x.
  return known.toSorted((one, other) => Number(one.field === 'y') - Number(other.field === 'y'));
}

function cellOf(value: unknown): string {
  const text = typeof value === 'boolean' ? String(value) : textOf(value);
  return escapeMarkdown(text.replace(/\s+/g, ' ')) || '–';
}
