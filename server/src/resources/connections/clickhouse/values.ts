import type { ColumnType, JsonValue } from '../../../platform/data/types.ts';
import { readInteger, readMoment, readNumber } from '../cells.ts';

const wordTypes: readonly [RegExp, ColumnType][] = [
  [/^U?Int\d+$/, 'integer'],
  [/^(?:Float|BFloat|Decimal)/, 'number'],
  [/^Bool$/, 'boolean'],
  [/^Date(?:32)?$/, 'date'],
  [/^DateTime/, 'datetime'],
  [/^(?:Array|Map|Tuple|Nested|JSON|Object|Variant|Dynamic)/, 'json'],
];

/** `LowCardinality(Nullable(String))` -> `String`. */
function withoutWrappers(type: string): string {
  const [, inner] = /^(?:LowCardinality|Nullable|SimpleAggregateFunction)\((?:\w+, )?(.*)\)$/.exec(type) ?? [];
  return inner === undefined ? type : withoutWrappers(inner);
}

export function columnTypeOf(type: string): ColumnType {
  const plain = withoutWrappers(type);
  return wordTypes.find(([pattern]) => pattern.test(plain))?.[1] ?? 'text';
}

/** Returns the reader of a column's cells; wide integers, decimals and moments come as text. */
export function cellReaderOf(type: string): (cell: unknown) => JsonValue {
  const read = textReaderOf(columnTypeOf(type));
  return (cell) => (typeof cell === 'string' ? read(cell) : ((cell ?? null) as JsonValue));
}

function textReaderOf(type: ColumnType): (text: string) => JsonValue {
  if (type === 'integer') return readInteger;
  if (type === 'number') return readNumber;
  return type === 'datetime' ? readMoment : (text) => text;
}
