import { invalidField } from '../../errors.ts';
import { maxColumns, maxNameLength } from '../../platform/data/worker/name-columns.ts';

/**
 * Returns the names of the columns of some rows.
 * @throws ServiceError `invalid_input` for more columns or longer names than a table may have
 */
export function columnsOfRows(rows: readonly object[]): string[] {
  const columns = new Set<string>();
  for (const [index, row] of rows.entries())
    for (const name of Object.keys(row)) {
      if (columns.has(name)) continue;
      if (name.length > maxNameLength) throw refused(index, `has a name of more than ${maxNameLength} characters`);
      columns.add(name);
      if (columns.size > maxColumns) throw refused(index, `brings the columns to more than ${maxColumns}`);
    }
  return [...columns];
}

function refused(row: number, detail: string) {
  return invalidField(`/from/rows/${row}`, detail, 'too_long');
}
