/** The worker that reads SQLite files. It is killed when a query takes too long: SQLite does not break off by itself. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { ServiceError } from '../../../errors.ts';
import type { JsonValue, QueryResult, TableColumn } from '../../../platform/data/types.ts';
import { serveTasks, type Task } from '../../../platform/workers/serve-tasks.ts';
import { tooLarge } from '../limits.ts';
import { listTables } from './list-tables.ts';
import { openFile, prepareQuery, type SqliteQuestion } from './open-file.ts';
import { columnsOf, readCell, typesOfText } from './values.ts';

interface AnswerRequest extends SqliteQuestion {
  /** 0 asks for the columns only. */
  maxRows: number;
  maxBytes: number;
}

interface ExportRequest extends SqliteQuestion {
  /** Path of the file of JSON lines; must not exist. */
  outputPath: string;
  maxBytes: number;
}

const tasks = { listTables, answer, writeRows };
export type SqliteTasks = typeof tasks;

const mostBytes = 64 * 1024 * 1024;
const batchRows = 2000;

function answer({ maxRows, maxBytes, ...question }: AnswerRequest): QueryResult {
  using database = openFile(question.path);
  const statement = prepareQuery(database, question);
  const columns = columnsOf(statement);
  const rows: JsonValue[][] = [];
  let bytes = 0;
  if (maxRows === 0) return { columns, rows, truncated: true };
  for (const row of rowsOf(statement)) {
    if (rows.length === maxRows) return { columns, rows, truncated: true };
    bytes += JSON.stringify(row).length;
    if (bytes > Math.min(maxBytes, mostBytes)) throw tooLarge(maxBytes);
    rows.push(row);
  }
  return { columns: withKnownTypes(columns, rows), rows, truncated: false };
}

/** SQLite knows no type of an expression; its values do. */
function withKnownTypes(columns: TableColumn[], rows: JsonValue[][]): TableColumn[] {
  return columns.map((column, index) => {
    if (column.type !== 'text') return column;
    const cells = rows.flatMap((row) => row[index] ?? []);
    const isNumeric = cells.length > 0 && cells.every((cell) => typeof cell === 'number');
    return isNumeric ? { ...column, type: cells.every(Number.isInteger) ? 'integer' : 'number' } : column;
  });
}

type Statement = ReturnType<typeof prepareQuery>;

function* rowsOf(statement: Statement): Generator<JsonValue[]> {
  try {
    // With arrays and big integers asked for, rows are arrays of these.
    for (const row of statement.iterate() as unknown as Iterable<Parameters<typeof readCell>[0][]>)
      yield row.map(readCell);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('query_failed', `The database says: ${(error as Error).message}.`);
  }
}

/** Writes one JSON object per line, and returns the types of columns that cannot be inferred from their cells. */
async function writeRows({ outputPath, maxBytes, ...question }: ExportRequest, { report }: Task) {
  using database = openFile(question.path);
  const statement = prepareQuery(database, question);
  const columns = columnsOf(statement);
  const twin = columns.find(({ name }, index) => columns.findIndex((other) => other.name === name) < index);
  if (twin)
    throw new ServiceError('query_failed', `The result has two columns "${twin.name}"; rename one of them with AS.`);
  writeFileSync(outputPath, '', { flag: 'wx' });
  const seen = columns.map(() => ({ texts: 0, others: 0 }));
  let lines: string[] = [];
  let rowCount = 0;
  let bytes = 0;
  const flush = async () => {
    const text = lines.join('');
    bytes += text.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    appendFileSync(outputPath, text);
    lines = [];
    await report(rowCount);
  };
  for (const row of rowsOf(statement)) {
    for (const [index, cell] of row.entries())
      if (cell !== null) seen[index][typeof cell === 'string' ? 'texts' : 'others'] += 1;
    lines.push(`${JSON.stringify(Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])))}\n`);
    rowCount += 1;
    if (lines.length === batchRows) await flush();
  }
  await flush();
  return typesOfText(columns, seen);
}

serveTasks(tasks);
