import { parseExactly } from '../../../platform/data/parse-exactly.ts';
import type { ColumnType, JsonValue } from '../../../platform/data/types.ts';
import { readInteger, readNumber } from '../cells.ts';

/** Column types by PostgreSQL type OID; `text` for all others. */
const typesByOid: Readonly<Record<number, ColumnType>> = {
  16: 'boolean',
  20: 'integer',
  21: 'integer',
  23: 'integer',
  700: 'number',
  701: 'number',
  1700: 'number',
  1082: 'date',
  1114: 'datetime',
  1184: 'datetime',
  114: 'json',
  3802: 'json',
};

export function columnTypeOf(oid: number): ColumnType {
  return typesByOid[oid] ?? 'text';
}

/** Converts a cell from PostgreSQL's text, as DuckDB queries do: NaN, and numbers that JSON cannot hold, stay text. */
function readCell(type: ColumnType, text: string): JsonValue {
  switch (type) {
    case 'boolean':
      return text === 't';
    case 'integer':
      return readInteger(text);
    case 'number':
      return readNumber(text);
    case 'datetime':
      return /^\d{4}-/.test(text) ? readMoment(text) : text;
    case 'json':
      return parseExactly<JsonValue>(text);
    default:
      return text;
  }
}

/** Converts `2024-01-31 12:00:00.5+00` to UTC; a time without a zone counts as UTC. */
function readMoment(text: string): string {
  const moment = text.replace(' ', 'T').replace(/\+00(?::00)?$/, '');
  return moment.endsWith('BC') ? text : `${moment}Z`;
}

/** Cell parsers by OID, for `pg`. */
export const cellTypes = {
  getTypeParser: (oid: number) => (text: string) => readCell(columnTypeOf(oid), text),
};
