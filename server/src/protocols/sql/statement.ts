import { Reader } from './reader.ts';
import { type Part, readWhole, unreadable } from './tokens.ts';

/** The source of a training. */
export interface Training {
  /** Connection that runs the query; by default the project's tables. */
  integration: string | undefined;
  query: Part | undefined;
  target: string | undefined;
  orderBy: string | undefined;
  groupBy: string[];
  window: number | undefined;
  horizon: number | undefined;
  using: Record<string, unknown>;
}

export type Statement =
  | { kind: 'show'; what: string; from: string | undefined; where: [string, unknown][] }
  | { kind: 'create model'; path: string[]; training: Training }
  | { kind: 'retrain model'; path: string[]; training: Training }
  | { kind: 'describe'; path: string[] }
  | { kind: 'drop'; what: 'model' | 'table' | 'database'; path: string[] }
  | { kind: 'create database'; name: string; engine: string | undefined; parameters: Record<string, unknown> }
  | { kind: 'set active'; path: string[] }
  | { kind: 'select'; query: Part };

/** @throws ServiceError for a statement that is not in this list */
export function readStatement(sql: string): Statement {
  const query = readWhole(sql);
  const reader = new Reader(query);
  if (reader.isNext('select', 'with')) return { kind: 'select', query };
  const statement = readOther(reader);
  if (statement === undefined)
    throw unreadable(
      'it begins with none of SELECT, SHOW, DESCRIBE, CREATE MODEL, RETRAIN, DROP, CREATE DATABASE, SET active',
    );
  reader.end();
  return statement;
}

function readOther(reader: Reader): Statement | undefined {
  if (reader.accept('show')) return readShow(reader);
  if (reader.accept('describe')) {
    reader.accept('model');
    return { kind: 'describe', path: reader.path() };
  }
  if (reader.accept('retrain')) return { kind: 'retrain model', path: reader.path(), training: readTraining(reader) };
  if (reader.accept('set', 'active')) return { kind: 'set active', path: reader.path() };
  if (reader.accept('drop')) return readDrop(reader);
  if (reader.accept('create')) return readCreate(reader);
  return undefined;
}

function readShow(reader: Reader): Statement {
  reader.accept('full');
  const what = reader.name().toLowerCase();
  const from = reader.accept('from') || reader.accept('in') ? reader.name() : undefined;
  return { kind: 'show', what, from, where: reader.accept('where') ? readConditions(reader) : [] };
}

function readDrop(reader: Reader): Statement | undefined {
  for (const [what, ...words] of [
    ['model', 'model', 'predictor'],
    ['table', 'table'],
    ['database', 'database', 'project', 'schema'],
  ] as const)
    for (const word of words)
      if (reader.accept(word)) {
        reader.accept('if', 'exists');
        return { kind: 'drop', what, path: reader.path() };
      }
  return undefined;
}

function readCreate(reader: Reader): Statement | undefined {
  if (reader.accept('model') || reader.accept('predictor')) {
    reader.accept('if', 'not', 'exists');
    return { kind: 'create model', path: reader.path(), training: readTraining(reader) };
  }
  if (!['database', 'project', 'schema'].some((word) => reader.accept(word))) return undefined;
  reader.accept('if', 'not', 'exists');
  const name = reader.name();
  reader.accept('with');
  const engine = reader.accept('engine') ? textAfterEquals(reader) : undefined;
  reader.accept(',');
  const parameters = reader.accept('parameters') ? objectAfterEquals(reader) : {};
  return { kind: 'create database', name, engine, parameters };
}

function textAfterEquals(reader: Reader): string {
  reader.accept('=');
  return String(reader.value());
}

function objectAfterEquals(reader: Reader): Record<string, unknown> {
  reader.accept('=');
  return reader.json() as Record<string, unknown>;
}

function readTraining(reader: Reader): Training {
  const training: Training = {
    integration: undefined,
    query: undefined,
    target: undefined,
    orderBy: undefined,
    groupBy: [],
    window: undefined,
    horizon: undefined,
    using: {},
  };
  while (!reader.isDone) readClause(reader, training);
  return training;
}

function readClause(reader: Reader, training: Training): void {
  if (reader.accept('from')) {
    if (!reader.isNext('(')) training.integration = reader.name();
    if (reader.isNext('(')) training.query = reader.parenthesis();
  } else if (reader.isNext('(')) training.query = reader.parenthesis();
  else if (reader.accept('predict')) training.target = reader.name();
  else if (reader.accept('order', 'by')) {
    training.orderBy = reader.name();
    if (!reader.accept('asc')) reader.accept('desc');
  } else if (reader.accept('group', 'by')) training.groupBy = readList(reader, () => reader.name());
  else if (reader.accept('window')) training.window = Number(reader.value());
  else if (reader.accept('horizon')) training.horizon = Number(reader.value());
  else {
    reader.expect('using');
    const pairs = readList(reader, (): [string, unknown] => [reader.path().join('.'), valueAfterEquals(reader)]);
    training.using = Object.fromEntries(pairs);
  }
}

function valueAfterEquals(reader: Reader): unknown {
  reader.expect('=');
  return reader.json();
}

function readList<Item>(reader: Reader, read: () => Item): Item[] {
  const items = [read()];
  while (reader.accept(',')) items.push(read());
  return items;
}

/** Reads `column = value` joined by AND, the only supported conditions on lists and model inputs. */
export function readConditions(reader: Reader): [string, unknown][] {
  const conditions: [string, unknown][] = [];
  do {
    const column = reader.path().at(-1)!;
    if (!reader.accept('=')) throw unreadable(`${column} may only be compared by = here`);
    conditions.push([column, reader.value()]);
  } while (reader.accept('and'));
  return conditions;
}
