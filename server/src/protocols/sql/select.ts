import { ServiceError } from '../../errors.ts';
import { Reader } from './reader.ts';
import { type Part, unreadable } from './tokens.ts';

/** The source of a query: a name in a project, or a nested query. */
export type Source = { alias: string | undefined } & ({ path: string[]; native: Part | undefined } | { query: Part });

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
  /** The condition. */
  where: Part | undefined;
  limit: number | undefined;
  using: Record<string, unknown>;
}

const plainWords = new Set(['group', 'order', 'having', 'union', 'window']);
/** As many as a table may have; each may be asked for twice. */
const mostColumns = 10_000;

/** Returns undefined for a query of any other form. Of a nested query, nothing is read but where it ends. */
export function readSelect(query: Part): Select | undefined {
  try {
    return read(new Reader(query), query);
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

function read(reader: Reader, query: Part): Select {
  reader.expect('select');
  const columns = [readColumn(reader)];
  while (reader.accept(',')) columns.push(readColumn(reader));
  if (columns.length > mostColumns) throw unreadable('it is plain SQL');
  reader.expect('from');
  const from = readSource(reader);
  for (const word of ['inner', 'left', 'cross']) reader.accept(word);
  const join = reader.accept('join') ? readSource(reader) : undefined;
  const { where, rest } = splitClauses(query);
  if (where === undefined && rest === undefined) reader.end();
  return { columns, from, join, where, ...readRest(rest) };
}

function readRest(part: Part | undefined): Pick<Select, 'limit' | 'using'> {
  const read: Pick<Select, 'limit' | 'using'> = { limit: undefined, using: {} };
  if (part === undefined) return read;
  const rest = new Reader(part);
  if (rest.accept('limit')) read.limit = Number(rest.value());
  if (rest.accept('using'))
    do {
      const name = rest.name();
      rest.expect('=');
      read.using[name] = rest.json();
    } while (rest.accept(','));
  rest.end();
  return read;
}

/** Splits WHERE from the rest, stepping over parentheses. */
function splitClauses(query: Part): { where?: Part; rest?: Part } {
  const { tokens, from, to } = query;
  const at: Record<string, number> = {};
  for (let index = from; index < to; index += 1) {
    const { kind, value, close } = tokens[index];
    if (close >= 0) index = close;
    if (kind !== 'word') continue;
    const word = value.toLowerCase();
    if (word === 'where' || word === 'limit' || word === 'using') at[word] ??= index;
    if (plainWords.has(word)) throw unreadable('it is plain SQL');
  }
  const end = Math.min(at.limit ?? to, at.using ?? to);
  return {
    ...(at.where === undefined ? {} : { where: { ...query, from: at.where + 1, to: end } }),
    ...(end < to ? { rest: { ...query, from: end } } : {}),
  };
}

function readColumn(reader: Reader): Column {
  const path = reader.path();
  return { path, name: reader.accept('as') ? reader.name() : undefined };
}

function readSource(reader: Reader): Source {
  const source = reader.isNext('(')
    ? { query: reader.parenthesis() }
    : { path: reader.path(), native: reader.isNext('(') ? reader.parenthesis() : undefined };
  const ends = reader.isDone || reader.isNext('join', 'inner', 'left', 'cross', 'where', 'limit', 'using');
  reader.accept('as');
  return { ...source, alias: ends ? undefined : reader.name() };
}
