/**
 * Values of text columns in DuckDB: all of columns with few, and of columns with many those that a question mentions.
 */

/** Columns with more distinct values are searched for the words of each question. */
export const mostValues = 200;
export const mostFound = 60;
export const leastLengthForErrors = 6;

export interface LookedUpColumn {
  name: string;
  type: string;
  distinct: number | null;
}

export function hasFewValues({ type, distinct }: LookedUpColumn): boolean {
  return (type === 'text' || type === 'boolean') && distinct !== null && distinct > 0 && distinct <= mostValues;
}

export function hasManyValues({ type, distinct }: LookedUpColumn): boolean {
  return type === 'text' && (distinct ?? 0) > mostValues;
}

/** Above this number the values are not kept in memory: the table is searched for each question. */
const mostKept = 100_000;

export function canBeKept(column: LookedUpColumn): boolean {
  return hasManyValues(column) && (column.distinct ?? 0) <= mostKept;
}

/** Writes a query for rows of column index, value and count, the most frequent first. */
export function writeValuesQuery(columns: readonly string[], table: string): string {
  const parts = columns.map((column, index) => {
    const name = quote(column);
    return `SELECT ${index} AS i, CAST(${name} AS VARCHAR) AS v, count(*) AS n FROM ${quote(table)} WHERE ${name} IS NOT NULL GROUP BY 2`;
  });
  return `${parts.join(' UNION ALL ')} ORDER BY i, n DESC, v`;
}

export interface ColumnValue {
  column: string;
  value: string;
  count: number;
}

/** Finds the values that contain one of the words; for words without a match, values with similar spelling. */
export async function findColumnValues(
  ask: (sql: string) => Promise<ColumnValue[]>,
  columns: readonly string[],
  table: string,
  words: readonly string[],
): Promise<ColumnValue[]> {
  const found = await ask(writeFindQuery(columns, table, words));
  const texts = found.map(({ value }) => value.toLowerCase());
  const missing = words.filter((word) => !texts.some((text) => text.includes(word)));
  const similar = writeSimilarQuery(columns, table, missing);
  return similar === '' ? found : [...found, ...(await ask(similar))];
}

/**
 * Writes a query for rows of column index, value and count: values that contain one of the words, those with most words
 * first.
 */
function writeFindQuery(columns: readonly string[], table: string, words: readonly string[]): string {
  const holds = (word: string) => `contains(l, ${literal(word)})`;
  const hits = words.map((word) => `CAST(${holds(word)} AS integer)`).join(' + ');
  return searchDistinct(columns, table, words.map(holds).join(' OR '), `${hits} DESC, len(l), n DESC`);
}

/** Writes a query for values that differ by one letter from a word without a match. */
function writeSimilarQuery(columns: readonly string[], table: string, words: readonly string[]): string {
  const long = words.filter((word) => word.length >= leastLengthForErrors && !/\d/.test(word));
  const near = long.map(
    (word) =>
      `(l[1] = ${literal(word[0])} AND len(l) BETWEEN ${word.length - 1} AND ${word.length + 1} AND damerau_levenshtein(l, ${literal(word)}) <= 1)`,
  );
  return long.length === 0 ? '' : searchDistinct(columns, table, near.join(' OR '), 'n DESC');
}

/** Filters rows before grouping: grouping tens of thousands of texts costs more than testing each. */
function searchDistinct(columns: readonly string[], table: string, where: string, order: string): string {
  const found = columns.map((column, index) => {
    const name = quote(column);
    const rows = `SELECT ${name} AS v, lower(${name}) AS l FROM ${quote(table)} WHERE len(${name}) <= 100`;
    return `(SELECT ${index} AS i, v, count(*) AS n FROM (${rows}) WHERE ${where} GROUP BY v, l ORDER BY ${order} LIMIT ${mostFound})`;
  });
  return found.join(' UNION ALL ');
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
