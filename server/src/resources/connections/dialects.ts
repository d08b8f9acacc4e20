/** How SQL is written for an engine: by the service, and what a language model is told. */
export interface Dialect {
  /** The name that a language model knows. */
  title: string;
  /** What differs from other SQL, for a language model. */
  note: string;
  /** The kind of SQL that the built-in language model writes, if the engine reads it. */
  builtIn?: 'duckdb' | 'postgresql';
  quote(name: string): string;
  /** Names that mean the same without quotes. */
  plain: RegExp;
  literal(text: string): string;
  /** Converts an expression to text. */
  asText(expression: string): string;
  /** Tells whether a text holds another. */
  holds(whole: string, part: string): string;
  /** Counts the rows that meet a condition. */
  countWhere(condition: string): string;
}

const standard = {
  quote: (name: string) => `"${name.replaceAll('"', '""')}"`,
  plain: /^[A-Za-z_][\w.]*$/,
  literal: (text: string) => `'${text.replaceAll("'", "''")}'`,
  asText: (expression: string) => `CAST(${expression} AS varchar)`,
  holds: (whole: string, part: string) => `strpos(${whole}, ${part}) > 0`,
  countWhere: (condition: string) => `count(*) FILTER (WHERE ${condition})`,
};

const byCase = (condition: string) => `sum(CASE WHEN ${condition} THEN 1 ELSE 0 END)`;
const withBackslashes = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

export const dialects = {
  duckdb: {
    ...standard,
    title: 'DuckDB',
    builtIn: 'duckdb',
    note: "DuckDB: text compares exactly, ILIKE does not; year(d), month(d), date_trunc('month', d) and monthname(d) take dates apart; count(*) FILTER (WHERE …) counts a part.",
  },
  postgresql: {
    ...standard,
    title: 'PostgreSQL',
    plain: /^[a-z_][a-z0-9_.]*$/,
    builtIn: 'postgresql',
    note: "PostgreSQL: text compares exactly, ILIKE does not; extract(year from d) and date_trunc('month', d) take dates apart; count(*) FILTER (WHERE …) counts a part; round(x::numeric, 2) rounds.",
  },
  mysql: {
    ...standard,
    title: 'MySQL/MariaDB',
    note: "MySQL: texts are in single quotes, double quotes are for names as in standard SQL; year(d), month(d) and date_format(d, '%Y-%m') take dates apart; sum(CASE WHEN … THEN 1 ELSE 0 END) counts a part; there is no FILTER and no ILIKE.",
    asText: (expression) => `CAST(${expression} AS char)`,
    holds: (whole, part) => `locate(${part}, ${whole}) > 0`,
    countWhere: byCase,
  },
  sqlite: {
    ...standard,
    title: 'SQLite',
    note: "SQLite: text compares exactly, LIKE ignores case; strftime('%Y-%m', d) takes dates apart, which are texts; count(*) FILTER (WHERE …) counts a part; 1 / 2 is 0, so write 1.0 * a / b.",
    asText: (expression) => `CAST(${expression} AS text)`,
    holds: (whole, part) => `instr(${whole}, ${part}) > 0`,
  },
  trino: {
    ...standard,
    title: 'Trino',
    note: "Trino: text compares exactly, lower(x) helps; year(d), month(d) and date_trunc('month', d) take dates apart; date '2024-01-31' and timestamp '2024-01-31 12:00:00' are literals; count(*) FILTER (WHERE …) counts a part; 1 / 2 is 0, so write 1.0 * a / b.",
  },
  clickhouse: {
    ...standard,
    title: 'ClickHouse',
    note: 'ClickHouse: names are case-sensitive; toYear(d), toMonth(d) and toStartOfMonth(d) take dates apart; countIf(…) and sumIf(x, …) count and add a part; ILIKE ignores case.',
    literal: withBackslashes,
    asText: (expression) => `toString(${expression})`,
    holds: (whole, part) => `position(${whole}, ${part}) > 0`,
    countWhere: (condition) => `countIf(${condition})`,
  },
  snowflake: {
    ...standard,
    title: 'Snowflake',
    plain: /^[A-Z_][A-Z0-9_.]*$/,
    note: "Snowflake: names without quotes are upper case; ILIKE ignores case; year(d), month(d) and date_trunc('month', d) take dates apart; count_if(…) counts a part.",
    literal: withBackslashes,
    holds: (whole, part) => `position(${part}, ${whole}) > 0`,
    countWhere: (condition) => `count_if(${condition})`,
  },
  bigquery: {
    ...standard,
    title: 'BigQuery (GoogleSQL)',
    note: 'BigQuery: names that need it are in backquotes; extract(year from d) and date_trunc(d, month) take dates apart; countif(…) counts a part; lower(x) helps to ignore case.',
    quote: (name) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``,
    literal: withBackslashes,
    asText: (expression) => `CAST(${expression} AS string)`,
    countWhere: (condition) => `countif(${condition})`,
  },
} as const satisfies Record<string, Dialect>;
