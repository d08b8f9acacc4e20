import type { DuckDBConnection } from '@duckdb/node-api';
import type { FileDialect } from '../../../../platform/data/types.ts';
import { quoteName, readObjects } from '../../../../platform/data/worker/duckdb.ts';

/** How the file of a table wrote its cells, for a text file that is to look alike. */
export interface TableDialect
  extends Pick<
    FileDialect,
    'delimiter' | 'encoding' | 'mark' | 'line_end' | 'decimals' | 'quoted' | 'quoted_names' | 'missing'
  > {
  /** Whether no column of the table stood without quotes. */
  isAllQuoted?: boolean;
  decimal: '.' | ',';
  /** Order of day, month and year, by column. */
  dates: Readonly<Record<string, 'dmy' | 'mdy'>>;
}

const numbers = /^(?:DOUBLE|FLOAT|DECIMAL)/;

/** A trusted SELECT with the names of its columns, and those whose cells stand in quotes (a star for all). */
export interface Dressed {
  sql: string;
  names: string[];
  inQuotes: string[] | '*';
}

/** Makes numbers and dates of a trusted SELECT texts as the table's file had them, and says which columns it quoted. */
export async function inDialect(
  connection: DuckDBConnection,
  sql: string,
  { decimal, dates, decimals = {}, quoted = [], isAllQuoted = false }: TableDialect,
): Promise<Dressed> {
  const described = await readObjects(connection, `DESCRIBE ${sql}`);
  const columns = described.map(({ column_name, column_type }) => {
    const name = quoteName(String(column_name));
    const type = String(column_type);
    if (numbers.test(type)) return `${numberText(name, decimals[String(column_name)], decimal)} AS ${name}`;
    const order = dates[String(column_name)];
    const isTime = type === 'DATE' || type.startsWith('TIMESTAMP');
    return isTime && order ? `${dateText(name, type, order, decimal)} AS ${name}` : name;
  });
  const names = described.map(({ column_name }) => String(column_name));
  return {
    sql: `SELECT ${columns.join(', ')} FROM (${sql})`,
    names,
    inQuotes: isAllQuoted ? '*' : names.filter((name) => quoted.includes(name)),
  };
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
