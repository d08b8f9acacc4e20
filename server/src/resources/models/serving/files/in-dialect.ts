import type { DuckDBConnection } from '@duckdb/node-api';
import type { PeriodShape } from '@sibyl/engine/readings/periods.ts';
import type { FileDialect } from '../../../../platform/data/types.ts';
import { quoteName, quoteText, readObjects } from '../../../../platform/data/worker/duckdb.ts';

/** A kind of period and its spelling, such as `{yyyy} Q{n}`. */
export interface WrittenPeriod {
  shape: PeriodShape;
  spelling: string;
}

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
  /** How quarters, half-years and weeks were written, by column. */
  periods: Readonly<Record<string, WrittenPeriod>>;
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
  { decimal, dates, periods, decimals = {}, quoted = [], isAllQuoted = false }: TableDialect,
): Promise<Dressed> {
  const described = await readObjects(connection, `DESCRIBE ${sql}`);
  const columns = described.map(({ column_name, column_type }) => {
    const name = quoteName(String(column_name));
    const type = String(column_type);
    if (numbers.test(type)) return `${numberText(name, decimals[String(column_name)], decimal)} AS ${name}`;
    const order = dates[String(column_name)];
    const period = periods[String(column_name)];
    if (period && type === 'DATE') return `${periodText(name, period)} AS ${name}`;
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

/** A day that begins no period keeps its date. */
function periodText(name: string, { shape, spelling }: WrittenPeriod): string {
  const half = `(CAST(month(${name}) > 6 AS INT) + 1)`;
  const number = { quarter: `quarter(${name})`, half_year: half, week: `weekofyear(${name})` }[shape];
  const first = {
    quarter: `date_trunc('quarter', ${name}) = ${name}`,
    half_year: `month(${name}) IN (1, 7) AND day(${name}) = 1`,
    week: `isodow(${name}) = 1`,
  }[shape];
  const year = shape === 'week' ? `isoyear(${name})` : `year(${name})`;
  const fields: Record<string, string> = {
    '{yyyy}': `CAST(${year} AS VARCHAR)`,
    '{n}': `CAST(${number} AS VARCHAR)`,
    '{nn}': `printf('%02d', ${number})`,
  };
  const parts = spelling.split(/(\{\w+\})/).filter((part) => part !== '');
  const text = parts.map((part) => fields[part] ?? quoteText(part)).join(' || ');
  return `CASE WHEN ${first} THEN ${text} ELSE CAST(${name} AS VARCHAR) END`;
}
