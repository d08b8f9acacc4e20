import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteText, readObjects } from '../../../../platform/data/worker/duckdb.ts';

/** What spreadsheets run: the same rule as the studio's for the CSV that it writes itself. */
const formula = '^[=@\\t\\r\\n]|^[+-]';
/** Numbers and telephone numbers, which stay as they are. */
const figures = '[+-][\\d\\s().,/%-]*';
const formulaStart = new RegExp(formula);
const figure = new RegExp(`^${figures}$`);

/** Puts an apostrophe before each text and column name that a spreadsheet would run as a formula. */
export async function escapeFormulas(connection: DuckDBConnection, sql: string): Promise<string> {
  const columns = await readObjects(connection, `DESCRIBE ${sql}`);
  const written = columns.map(({ column_name, column_type }) => {
    const name = String(column_name);
    const cell = `answer.${quoteName(name)}`;
    return `${column_type === 'VARCHAR' ? escaped(cell) : cell} AS ${quoteName(escapedText(name))}`;
  });
  return `SELECT ${written.join(', ')} FROM (${sql}) answer`;
}

function escaped(cell: string): string {
  const isFigure = `regexp_full_match(${cell}, ${quoteText(figures)}) OR TRY_CAST(${cell} AS DOUBLE) IS NOT NULL`;
  return `CASE WHEN regexp_matches(${cell}, ${quoteText(formula)}) AND NOT (${isFigure}) THEN '''' || ${cell} ELSE ${cell} END`;
}

/** Does the same for one text. */
export function escapedText(text: string): string {
  const isFigure = figure.test(text) || !Number.isNaN(Number(text));
  return formulaStart.test(text) && !isFigure ? `'${text}` : text;
}
