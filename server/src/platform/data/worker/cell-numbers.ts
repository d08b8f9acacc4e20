import type { Column } from '@sibyl/engine/table.ts';
import type { TableColumn } from '../types.ts';
import { quoteName } from './duckdb.ts';

/** Returns the engine's type for a column. */
export function engineTypeOf({ type }: TableColumn): Column['type'] {
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'date' || type === 'datetime') return 'time';
  return type === 'boolean' ? 'boolean' : 'text';
}

/** NULL for a cell without a number. */
function knownNumber(column: TableColumn): string {
  const field = quoteName(column.name);
  switch (engineTypeOf(column)) {
    case 'time':
      return `epoch_ms(${field}::TIMESTAMP)::DOUBLE`;
    case 'boolean':
      return `${field}::UTINYINT::DOUBLE`;
    default: {
      const number = `CAST(${field} AS DOUBLE)`;
      return `CASE WHEN isfinite(${number}) THEN ${number} END`;
    }
  }
}

/** Returns the SQL of a cell as the engine's number: times in milliseconds, NaN for no value and for infinite ones. */
export function numberOrNan(column: TableColumn): string {
  return `coalesce(${knownNumber(column)}, 'nan'::DOUBLE)`;
}

/** Returns the SQL of a cell as text. */
export function textOf({ name }: TableColumn): string {
  return `${quoteName(name)}::VARCHAR`;
}
