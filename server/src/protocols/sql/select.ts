import { Reader } from './reader.ts';
import { readTokens, type Token, unreadable } from './tokens.ts';

/** The source of a query: a name in a project, or a nested query. */
export type Source = { alias: string | undefined } & ({ path: string[]; native: string | undefined } | { sql: string });

export interface Column {
  /** Such as `m.*` or `rental_price`. */
  path: string[];
  name: string | undefined;
}

/** A query in the form for models; others are plain SQL. */
export interface Select {
  columns: Column[];
  from: Source;
  join: Source | undefined;
  /** The text of the condition. */
  where: string | undefined;
  limit: number | undefined;
  using: Record<string, unknown>;
}

/** Returns undefined for a query of any other form. */
export function readSelect(sql: string): Select | undefined {
  const tokens = readTokens(sql);
  try {
    return read(new Reader(sql, tokens), sql, tokens);
  } catch {
    return undefined;
  }
}

function read(reader: Reader, sql: string, tokens: Token[]): Select {
  reader.expect('select');
  const columns = [readColumn(reader)];
  while (reader.accept(',')) columns.push(readColumn(reader));
  reader.expect('from');
  const from = readSource(reader);
  for (const word of ['inner', 'left', 'cross']) reader.accept(word);
  const join = reader.accept('join') ? readSource(reader) : undefined;
  const clauses = splitClauses(sql, tokens);
  const rest = clauses.rest === undefined ? undefined : new Reader(clauses.rest, readTokens(clauses.rest));
  const select: Select = { columns, from, join, where: clauses.where, limit: undefined, using: {} };
  if (rest?.accept('limit')) select.limit = Number(rest.value());
  if (rest?.accept('using'))
    do {
      const name = rest.name();
      rest.expect('=');
      select.using[name] = rest.json();
    } while (rest.accept(','));
  rest?.end();
  if (clauses.where === undefined && rest === undefined) reader.end();
  return select;
}

/** Splits the text of WHERE from the rest, ignoring parentheses. */
function splitClauses(sql: string, tokens: Token[]): { where?: string; rest?: string } {
  let depth = 0;
  const at: Record<string, number> = {};
  for (const { kind, value, start } of tokens) {
    if (kind === 'sign' && value === '(') depth += 1;
    if (kind === 'sign' && value === ')') depth -= 1;
    const word = value.toLowerCase();
    if (depth === 0 && kind === 'word' && ['where', 'limit', 'using'].includes(word)) at[word] ??= start;
    if (depth === 0 && kind === 'word' && ['group', 'order', 'having', 'union', 'window'].includes(word))
      throw unreadable('it is plain SQL');
  }
  const end = tokens.at(-1)?.value === ';' ? tokens.at(-1)!.start : sql.length;
  const begin = Math.min(at.limit ?? end, at.using ?? end);
  return {
    ...(at.where === undefined ? {} : { where: sql.slice(at.where + 'where'.length, begin).trim() }),
    ...(begin < end ? { rest: sql.slice(begin, end) } : {}),
  };
}

function readColumn(reader: Reader): Column {
  const path = reader.path();
  return { path, name: reader.accept('as') ? reader.name() : undefined };
}

function readSource(reader: Reader): Source {
  const source = reader.isNext('(')
    ? { sql: reader.parenthesis() }
    : { path: reader.path(), native: reader.isNext('(') ? reader.parenthesis() : undefined };
  const ends = reader.isDone || reader.isNext('join', 'inner', 'left', 'cross', 'where', 'limit', 'using');
  reader.accept('as');
  return { ...source, alias: ends ? undefined : reader.name() };
}
