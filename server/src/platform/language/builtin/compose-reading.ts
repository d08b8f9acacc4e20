import type { Field, Reading } from '../../../questions/algebra.ts';
import { sayReading } from '../../../questions/realise/say-reading.ts';
import { formatScalar, formatTable, plural } from './format.ts';
import { asList, findFields } from './shapes.ts';
import { formatValue } from './tables/wording.ts';

interface Read {
  reading: Reading;
  others: readonly string[];
}

/**
 * Phrases what a reading gave: how the question was read, the figures, and how else it may be read; undefined where
 * there are no figures.
 */
export function composeReading({ reading, others }: Read, content: unknown): string | undefined {
  const answer = composeAnswer(reading, content);
  if (answer === undefined || others.length === 0) return answer;
  return `${answer}\n\nI could also read that as: ${others.join('; or ')}.`;
}

function composeAnswer(reading: Reading, content: unknown): string | undefined {
  const result = findFields(content, 'columns', 'rows');
  const rows = asList(result?.rows).map((row) => asList(row));
  const [first] = rows;
  if (!first || first[0] === null) return undefined;
  const said = sayReading(reading);
  const label = labelOf(reading);
  const format = (value: unknown) => formatCell(value, label);
  if (reading.answer.kind === 'figure')
    return `${said}: **${formatFigure(first[0], reading.answer)}** (${plural(Number(first[1]), 'row')}).`;
  if (!label) return `${said}: **${formatScalar(numberOf(first[0]))}${reading.answer.kind === 'share' ? ' %' : ''}**.`;
  if (rows.length === 1) return `${said}: **${format(first[0])}**${besides(reading, first)}.`;
  const columns = asList(result?.columns).map(String);
  const shown = reading.answer.kind === 'values' ? (reading.answer.beside ? 2 : 1) : columns.length;
  const table = formatTable(
    columns.slice(0, shown),
    rows.map((row) => row.slice(0, shown)),
    (value, at) => (at === 0 ? format(value) : formatScalar(numberOf(value))),
  );
  return `${said} (${rows.length}):\n\n${table}`;
}

/** The field whose values are the answer; undefined where it is a figure. */
function labelOf({ answer }: Reading): Field | undefined {
  if (answer.kind === 'values') return answer.field;
  const isLabels =
    answer.kind === 'groups' ||
    (answer.kind === 'top' && answer.shows === 'label') ||
    (answer.kind === 'having' && answer.shows === 'labels');
  return isLabels ? answer.by : undefined;
}

function formatCell(value: unknown, field: Field | undefined): string {
  return !field || isLikeYear(value) ? String(value) : formatValue(field.column, value);
}

/** The highest of years is a year, their sum is none. */
function formatFigure(value: unknown, { aggregate }: Extract<Reading['answer'], { kind: 'figure' }>): string {
  const isOne = aggregate === 'highest' || aggregate === 'lowest';
  return isOne && isLikeYear(value) ? String(value) : formatScalar(numberOf(value));
}

function isLikeYear(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1000 && value <= 2100;
}

function numberOf(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}

/** The figure of the one that is named, or what else was asked of it. */
function besides({ answer }: Reading, row: readonly unknown[]): string {
  if (answer.kind === 'values' && answer.beside) return `, **${formatCell(row[1], answer.beside)}**`;
  if (answer.kind !== 'top' && answer.kind !== 'having') return '';
  const figure = formatScalar(numberOf(row[1]));
  return answer.kind === 'having' || answer.measure.of === 'rows' ? ` (${figure} rows)` : ` (${figure})`;
}
