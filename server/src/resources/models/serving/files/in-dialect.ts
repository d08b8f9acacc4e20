import type { DuckDBConnection } from '@duckdb/node-api';
import type { FileDialect } from '../../../../platform/data/types.ts';
import { quoteName, readObjects } from '../../../../platform/data/worker/duckdb.ts';

/** How the file of a table wrote its cells, for a text file that is to look alike. */
export interface TableDialect extends Pick<FileDialect, 'delimiter' | 'encoding' | 'mark' | 'line_end' | 'decimals'> {
  decimal: '.' | ',';
  /** Order of day, month and year, by column. */
  dates: Readonly<Record<string, 'dmy' | 'mdy'>>;
}

const numbers = /^(?:DOUBLE|FLOAT|DECIMAL)/;

/** Returns the SQL of a trusted SELECT whose numbers and dates are texts as the table's file had them. */
export async function inDialect(
  connection: DuckDBConnection,
  sql: string,
  { decimal, dates, decimals = {} }: TableDialect,
): Promise<string> {
  const described = await readObjects(connection, `DESCRIBE ${sql}`);
  const columns = described.map(({ column_name, column_type }) => {
    const name = quoteName(String(column_name));
    const type = String(column_type);
    if (numbers.test(type)) return `${numberText(name, decimals[String(column_name)], decimal)} AS ${name}`;
    const order = dates[String(column_name)];
    const isTime = type === 'DATE' || type.startsWith('TIMESTAMP');
    return isTime && order ? `${dateText(name, type, order, decimal)} AS ${name}` : name;
  });
  return `SELECT ${columns.join(', ')} FROM (${sql})`;
}

/** A number with as many decimals as the file gave its column, unless it has more. */
function numberText(name: string, decimals: number | undefined, decimal: '.' | ','): string {
  if (decimals === undefined && decimal === '.') return name;
  const plain = `CAST(${name} AS VARCHAR)`;
  const text =
    decimals === undefined
      ? plain
      : `CASE WHEN round(${name}, ${decimals}) = ${name} THEN printf('%.${decimals}f', CAST(${name} AS DOUBLE)) ELSE ${plain} END`;
  return decimal === ',' ? `replace(${text}, '.', ',')` : text;
}

/** Dates beside decimal commas have points between their parts, others strokes. */
function dateText(name: string, type: string, order: 'dmy' | 'mdy', decimal: '.' | ','): string {
  const mark = decimal === ',' ? '.' : '/';
  const day = (order === 'dmy' ? ['%d', '%m', '%Y'] : ['%m', '%d', '%Y']).join(mark);
  return `strftime(${name}, '${type === 'DATE' ? day : `${day} %H:%M:%S`}')`;
}
