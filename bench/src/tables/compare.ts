import type { Finding } from './finding.ts';
import type { KnownFile } from './packages.ts';

export interface ImportedTable {
  row_count: number;
  columns: {
    name: string;
    type: string;
    nulls: number;
    distinct: number | null;
    min: unknown;
    max: unknown;
    reading: unknown;
  }[];
  dialect: { header?: boolean };
  warnings: { code: string; detail: string; column?: string }[];
}

type KnownColumn = KnownFile['columns'][number];
type ImportedColumn = ImportedTable['columns'][number];

/** Compares a table with what pandas reads in its file. A difference that a warning tells is not lost. */
export function compareTable(known: KnownFile, table: ImportedTable): Finding[] {
  const { header = false } = table.dialect;
  const rows = known.records - (known.file.endsWith('.json') || !header ? 0 : 1);
  const isSaid = table.warnings.some(({ detail }) => /left out|skipped/i.test(detail));
  const found: Finding[] = [];
  if (known.header !== null && known.header !== header && !known.file.endsWith('.json'))
    found.push({ kind: 'look', what: `header ${known.header}, read ${header}` });
  if (table.row_count !== rows)
    found.push({ kind: isSaid ? 'look' : 'lost', what: `${rows} rows, read ${table.row_count}` });
  if (table.columns.length !== known.columns.length)
    return [...found, { kind: 'lost', what: `${known.columns.length} columns, read ${table.columns.length}` }];
  if (found.length > 0 || known.header === null) return found;
  return known.columns.flatMap((column, place) => compareColumn(column, table.columns[place], table.warnings));
}

function compareColumn(known: KnownColumn, column: ImportedColumn, warnings: ImportedTable['warnings']): Finding[] {
  const { name, type, nulls } = column;
  const said = warnings.filter((warning) => warning.column === name).map(({ code }) => code);
  const because = said.length > 0 ? ` (${said})` : '';
  const look = (what: string): Finding[] => [{ kind: 'look', what: `${name}: ${what}${because}` }];
  const tell = (what: string): Finding[] =>
    said.length > 0 ? look(what) : [{ kind: 'lost', what: `${name}: ${what}` }];
  if (nulls > known.nulls) return tell(`${known.nulls} missing cells, read ${nulls}`);
  const isNumber = type === 'number' || type === 'integer';
  if (known.min === undefined || known.max === undefined) {
    const few = nulls < known.nulls ? `, ${known.nulls} missing cells, read ${nulls}` : '';
    const is = isNumber || few ? `text for pandas, read as ${type}${few}` : '';
    return is ? look(is) : [];
  }
  if (!isNumber) return look(`a number for pandas, read as ${type}`);
  const apart = [known.min - Number(column.min), known.max - Number(column.max)];
  const size = Math.max(Math.abs(known.min), Math.abs(known.max));
  const isEqual = apart.every((difference) => Math.abs(difference) <= 1e-9 * size);
  return isEqual ? [] : tell(`${known.min} to ${known.max}, read ${column.min} to ${column.max}`);
}
