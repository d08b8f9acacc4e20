import { type Field, isPartOfYear, isPeriod, type Measure, type Reading, type Rows } from '../questions/algebra.ts';
import {
  nameReading,
  sayCondition,
  sayConditions,
  sayMeasure,
  sayReading,
  sayWhole,
} from '../questions/realise/say-reading.ts';
import { sayWhether, type Whether } from '../questions/realise/say-whether.ts';
import { groupCount, showsEnd } from '../questions/realise/write-sql.ts';
import { namePart } from '../questions/words/number-words.ts';
import { holdsRowNumbers } from '../questions/words/row-numbers.ts';
import { asWritten, formatScalar, formatTable, plural } from './format.ts';
import { isNumeric } from './grounding.ts';
import { asList, findFields } from './shapes.ts';

/** What is told beside the figures. */
interface Beside {
  whether?: Whether;
  /** Whether the rows that are counted were looked up. */
  isListed?: boolean;
  /** What was looked up in other tables. */
  joined?: string;
  /** Words of the question that the reading says in no way. */
  unread?: readonly string[];
}

/** Phrases what a reading gave: how the question was read, and the figures; undefined where there are none. */
export function composeReading(
  reading: Reading,
  content: unknown,
  { whether, isListed, joined, unread = [] }: Beside = {},
): string | undefined {
  const text = isListed ? sayCounted(reading, toldOf(content)) : phraseReading(reading, content, whether);
  if (text === undefined) return undefined;
  const looked = joined === undefined ? undefined : asWritten(joined);
  return [text, looked, sayUnused(unread)].filter((part) => part !== undefined).join('\n\n');
}

const mostNamed = 5;

function sayUnused(words: readonly string[]): string | undefined {
  const named = [...new Set(words)].slice(0, mostNamed).map((word) => `“${asWritten(word)}”`);
  if (named.length === 0) return undefined;
  return `I did not use the ${named.length > 1 ? 'words' : 'word'} ${named.join(', ')}.`;
}

function phraseReading(reading: Reading, content: unknown, whether?: Whether): string | undefined {
  const told = toldOf(content);
  const [first] = told.rows;
  if (!first || first[0] === null) return undefined;
  if (reading.answer.kind === 'rows') return sayRows(reading, told);
  const verdict = whether && sayWhether(whether, told.rows);
  const lead = verdict ? `${verdict} ` : '';
  const label = labelOf(reading);
  if (!label) return `${lead}${sayFigure(reading, first)}`;
  const isOfEach = reading.answer.kind === 'top' && reading.answer.each !== undefined;
  if (told.rows.length > 1 || isOfEach) return `${lead}${sayTable(reading, label, told)}`;
  return reading.answer.kind === 'groups'
    ? `${lead}${sayOnly(reading, first)}`
    : sayOne(reading, formatCell(first[0], label), first);
}

/** What a tool answered, without the column that tells how many there are. */
interface Told {
  columns: string[];
  rows: (readonly unknown[])[];
  /** How many there are in all, where it is known; `isCut` where that is more than was answered. */
  all?: number;
  isCut: boolean;
}

function toldOf(content: unknown): Told {
  const result = findFields(content, 'columns', 'rows');
  const columns = asList(result?.columns).map(String);
  const rows = asList(result?.rows).map((row) => asList(row));
  const at = columns.lastIndexOf(groupCount);
  const isCut = result?.truncated === true;
  if (at < 0) return { columns, rows, isCut };
  const without = <Cell>(cells: readonly Cell[]) => cells.filter((_, place) => place !== at);
  return { columns: without(columns), rows: rows.map(without), all: Number(rows[0]?.[at]), isCut };
}

const mostTold = 100;

/** "Average price for each city (5):", "the first 100 of 1,801:", and the table. */
function sayTable(reading: Reading, label: Field, told: Told): string {
  const shown = shownColumns(reading) ?? told.columns.length;
  const table = formatTable(
    told.columns.slice(0, shown),
    told.rows.slice(0, mostTold).map((row) => row.slice(0, shown)),
    (value, at) => (at === 0 ? formatCell(value, label) : formatScalar(numberOf(value))),
  );
  return `${asWritten(sayReading(reading))} (${sayHowMany(told)}):\n\n${table}`;
}

function sayHowMany({ rows, all, isCut }: Told): string {
  const told = Math.min(rows.length, mostTold);
  const known = all ?? (isCut ? undefined : rows.length);
  if (known === undefined) return `the first ${told}, and there are more`;
  return known > told ? `the first ${told} of ${formatScalar(known)}` : String(told);
}

/** Of groups there may be one: "Total price for each city: only **Rome**, with **12**." */
function sayOnly(reading: Reading, row: readonly unknown[]): string {
  const { answer } = reading;
  const fields = answer.kind === 'groups' ? [answer.by, ...(answer.and ? [answer.and] : [])] : [];
  const labels = fields.map((field, at) => asWritten(formatCell(row[at], field))).join(', ');
  const count = 1 + (answer.kind === 'groups' ? (answer.more?.length ?? 0) : 0);
  const cells = row.slice(fields.length, fields.length + count);
  const figures = cells.map((cell) => `**${formatScalar(numberOf(cell))}**`).join(', ');
  return `${asWritten(sayReading(reading))}: only **${labels}**, with ${figures}.`;
}

/** How many columns are told: values with what they are the largest of, without the number of rows. */
function shownColumns({ answer, rows }: Reading): number | undefined {
  if (answer.kind !== 'values') return undefined;
  return 1 + (answer.beside?.length ?? 0) + Number(showsEnd(answer, rows));
}

/** "The 5 rows with the lowest price where city is Rome (5):" with all columns. */
function sayRows(reading: Reading, told: Told): string {
  const said = nameReading(reading);
  const table = formatTable(told.columns, told.rows.slice(0, mostTold), (value, at) =>
    formatRowCell(value, told.columns[at]),
  );
  return `${asWritten(said.charAt(0).toUpperCase() + said.slice(1))} (${sayHowMany(told)}):\n\n${table}`;
}

/** A number that names a row is no amount. */
function formatRowCell(value: unknown, name: string): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return isLikeYear(value) || holdsRowNumbers(name) ? String(value ?? '–') : formatScalar(value);
}

const mostBesideCount = 20;
/** As many as a chat can show side by side. */
const mostColumns = 10;

/** "There are 6 rows where city is Rome", and the first of them. */
function sayCounted(reading: Reading, told: Told): string {
  const { columns, rows, all } = told;
  const text = sayFigure(reading, [all ?? rows.length]);
  if (rows.length === 0) return text;
  const shown = columns.slice(0, mostColumns);
  const first = rows.slice(0, mostBesideCount).map((row) => row.slice(0, mostColumns));
  const table = formatTable(shown, first, (value, at) => formatRowCell(value, shown[at]));
  const isPart = (all ?? rows.length) > mostBesideCount;
  return `${text.replace(/\.$/, isPart ? `; the first ${mostBesideCount} of them:` : ':')}\n\n${table}`;
}

/** "The average price where city is Rome is 12." */
function sayFigure(reading: Reading, row: readonly unknown[]): string {
  const [value, known] = row;
  const { answer, rows } = reading;
  const said = asWritten(nameReading(reading));
  if (answer.kind === 'figure') {
    const unit = answer.field.column.unit === undefined ? '' : ` ${asWritten(answer.field.column.unit)}`;
    return `The ${said} is **${asWritten(formatFigure(value, answer))}${unit}** (${plural(Number(known), 'row')}).`;
  }
  if (answer.kind === 'figures') return saySeveral(answer.measures, rows, row);
  const figure = formatScalar(numberOf(value));
  const isOne = Number(value) === 1;
  if (answer.kind === 'count') {
    const where = said.replace(/^number of rows/, '');
    return `There ${isOne ? 'is' : 'are'} **${figure}** ${isOne ? 'row' : 'rows'}${where}.`;
  }
  if (answer.kind === 'share') {
    const base = sayWhere(rows);
    const of = asWritten(sayCondition(answer.of));
    return answer.summed
      ? `**${figure} %** of the ${asWritten(sayWhole(answer.summed))}${base} is from rows where ${of}.`
      : `In **${figure} %** of the rows${base}, ${of}.`;
  }
  return `The ${said} is **${figure}**.`;
}

/** "Lowest age 18, highest age 60 where city is Rome (1,470 rows)." */
function saySeveral(measures: readonly Measure[], rows: Rows, row: readonly unknown[]): string {
  const all = measures
    .map((measure, at) => `${asWritten(sayMeasure(measure))} **${asWritten(formatScalar(numberOf(row[at])))}**`)
    .join(', ');
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}${sayWhere(rows)} (${plural(Number(row.at(-1)), 'row')}).`;
}

function sayWhere({ conditions }: Rows): string {
  return conditions.length === 0 ? '' : ` where ${asWritten(sayConditions(conditions))}`;
}

/** "Rome is the city with the highest population." */
function sayOne(reading: Reading, cell: string, row: readonly unknown[]): string {
  const said = asWritten(nameReading(reading));
  const value = asWritten(cell);
  const isNamed = reading.answer.kind === 'top' || (reading.rows.pick !== undefined && !reading.rows.step);
  const more = besides(reading, row);
  return isNamed && !more.startsWith(',')
    ? `**${value}** is the ${said}${more}.`
    : `The ${said} is **${value}**${more}.`;
}

/** The field whose values are the answer; undefined where it is a figure. */
function labelOf({ answer }: Reading): Field | undefined {
  if (answer.kind === 'values') return answer.field;
  const isLabels =
    answer.kind === 'groups' ||
    (answer.kind === 'top' && answer.shows === 'label') ||
    (answer.kind === 'having' && answer.shows === 'labels');
  return isLabels ? ((answer.kind === 'top' ? answer.each : undefined) ?? answer.by) : undefined;
}

function formatCell(value: unknown, field: Field | undefined): string {
  if (field && (isPartOfYear(field) || isPeriod(field))) return namePart(field.part, value);
  return !field || isLikeYear(value) || isCode(field) ? String(value) : formatScalar(value);
}

/** A number that names a row is no amount. */
function isCode({ column }: Field): boolean {
  const spaced = column.name.replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2');
  return isNumeric(column) && /(^|[_\s])(id|no|nr|number|code|zip|postcode|decade)$|^id[_\s]/i.test(spaced);
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
function besides({ answer, rows }: Reading, row: readonly unknown[]): string {
  if (answer.kind === 'values' && !answer.beside && showsEnd(answer, rows))
    return ` (${asWritten(formatCell(row[1], rows.pick?.field))})`;
  if (answer.kind === 'values' && answer.beside)
    return answer.beside.map((field, at) => `, **${asWritten(formatCell(row[at + 1], field))}**`).join('');
  if (answer.kind !== 'top' && answer.kind !== 'having') return '';
  const unit = answer.measure.of === 'field' ? answer.measure.field.column.unit : undefined;
  const figure = asWritten([formatScalar(numberOf(row[1])), unit].filter((one) => one !== undefined).join(' '));
  return answer.measure.of === 'rows' ? ` (${figure} rows)` : ` (${figure})`;
}
