import type { ColumnSummary, TableSummary } from '../../../builtin/grounding.ts';
import { estimateTokens } from '../../../platform/language/estimate-tokens.ts';
import type { Dialect } from '../../connections/dialects.ts';
import { isHarmless, quoteData } from '../quote-data.ts';
import { type Relevance, relevanceFor } from './relevance.ts';

/** Rows of a table that are told. */
const shownRows = 3;

/** The meanings of `table` and `table.column`. */
export type Meanings = Readonly<Record<string, string>>;

interface Wanted {
  /** Number of tables that are not among those, and are told of by their number. */
  others: number;
  /** Of the database, which decides which names need quotes. */
  dialect: Dialect;
  meanings: Meanings;
  /** Columns that it mentions come first. */
  question: string;
  mostTokens: number;
}

interface ColumnLine {
  brief: string;
  full: string;
  relevance: number;
}

interface TableLines {
  head: string;
  columns: ColumnLine[];
  sample: string;
  relevance: number;
}

const longestValue = 60;
const mostValuesShown = 12;
const longestMeaning = 300;
/** Marks a column with more information than fitted. */
export const leftOut = '…';

/**
 * Describes the tables for a language model: names and types of all columns, then further facts up to the number of
 * tokens, for columns of the question first. What does not fit leaves a mark.
 */
export function describeTables(
  tables: readonly TableSummary[],
  { others, meanings, question, mostTokens, dialect }: Wanted,
): string[] {
  const relevance = relevanceFor(question);
  const lines = tables.map((table) => linesOf(table, { meanings, relevance, dialect }));
  const budget = new TokenBudget(mostTokens);
  const ranked = lines.toSorted((a, b) => b.relevance - a.relevance);
  const headed = new Set(ranked.filter(({ head }) => budget.take(head)));
  const columns = ranked.filter((table) => headed.has(table)).flatMap((table) => table.columns);
  const inOrder = columns.toSorted((a, b) => b.relevance - a.relevance);
  const named = new Set(inOrder.filter(({ brief }) => budget.take(brief)));
  const detailed = new Set(inOrder.filter((one) => named.has(one) && budget.take(one.full.slice(one.brief.length))));
  const sampled = new Set(ranked.filter((table) => headed.has(table) && budget.take(table.sample)));
  const shown = lines.filter((table) => headed.has(table)).map((table) => write(table, { named, detailed, sampled }));
  const more = tables.length - headed.size + others;
  return more > 0 ? [...shown, `… and ${more} more tables`] : shown;
}

/** Counts tokens until the next part no longer fits. */
class TokenBudget {
  #left: number;

  constructor(tokens: number) {
    this.#left = tokens;
  }

  take(text: string): boolean {
    const tokens = estimateTokens(text);
    if (tokens > this.#left) return false;
    this.#left -= tokens;
    return true;
  }
}

interface Chosen {
  named: ReadonlySet<ColumnLine>;
  detailed: ReadonlySet<ColumnLine>;
  sampled: ReadonlySet<TableLines>;
}

function write(table: TableLines, { named, detailed, sampled }: Chosen): string {
  const shown = table.columns.filter((column) => named.has(column));
  const lines = shown.map((column) => {
    if (detailed.has(column) || column.full === column.brief) return column.full;
    return `${column.brief} ${leftOut}`;
  });
  const missing = table.columns.length - shown.length;
  const rest = missing > 0 ? [`  ${leftOut} ${missing} more columns`] : [];
  return [table.head, ...lines, ...rest, ...(sampled.has(table) && table.sample ? [table.sample] : [])].join('\n');
}

interface Told extends Pick<Wanted, 'meanings' | 'dialect'> {
  relevance: Relevance;
}

function linesOf(table: TableSummary, told: Told): TableLines {
  const { meanings, relevance, dialect } = told;
  const { name, row_count, columns, sample = [] } = table;
  const lines = columns.map((column) => lineOf(table, column, meaningOf(meanings, `${name}.${column.name}`), told));
  const meaning = meaningOf(meanings, name);
  const rows = sample
    .slice(0, shownRows)
    .map((row) => `  row ${cells(row)}`)
    .join('\n');
  return {
    head: `table ${quoteName(name, dialect)} (${row_count} rows)${meaning}`,
    columns: lines,
    sample: rows,
    relevance: relevance.of(`${name} ${meaning}`) + Math.max(0, ...lines.map((line) => line.relevance)),
  };
}

function lineOf(table: TableSummary, column: ColumnSummary, meaning: string, { relevance, dialect }: Told): ColumnLine {
  const { name, type, values = [] } = column;
  const brief = `  ${quoteName(name, dialect)} ${type}`;
  const facts = [countsOf(table, column), rangeOf(column), valuesOf(table, column)].filter((fact) => fact !== '');
  const full = `${brief}${facts.map((fact) => `, ${fact}`).join('')}${meaning}`;
  return { brief, full, relevance: 2 * relevance.of(`${name} ${meaning}`) + relevance.of(values.join(' ')) };
}

function meaningOf(meanings: Meanings, key: string): string {
  return Object.hasOwn(meanings, key) ? `: ${quoteData(cut(meanings[key], longestMeaning))}` : '';
}

function countsOf({ row_count }: TableSummary, { distinct, nulls = 0 }: ColumnSummary): string {
  const counted = distinct === null ? '' : `${distinct} distinct`;
  const empty = nulls > 0 ? `${percent(nulls, row_count)} NULL` : '';
  return [counted, empty].filter((fact) => fact !== '').join(', ');
}

function rangeOf({ values = [], min, max, type }: ColumnSummary): string {
  if (values.length > 0 || type === 'text' || min === null || min === undefined) return '';
  return `${quoteValue(min)} to ${quoteValue(max)}`;
}

/** Lists the most frequent values with their shares, and the number of others. */
function valuesOf({ row_count }: TableSummary, { frequent, values = [], distinct }: ColumnSummary): string {
  const detailed = frequent ?? values.map((value) => ({ value, count: 0 }));
  if (detailed.length === 0) return '';
  const shown = detailed.slice(0, mostValuesShown);
  const list = shown.map(({ value, count }) => quoteValue(value) + (count > 0 ? ` ${percent(count, row_count)}` : ''));
  const more = Math.max(distinct ?? 0, detailed.length) - shown.length;
  return `[${list.join(', ')}${more > 0 ? `, ${leftOut} ${more} more` : ''}]`;
}

function percent(count: number, of: number): string {
  const share = (100 * count) / Math.max(of, 1);
  return share > 0 && share < 1 ? '<1 %' : `${Math.round(share)} %`;
}

function cells(row: readonly unknown[]): string {
  return quoteData(row.map((cell) => (typeof cell === 'string' ? cut(cell, longestValue) : cell)));
}

/** Quotes a value as JSON, so that it cannot look like an instruction; a cut value is marked outside of its quotes. */
function quoteValue(value: unknown): string {
  if (typeof value !== 'string' || value.length <= longestValue) return quoteData(value);
  return `${quoteData(value.slice(0, longestValue))}… (cut, ${value.length} characters)`;
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** Quotes a name that needs it; one that could be taken for a part of the prompt is told as JSON. */
export function quoteName(name: string, { plain, quote }: Dialect): string {
  if (!isHarmless(name)) return quoteData(name);
  return plain.test(name) ? name : quote(name);
}
