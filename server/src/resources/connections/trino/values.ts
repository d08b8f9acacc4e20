import type { ColumnType, JsonValue } from '../../../platform/data/types.ts';
import { readBytes, readJson, readMoment, readNumber } from '../cells.ts';

const wordTypes: readonly [RegExp, ColumnType][] = [
  [/^(?:tinyint|smallint|integer|bigint)$/, 'integer'],
  [/^(?:real|double|decimal)/, 'number'],
  [/^boolean$/, 'boolean'],
  [/^date$/, 'date'],
  [/^timestamp/, 'datetime'],
  [/^(?:json|array|map|row)/, 'json'],
];

export function columnTypeOf(type: string): ColumnType {
  return wordTypes.find(([pattern]) => pattern.test(type))?.[1] ?? 'text';
}

/** Returns the reader of a column's cells; they come as JSON, exact numbers and moments as text. */
export function cellReaderOf(type: string): (cell: unknown) => JsonValue {
  const read = textReaderOf(type);
  return (cell) => (typeof cell === 'string' ? read(cell) : ((cell ?? null) as JsonValue));
}

function textReaderOf(type: string): (text: string) => JsonValue {
  if (/^(?:real|double|decimal)/.test(type)) return readNumber;
  if (type.startsWith('timestamp')) return readMoment;
  if (type === 'varbinary') return (text) => readBytes(Buffer.from(text, 'base64'));
  return type === 'json' ? readJson : (text) => text;
}
