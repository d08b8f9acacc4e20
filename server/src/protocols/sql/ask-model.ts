import { beyondLimit } from '../../errors.ts';
import { RawJsonBody } from '../../http/request/unread-body.ts';
import { RowWriter } from '../../platform/data/row-writer.ts';
import type { JsonValue } from '../../platform/data/types.ts';
import { requirePermission } from '../../resources/keys/authorize.ts';
import { type AnsweredRows, predictObjects, predictRows, RowsWithRoom } from '../../resources/models/predict.ts';
import { listModels, requireModel } from '../../resources/models/service.ts';
import { answerTooLarge } from '../../resources/queries/service.ts';
import type { SqlContext } from './context.ts';
import { inTurns } from './in-turns.ts';
import { everything, findProject } from './projects.ts';
import { Reader } from './reader.ts';
import type { Row, SqlResult } from './result.ts';
import type { Column, Select, Source } from './select.ts';
import { readConditions } from './statement.ts';
import { unreadable } from './tokens.ts';

export interface Model {
  project: string;
  /** Name, followed by `.N` for version N. */
  model: string;
}

/** Returns the model named by `[project.]model[.N]`; undefined when there is none. */
export async function findModel(ctx: SqlContext, source: Source | undefined): Promise<Model | undefined> {
  if (source === undefined || !('path' in source) || source.native !== undefined) return undefined;
  const version = /^\d+$/.test(source.path.at(-1)!) ? source.path.at(-1) : undefined;
  const [name, project = ctx.project, ...rest] = source.path.slice(0, version ? -1 : undefined).toReversed();
  const home = rest.length === 0 ? await findProject(ctx, project) : undefined;
  if (home === undefined || name === undefined) return undefined;
  const { items } = await listModels(ctx, home, { ...everything, status: undefined, name });
  return items.length === 0 ? undefined : { project: home, model: version ? `${name}.${version}` : name };
}

/** Predicts one row, whose values are the conditions. */
export async function askModel(ctx: SqlContext, model: Model, { columns, where, using }: Select): Promise<SqlResult> {
  if (where === undefined) throw unreadable('a model is asked WHERE its columns have values');
  const reader = new Reader(where);
  const row = Object.fromEntries(readConditions(reader));
  reader.end();
  return project(ctx, columns, [{ predicted: await predictOne(ctx, model, row, using), given: row }], undefined);
}

async function predictOne(ctx: SqlContext, model: Model, row: Row, using: Row): Promise<Row> {
  const [predicted] = await predict(ctx, model, [row], using);
  return predicted;
}

/** Predicts every row of the other source. */
export async function askModelOf(
  ctx: SqlContext,
  model: Model,
  rows: Row[],
  select: Select,
  alias: string | undefined,
): Promise<SqlResult> {
  const predicted = rows.length === 0 ? [] : await predictMany(ctx, model, rows, select.using);
  const pairs = predicted.map((prediction, index) => ({ predicted: prediction, given: rows[index] }));
  return project(ctx, select.columns, pairs, alias);
}

async function predict(ctx: SqlContext, model: Model, rows: Row[], params: Row): Promise<Row[]> {
  await requirePredicting(ctx, model);
  const body = Object.keys(params).length === 0 ? rows : { data: rows, params };
  return predictObjects(ctx, model, body, ctx.signal);
}

async function requirePredicting(ctx: SqlContext, model: Model): Promise<void> {
  requirePermission(ctx, 'models.predict');
  await requireModel(ctx, model);
}

/** Asks with bytes, which large questions are in a thread, and reads the answers in turns. */
async function predictMany(ctx: SqlContext, model: Model, rows: Row[], params: Row): Promise<Row[]> {
  await requirePredicting(ctx, model);
  const texts = await inTurns(
    rows,
    (row) => JSON.stringify(row),
    (text) => text.length / 20,
  );
  const body = new RawJsonBody(bytesOf(texts, params, ctx.config.maxJsonBytes));
  const answered = await predictRows(ctx, model, { body, separator: '\n', signal: () => ctx.signal });
  return inTurns(linesOf(answered), (line) => JSON.parse(line) as Row);
}

/** @throws ServiceError for more than a request of predict may have */
function bytesOf(rows: readonly string[], params: Row, most: number): Uint8Array<ArrayBuffer> {
  const tail = Object.keys(params).length === 0 ? '' : `,"params":${JSON.stringify(params)}`;
  const text = `{"data":[${rows.join(',')}]${tail}}`;
  if (text.length <= most) return new TextEncoder().encode(text);
  const detail = `The rows to predict are larger than ${most} bytes: name fewer columns, or LIMIT the rows.`;
  throw beyondLimit('body_too_large', detail, { name: 'json_bytes', value: most });
}

function linesOf(answered: AnsweredRows): string[] {
  if (typeof answered === 'string') return answered.split('\n');
  const pieces = answered instanceof RowsWithRoom ? [answered.bytes.subarray(1, -1)] : answered;
  return pieces.flatMap((piece) => Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString().split('\n'));
}

interface Pair {
  predicted: Row;
  given: Row;
}

type Owner = 'given' | 'predicted' | 'both';

/** A column of the answer: of the rows, of the prediction, or of whichever has it. */
interface Wanted {
  owner: Owner;
  column: string;
  name: string;
}

/** `alias` belongs to the model; all others belong to the rows. */
async function project(
  ctx: SqlContext,
  columns: readonly Column[],
  pairs: readonly Pair[],
  alias: string | undefined,
): Promise<SqlResult> {
  const wanted = distinct(columns.map((column) => wantedOf(column, alias)));
  const names = new Set<string>();
  const most = ctx.config.maxQueryAnswerBytes;
  let bytes = 0;
  const rows = await inTurns(pairs, (pair) => {
    const row = rowOf(wanted, pair);
    // A cell has at least a sign and a comma.
    bytes += 2 * names.size;
    if (bytes > most) throw answerTooLarge(most);
    for (const name of Object.keys(row)) names.add(name);
    return row;
  });
  return writeTable(rows, [...names], most);
}

function rowOf(wanted: readonly Wanted[], { predicted, given }: Pair): Row {
  const sources = { given: new Cells(given), predicted: new Cells(predicted), both: new Cells(given, predicted) };
  const row: Row = {};
  for (const { owner, column, name } of wanted)
    if (column === '*') sources[owner].addTo(row);
    else row[name] = sources[owner].of(column);
  return row;
}

async function writeTable(rows: readonly Row[], names: string[], maxBytes: number): Promise<SqlResult> {
  const writer = new RowWriter(names, 'lists', { maxRows: rows.length, maxBytes });
  await inTurns(
    rows,
    (row) => writer.add(names.map((name) => (row[name] ?? null) as JsonValue)),
    () => names.length,
  );
  if (writer.end().cutBy === 'bytes') throw answerTooLarge(maxBytes);
  return { type: 'table', column_names: names, pieces: writer.takePieces() };
}

function wantedOf({ path, name }: Column, alias: string | undefined): Wanted {
  const column = path.at(-1)!;
  const owner = path.at(-2);
  const kind = owner === undefined ? 'both' : owner === (alias ?? owner) ? 'predicted' : 'given';
  return { owner: kind, column, name: name ?? column };
}

/** A column that is named again adds nothing. */
function distinct(wanted: readonly Wanted[]): Wanted[] {
  return [...new Map(wanted.map((one) => [`${one.owner} ${one.column}\n${one.name}`, one])).values()];
}

/** The cells of a row by name, in any case. */
class Cells {
  readonly #cells: Row;
  #names: Map<string, string> | undefined;

  constructor(...rows: Row[]) {
    this.#cells = rows.length === 1 ? rows[0] : Object.assign({}, ...rows);
  }

  of(column: string): unknown {
    if (Object.hasOwn(this.#cells, column)) return this.#cells[column];
    this.#names ??= new Map(Object.keys(this.#cells).map((name) => [name.toLowerCase(), name]));
    const found = this.#names.get(column.toLowerCase());
    if (found === undefined)
      throw unreadable(`there is no column ${column}; there are ${Object.keys(this.#cells).join(', ')}`);
    return this.#cells[found];
  }

  /** A column that the row has already stays. */
  addTo(row: Row): void {
    for (const [name, cell] of Object.entries(this.#cells)) if (!Object.hasOwn(row, name)) row[name] = cell;
  }
}
