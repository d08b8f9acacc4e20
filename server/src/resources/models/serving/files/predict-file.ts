import { open } from 'node:fs/promises';
import { type DuckDBConnection, DuckDBDataChunk, type DuckDBType } from '@duckdb/node-api';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import { beyondLimit, ServiceError } from '../../../../errors.ts';
import type { JsonValue } from '../../../../platform/data/types.ts';
import { type EngineLimits, makeRoomForColumns, openEngine } from '../../../../platform/data/worker/duckdb.ts';
import { type OpenedRows, openRows } from '../../../../platform/data/worker/open-rows.ts';
import type { Task } from '../../../../platform/workers/serve-tasks.ts';
import { refuseParamsOfOthers, refuseUnknownColumns } from '../check-request.ts';
import { Picks } from '../picks.ts';
import { type AskedCells, maxExplainedRows, type PredictRequest } from '../predict-request.ts';
import type { AskedRow, Batch } from '../row-writer.ts';
import type { ServedModel } from '../served-model.ts';
import { findModel } from '../threads/loaded-models.ts';
import { answerSql, figuresSql, textsOf } from './answer-sql.ts';
import { writeBeside } from './beside-given.ts';
import { encodeLike, encodingOf } from './encode-like.ts';
import type { FileAnswered, FileProgress, FileRequest } from './messages.ts';
import { type PredictionColumn, predictionColumns } from './prediction-columns.ts';
import { mostSheetRows, writeTable } from './write-table.ts';

const progressEveryMs = 500;
const explainedPieceRows = 10;
/** Pieces after which DuckDB's memory is freed: the garbage collector sees only its small handles. */
const piecesAtOnce = 50;

/**
 * Predicts the rows of a file in the portions that DuckDB returns, so that memory does not grow with the file. JSON is
 * written directly. For other formats the figures go to a DuckDB file and are joined with the columns of the source,
 * which are read once more.
 */
export async function predictFile(request: FileRequest, limits: EngineLimits, task: Task): Promise<FileAnswered> {
  const model = await findModel(request.model);
  model.picks = request.picks && new Picks(request.picks);
  using reader = await openEngine(limits);
  const file = { ...request.source, outputPath: request.outputPath };
  const rows = await openRows(reader.connection, file, limits, knownNames(model.description));
  if (rows.dialect.header === false) throw headless(model.description);
  requireAtMost(rows.rowCount, request);
  const asking = { model, rows, request, task };
  const isJson = request.answer === 'json' || request.answer === 'ndjson';
  const answered = isJson ? await writeJson(asking) : await writeColumns(asking, limits);
  return { ...answered, warnings: rows.warnings, seen: model.picks?.take() };
}

function knownNames({ inputs, knownColumns, target }: ModelDescription): string[] {
  return [...inputs, ...knownColumns, target];
}

/** Taking columns by position would silently give wrong answers. */
function headless({ inputs }: ModelDescription): ServiceError {
  const names = inputs.slice(0, 10).join(', ');
  const detail = `No line of the file names its columns; put one above the rows with names that the model knows, such as ${names}.`;
  return new ServiceError('unreadable_file', detail, { errors: [{ pointer: '', code: 'no_header', detail }] });
}

interface Asking {
  model: ServedModel;
  rows: OpenedRows;
  request: FileRequest;
  task: Task;
}

/** Some rows of the file, the position of the first, and their question. */
interface Piece {
  question: PredictRequest;
  start: number;
  rows: AskedCells[];
}

/** Passes every piece of the file to `use`, in order; an error about a row is reported with its line in the file. */
async function eachPiece({ model, rows, request, task }: Asking, use: (piece: Piece) => void | Promise<void>) {
  const { params, maxRows } = request;
  const most = maxRows ?? Number.MAX_SAFE_INTEGER;
  const question = { rows: [], params, maxAnswers: most, pointerOf: (index: number) => `/${index}` };
  let start = 0;
  let pieces = 0;
  let told = performance.now();
  try {
    refuseParamsOfOthers(model.description, params);
    refuseUnknownColumns(model.description, rows.names, params);
    for await (const cells of rows.read()) {
      if (task.isCancelled()) throw new ServiceError('request_cancelled', 'Nobody waits for the answer any more.');
      const asked = cells.map((row) => cellsOf(rows.names, row));
      const size = params.explain ? explainedPieceRows : asked.length;
      for (let at = 0; at < asked.length; at += size)
        await use({ question, start: start + at, rows: asked.slice(at, at + size) });
      model.picks?.keep();
      start += asked.length;
      pieces += 1;
      if (pieces % piecesAtOnce === 0) globalThis.gc?.({ type: 'minor' });
      if (performance.now() - told < progressEveryMs) continue;
      told = performance.now();
      await task.report({ rows: start, total: rows.rowCount } satisfies FileProgress);
    }
  } catch (error) {
    throw await locateFault(error, rows);
  }
  return start;
}

function cellsOf(names: readonly string[], row: readonly JsonValue[]): AskedCells {
  return Object.fromEntries(names.map((name, index) => [name, row[index]]));
}

function requireAtMost(count: number, { maxRows, params, answer }: FileRequest): void {
  if (maxRows !== null && params.explain && count > maxExplainedRows) throw tooMany('explained_rows', maxExplainedRows);
  if (maxRows !== null && count > maxRows) throw tooMany('predict_rows', maxRows);
  if (answer === 'xlsx' && count > mostSheetRows)
    throw new ServiceError('too_many_rows', `A workbook of more than ${mostSheetRows} rows is not written; take CSV.`);
}

function tooMany(name: 'predict_rows' | 'explained_rows', value: number): ServiceError {
  const detail = `The file has more than ${value} rows, the most that one request answers; make a batch prediction of a table instead.`;
  return beyondLimit('too_many_rows', detail, { name, value });
}

/** Maximum faults located by line: each look-up reads the file again. */
const mostLocated = 5;

/** Replaces the row index in an error by its position in the file. */
async function locateFault(error: unknown, { locateRow }: OpenedRows): Promise<unknown> {
  if (!(error instanceof ServiceError) || error.code !== 'invalid_input' || !error.errors) return error;
  const faults = error.errors.slice(0, mostLocated);
  if (!faults.every(({ pointer }) => /^\/\d+\//.test(pointer))) return error;
  const located = [];
  for (const fault of faults) {
    const [, row, column] = fault.pointer.split('/');
    const place = await locateRow(Number(row));
    located.push({
      ...fault,
      pointer: `${place.pointer}/${column}`,
      words: `${place.words}: ${column} ${fault.detail}`,
    });
  }
  const errors = located.map(({ words: _, ...fault }) => fault);
  return new ServiceError('invalid_input', `${located[0].words}.`, { errors });
}

/** The response of the JSON route, written piece by piece. */
type Answered = Omit<FileAnswered, 'warnings' | 'seen'>;

async function writeJson(asking: Asking): Promise<Answered> {
  const { model, request } = asking;
  const isArray = request.answer === 'json';
  const separator = isArray ? ',' : '\n';
  await using file = await open(request.outputPath, 'wx');
  let isFirst = true;
  if (isArray) await file.write('[');
  const count = await eachPiece(asking, async ({ question, start, rows }) => {
    const { text } = model.answerSome(question, start, rows, separator);
    if (text.length === 0) return;
    if (!isFirst) await file.appendFile(separator);
    await file.appendFile(text);
    isFirst = false;
  });
  await file.write(isArray ? ']' : isFirst ? '' : '\n');
  return { rows: count, texts: [] };
}

async function writeColumns(asking: Asking, limits: EngineLimits): Promise<Answered> {
  const { model, rows, request } = asking;
  const { description } = model;
  const columns = predictionColumns(description, { sent: rows.names, explain: request.params.explain === true });
  using writer = await openEngine(limits, `${request.outputPath}.stage`);
  const stage = await openStage(writer.connection, columns);
  const count = await eachPiece(asking, ({ question, start, rows }) => {
    const { asked, batch } = model.predictSome(question, start, rows);
    stage.add(asked, batch);
  });
  stage.close();
  const isForecast = description.task === 'forecast';
  const isText = rows.dialect.format === 'csv' && (request.answer === 'csv' || request.answer === 'tsv');
  const decimal = isText ? model.decimalMark : '.';
  await makeRoomForColumns(writer.connection, limits, rows.names.length + columns.length);
  const sql = answerSql(rows, columns, { isForecast, decimal });
  const { outputPath: path, answer: format, formulas } = request;
  const isBeside = !isForecast && hasSameDelimiter(rows, format);
  const figures = figuresSql(columns, decimal);
  const escapes = formulas === 'escape';
  const encoding =
    isBeside && (await writeBeside(writer.connection, { rows, figures, path, escapes }))
      ? await encodeLike(path, { ...encodingOf(rows.dialect), hasReturns: false })
      : await writeTable(writer.connection, sql, { path, format, dialect: rows.dialect, formulas });
  return { rows: isForecast ? stage.count() : count, texts: await textsOf(writer.connection, sql), encoding };
}

function hasSameDelimiter({ given }: OpenedRows, format: FileRequest['answer']): boolean {
  return given !== undefined && (format === 'csv' || (format === 'tsv' && given.delimiter === '\t'));
}

async function openStage(connection: DuckDBConnection, columns: readonly PredictionColumn[]) {
  const fields = columns.map(({ type }, index) => `p${index} ${type}`);
  await connection.run(`CREATE TABLE stage (${fields.join(', ')})`);
  const appender = await connection.createAppender('stage');
  const types: DuckDBType[] = columns.map((_, index) => appender.columnType(index));
  const mostRows = 2048;
  let staged = 0;
  return {
    add(asked: readonly AskedRow[], batch: Batch): void {
      for (let start = 0; start < asked.length; start += mostRows) {
        const some = asked.slice(start, start + mostRows);
        const chunk = DuckDBDataChunk.create(types, some.length);
        for (const [index, { read }] of columns.entries())
          chunk.setColumnValues(
            index,
            some.map((one, row) => read(one, batch, start + row)),
          );
        appender.appendDataChunk(chunk);
        staged += some.length;
      }
    },
    count: () => staged,
    close: () => appender.closeSync(),
  };
}
