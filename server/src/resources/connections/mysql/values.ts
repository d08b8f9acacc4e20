import type { FieldPacket } from 'mysql2';
import type { ColumnType, JsonValue, TableColumn } from '../../../platform/data/types.ts';
import { readBytes, readInteger, readJson, readMoment, readNumber } from '../cells.ts';

/** Reads a cell from its bytes in the text protocol. */
export type CellReader = (bytes: Buffer) => JsonValue;

/** https://dev.mysql.com/doc/dev/mysql-server/latest/field__types_8h.html */
const types = {
  decimal: 0,
  tiny: 1,
  float: 4,
  double: 5,
  timestamp: 7,
  date: 10,
  datetime: 12,
  bit: 16,
  json: 245,
  newDecimal: 246,
  varString: 253,
  string: 254,
  geometry: 255,
} as const;
const integers = new Set<number>([types.tiny, 2, 3, 8, 9, 13]);
const decimals = new Set<number>([types.decimal, types.newDecimal, types.float, types.double]);
const binaryCharset = 63;

export function columnOf(field: FieldPacket): TableColumn {
  return { name: field.name, type: columnTypeOf(field) };
}

/** A TINYINT(1) is what MySQL makes of BOOLEAN; BIT(1) is one bit. */
function isBoolean({ columnType, columnLength }: FieldPacket): boolean {
  return (columnType === types.tiny || columnType === types.bit) && columnLength === 1;
}

function columnTypeOf(field: FieldPacket): ColumnType {
  const { columnType = types.string } = field;
  if (isBoolean(field)) return 'boolean';
  if (integers.has(columnType) || columnType === types.bit) return 'integer';
  if (decimals.has(columnType)) return 'number';
  if (columnType === types.date) return 'date';
  if (columnType === types.datetime || columnType === types.timestamp) return 'datetime';
  return columnType === types.json ? 'json' : 'text';
}

export function cellReaderOf(field: FieldPacket): CellReader {
  const { columnType = types.string } = field;
  if (columnType === types.bit) return isBoolean(field) ? (bytes) => bytes[0] === 1 : readBits;
  if (isBytes(field)) return readBytes;
  const read = textReaderOf(field);
  return (bytes) => read(bytes.toString('utf8'));
}

function isBytes({ columnType = types.string, characterSet }: FieldPacket): boolean {
  const isText = (columnType >= 249 && columnType <= types.string) || columnType === 15;
  return columnType === types.geometry || (isText && characterSet === binaryCharset);
}

function textReaderOf(field: FieldPacket): (text: string) => JsonValue {
  const type = columnTypeOf(field);
  // Other numbers than 0 and 1 fit in a TINYINT(1), too.
  if (type === 'boolean') return (text) => (text === '0' || text === '1' ? text === '1' : readInteger(text));
  if (type === 'integer') return readInteger;
  if (type === 'number') return readNumber;
  if (type === 'date') return (text) => (text.startsWith('0000-00-00') ? null : text);
  if (type === 'datetime') return (text) => (text.startsWith('0000-00-00') ? null : readMoment(text));
  return type === 'json' ? readJson : (text) => text;
}

function readBits(bytes: Buffer): JsonValue {
  return readInteger(String(bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n)));
}

const wordTypes: readonly [RegExp, ColumnType][] = [
  [/^(?:tinyint|bit)\(1\)/, 'boolean'],
  [/^(?:tiny|small|medium|big)?int|^year|^bit/, 'integer'],
  [/^(?:decimal|float|double)/, 'number'],
  [/^date$/, 'date'],
  [/^(?:datetime|timestamp)/, 'datetime'],
  [/^json/, 'json'],
];

/** Returns the type of a column from its COLUMN_TYPE in the catalog. */
export function columnTypeOfWord(columnType: string): ColumnType {
  return wordTypes.find(([pattern]) => pattern.test(columnType))?.[1] ?? 'text';
}
