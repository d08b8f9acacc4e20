import type { StatementSync } from 'node:sqlite';
import type { ColumnType, JsonValue, TableColumn } from '../../../platform/data/types.ts';
import { readBytes } from '../cells.ts';

/** Converts a value of SQLite: integers beyond 2^53, NaN and infinities become text. */
export function readCell(value: null | number | bigint | string | Uint8Array): JsonValue {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return readBytes(value);
}

/** The type that a column was declared with; SQLite holds nobody to it, and keeps dates as text. */
const declared: readonly [RegExp, ColumnType][] = [
  [/int/i, 'integer'],
  [/real|floa|doub|dec|num/i, 'number'],
];

export function columnTypeOf(declaration: string | null): ColumnType {
  return declared.find(([pattern]) => pattern.test(declaration ?? ''))?.[1] ?? 'text';
}

export function columnsOf(statement: StatementSync): TableColumn[] {
  return statement.columns().map(({ name, type }) => ({ name, type: columnTypeOf(type) }));
}

/** Returns the columns that hold only texts and were declared so: they stay text even when they look like numbers. */
export function typesOfText(
  columns: readonly TableColumn[],
  seen: readonly { texts: number; others: number }[],
): Record<string, ColumnType> {
  const texts = columns.filter(
    ({ type }, index) => type === 'text' && seen[index].texts > 0 && seen[index].others === 0,
  );
  return Object.fromEntries(texts.map(({ name, type }) => [name, type]));
}
