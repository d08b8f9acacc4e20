import { words } from '../words/tables.ts';
import type { Read } from './use-preview.ts';

export interface Choice {
  key: string;
  label: string;
  options?: { value: string; label: string }[];
}

const named = (values: Record<string, string>) => Object.entries(values).map(([value, label]) => ({ value, label }));
const choice = (key: keyof typeof words.choices, options?: Record<string, string>): Choice => ({
  key,
  label: words.choices[key],
  ...(options ? { options: named(options) } : {}),
});

const cells: Choice[] = [
  choice('decimal', { '.': '. (1234.5)', ',': ', (1234,5)' }),
  choice('date_order', { dmy: '22/11/2026', mdy: '11/22/2026', ymd: '26-11-22' }),
  choice('blanks'),
];

const lines: Choice[] = [
  choice('delimiter', { ',': ', comma', ';': '; semicolon', tab: 'tab', '|': '| bar' }),
  choice('header', { true: words.yes, false: words.no }),
  choice('skip_rows'),
  choice('quote', { '"': '"', "'": "'", none: words.noQuote }),
  choice('encoding'),
  choice('totals', { keep: words.keepTotals, leave_out: words.leaveOutTotals }),
];

const sheets = (names: string[] = []): Choice[] => [
  choice('sheet', names.length > 1 ? Object.fromEntries(names.map((name) => [name, name])) : undefined),
  choice('header', { true: words.yes, false: words.no }),
  choice('header_row'),
  choice('totals', { keep: words.keepTotals, leave_out: words.leaveOutTotals }),
];

/** The choices that are often needed; others are folded away. */
const usual = new Set(['delimiter', 'header', 'header_row', 'skip_rows', 'sheet', 'decimal', 'date_order']);

export function isUsual({ key }: Choice): boolean {
  return usual.has(key);
}

/** Returns the reading options for this kind of file. */
export function choicesOf({ dialect }: Read): Choice[] {
  if (dialect?.format === 'xlsx') return [...sheets(dialect.sheets), ...cells];
  if (dialect?.format === 'csv' || dialect === null) return [...lines, ...cells];
  return [];
}

/** Returns the reading options for a file that could not be read. */
export function choicesForFile({ name }: File): Choice[] {
  if (/\.(parquet|json|ndjson|jsonl)$/i.test(name)) return [];
  return /\.xlsx$/i.test(name) ? [...sheets(), ...cells] : [...lines, ...cells];
}

/** Returns the detected value of an option. */
export function foundIn({ dialect, columns }: Read, key: string): string {
  const spread = (values: (string | undefined)[]) =>
    [...new Set(values.filter((value) => value !== undefined))].join(' ');
  if (key === 'decimal')
    return spread(columns.map(({ type, reading }) => (type === 'number' ? reading.decimal : undefined)));
  if (key === 'date_order') return spread(columns.map(({ reading }) => words.dateOrders[reading.date_order ?? '']));
  if (key === 'blanks') return spread(columns.flatMap(({ reading }) => reading.blanks)).slice(0, 60);
  const found = (dialect as Record<string, unknown> | null)?.[key];
  if (found === '\t') return 'tab';
  if (key === 'quote' && found === '') return words.noQuote;
  return found === undefined ? '' : typeof found === 'boolean' ? (found ? words.yes : words.no) : String(found);
}
