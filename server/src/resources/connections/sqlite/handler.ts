/** The worker that reads SQLite files. It is killed when a query takes too long: SQLite does not break off by itself. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { ServiceError } from '../../../errors.ts';
import { rowTooLarge } from '../../../platform/data/faults.ts';
import { reportPieces } from '../../../platform/data/pieces.ts';
import { nameColumns, type RowShape, RowWriter } from '../../../platform/data/row-writer.ts';
import { shorten } from '../../../platform/data/shorten.ts';
import type { JsonValue, TableColumn, WrittenResult } from '../../../platform/data/types.ts';
import { serveTasks, type Task } from '../../../platform/workers/serve-tasks.ts';
import { tooLarge } from '../limits.ts';
import { listTables } from './list-tables.ts';
import { openFile, prepareQuery, type SqliteQuestion } from './open-file.ts';
import { columnsOf, readCell, typesOfText } from './values.ts';

interface AnswerRequest extends SqliteQuestion {
  shape: RowShape;
  /** 0 asks for the columns only. */
  maxRows: number;
  /** Maximum bytes of the rows as JSON. */
  answerBytes: number;
  cellCharacters?: number | undefined;
}

/** The rows went before. */
type Answered = Omit<WrittenResult, 'pieces'>;

interface ExportRequest extends SqliteQuestion {
  /** Path of the file of JSON lines; must not exist. */
  outputPath: string;
  maxBytes: number;
}

const tasks = { listTables, answer, writeRows };
export type SqliteTasks = typeof tasks;

const batchRows = 2000;

/** Passes the rows on in pieces. */
async function answer(
  { shape, maxRows, answerBytes, cellCharacters, ...question }: AnswerRequest,
  { report }: Task,
): Promise<Answered> {
  using database = openFile(question.path);
  const statement = prepareQuery(database, question);
  const columns = nameColumns(columnsOf(statement), shape);
  if (maxRows === 0) return { columns, rowCount: 0, cutBy: 'rows' };
  const names = columns.map(({ name }) => name);
  const writer = new RowWriter(names, shape, { maxRows, maxBytes: answerBytes });
  const seen = columns.map(() => ({ numbers: 0, integers: 0, others: 0 }));
  for (const row of rowsOf(statement)) {
    if (!writer.add(cellCharacters === undefined ? row : row.map((cell) => shorten(cell, cellCharacters)))) break;
    for (const [index, cell] of row.entries()) noteCell(seen[index], cell);
    await reportPieces(writer, report);
  }
  const { rowCount, cutBy } = writer.end();
  if (cutBy === 'bytes' && rowCount === 0) throw rowTooLarge(answerBytes);
  await reportPieces(writer, report);
  return { columns: cutBy === undefined ? withKnownTypes(columns, seen) : columns, rowCount, cutBy };
}

interface SeenCells {
  numbers: number;
  integers: number;
  others: number;
}

function noteCell(seen: SeenCells, cell: JsonValue): void {
  if (cell === null) return;
  if (typeof cell !== 'number') seen.others += 1;
  else {
    seen.numbers += 1;
    if (Number.isInteger(cell)) seen.integers += 1;
  }
}

/** SQLite knows no type of an expression; its values do. */
function withKnownTypes(columns: TableColumn[], seen: readonly SeenCells[]): TableColumn[] {
  return columns.map((column, index) => {
    if (column.type !== 'text') return column;
    const { numbers, integers, others } = seen[index];
    const isNumeric = numbers > 0 && others === 0;
    return isNumeric ? { ...column, type: integers === numbers ? 'integer' : 'number' } : column;
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
