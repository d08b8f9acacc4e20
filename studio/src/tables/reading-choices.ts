import type { Table } from '@sibyl/sdk';
import { words } from '../words/tables.ts';

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
  choice('date_order', { dmy: '22/11/2026', mdy: '11/22/2026' }),
  choice('blanks'),
];

const lines: Choice[] = [
  choice('delimiter', { ',': ', comma', ';': '; semicolon', tab: 'tab', '|': '| bar' }),
  choice('header', { true: words.yes, false: words.no }),
  choice('skip_rows'),
  choice('quote', { '"': '"', "'": "'" }),
  choice('encoding'),
  choice('totals', { keep: words.keepTotals, leave_out: words.leaveOutTotals }),
];

const sheets: Choice[] = [
  choice('sheet'),
  choice('header', { true: words.yes, false: words.no }),
  choice('header_row'),
  choice('totals', { keep: words.keepTotals, leave_out: words.leaveOutTotals }),
];

/** Returns the reading options for this kind of file. */
export function choicesFor({ dialect }: Table): Choice[] {
  if (dialect?.format === 'xlsx') return [...sheets, ...cells];
  if (dialect?.format === 'csv' || dialect === null) return [...lines, ...cells];
  return [];
}

/** Returns the reading options for a file that could not be read. */
export function choicesForFile({ name }: File): Choice[] {
  return /\.xlsx$/i.test(name) ? [...sheets, ...cells] : [...lines, ...cells];
}

/** Returns the detected value of an option. */
export function foundIn({ dialect, columns }: Table, key: string): string {
  const spread = (values: (string | undefined)[]) =>
    [...new Set(values.filter((value) => value !== undefined))].join(' ');
  if (key === 'decimal') return spread(columns.map(({ reading }) => reading.decimal));
  if (key === 'date_order') return spread(columns.map(({ reading }) => reading.date_order));
  if (key === 'blanks') return spread(columns.flatMap(({ reading }) => reading.blanks)).slice(0, 60);
  const found = (dialect as Record<string, unknown> | null)?.[key];
  if (found === '\t') return 'tab';
  return found === undefined ? '' : typeof found === 'boolean' ? (found ? words.yes : words.no) : String(found);
}
