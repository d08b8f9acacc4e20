import { isUsualBlank } from '@sibyl/engine/readings/blank.ts';
import { fold } from '@sibyl/engine/readings/fold.ts';
import type { TableColumn, TableWarning } from '../src/platform/data/types.ts';
import { isDateOf, isNumberOf } from './meant-values.ts';

/** A table as the service holds it, with the warnings of its import. */
export interface ReadTable {
  columns: readonly TableColumn[];
  rows: readonly (readonly unknown[])[];
  warnings: readonly TableWarning[];
}

export interface Compared {
  /** What differs from the file and no warning says. */
  differences: string[];
  /** Lines that are no rows, and headers that are none: each is said by a warning. */
  said: string[];
}

interface PlacedRecord {
  line: number;
  cells: readonly string[];
}

/** Codes of warnings that name lines left out of the table. */
const leftOut = /^(?:title|total|note|unit|name)_rows$|^comment_lines$|^header_again$/;
/** Codes of warnings about a name that is not the one in the header. */
const renamed = /^(?:column_renamed|column_named|row_names|comment_header)$/;

/**
 * Compares a table with the records of its file, as another reader gives them. Texts must be equal; numbers, dates and
 * truth values must have the value that is written there. Lines are those of a text, or rows of a sheet.
 */
export function compareWithMeant(
  { columns, rows, warnings }: ReadTable,
  meant: readonly (readonly string[])[],
  places: 'lines' | 'rows' = 'lines',
): Compared {
  const gone = new Set(warnings.filter(({ code }) => leftOut.test(code)).flatMap(linesOf));
  const records = placed(meant, places).filter(({ line }) => !gone.has(line));
  const said = warnings.filter(({ code }) => leftOut.test(code)).map(({ code, detail }) => `${code}: ${detail}`);
  const hasNoHeader = warnings.find(
    ({ code, detail }) => code === 'header_absent' || (code === 'header_guessed' && detail.includes('as a row')),
  );
  if (hasNoHeader) said.push(hasNoHeader.detail);
  const header = hasNoHeader ? undefined : records.shift();
  const differences = header ? compareNames(columns, header.cells, warnings) : [];
  if (rows.length !== records.length) differences.push(`${rows.length} rows for ${records.length} records`);
  for (const [index, { line, cells }] of records.slice(0, rows.length).entries())
    for (const [place, column] of columns.entries())
      if (!isMeant(rows[index][place], cells[place] ?? '', column))
        differences.push(
          `line ${line}, "${column.name}": ${JSON.stringify(rows[index][place])} for ${JSON.stringify(cells[place])}`,
        );
  return { differences, said };
}

/** Returns the lines that a warning names: `Line 3 was left out`, `Lines 3, 5 and 7 more were left out`. */
function linesOf({ detail }: TableWarning): number[] {
  const [, list = ''] = /^Lines? ([\d, ]+)/.exec(detail) ?? [];
  return list.split(',').map(Number);
}

function placed(meant: readonly (readonly string[])[], places: 'lines' | 'rows'): PlacedRecord[] {
  let line = 1;
  return meant.map((cells) => {
    const record = { line, cells };
    line += 1 + (places === 'lines' ? cells.join('').split(/\r\n|\n|\r/).length - 1 : 0);
    return record;
  });
}

function compareNames(
  columns: readonly TableColumn[],
  header: readonly string[],
  warnings: readonly TableWarning[],
): string[] {
  if (columns.length !== header.length) return [`${columns.length} columns for ${header.length}`];
  if (warnings.some(({ code }) => code === 'name_rows')) return [];
  return columns.flatMap(({ name }, index) => {
    const isSaid = warnings.some(({ code, column }) => renamed.test(code) && column === name);
    return isSaid || name === header[index].trim() ? [] : [`the name "${name}" for ${JSON.stringify(header[index])}`];
  });
}

function isMeant(value: unknown, text: string, { type, reading }: TableColumn): boolean {
  const isText = type === 'text' || type === 'json';
  if (value === null)
    return text.trim() === '' || (reading?.blanks ?? []).includes(fold(text)) || (!isText && isUsualBlank(text));
  if (type === 'text') return value === text;
  if (type === 'json') return JSON.stringify(value) === JSON.stringify(JSON.parse(text));
  if (type === 'boolean') return (reading?.booleans?.[`${value as boolean}`] ?? [text]).includes(fold(text));
  return type === 'date' || type === 'datetime'
    ? isDateOf(String(value), text)
    : isNumberOf(Number(value), text, reading);
}
