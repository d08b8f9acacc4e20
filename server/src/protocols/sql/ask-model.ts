import { requirePermission } from '../../resources/keys/authorize.ts';
import { predictObjects } from '../../resources/models/predict.ts';
import { listModels, requireModel } from '../../resources/models/service.ts';
import type { SqlContext } from './context.ts';
import { everything, findProject } from './projects.ts';
import { Reader } from './reader.ts';
import { type Row, type SqlResult, tableOf } from './result.ts';
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
  return project(columns, [{ predicted: await predictOne(ctx, model, row, using), given: row }], undefined);
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
  const predicted = rows.length === 0 ? [] : await predict(ctx, model, rows, select.using);
  const pairs = predicted.map((prediction, index) => ({ predicted: prediction, given: rows[index] }));
  return project(select.columns, pairs, alias);
}

async function predict(ctx: SqlContext, model: Model, rows: Row[], params: Row): Promise<Row[]> {
  requirePermission(ctx, 'models.predict');
  await requireModel(ctx, model);
  const body = Object.keys(params).length === 0 ? rows : { data: rows, params };
  return predictObjects(ctx, model, body, ctx.signal);
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
function project(columns: readonly Column[], pairs: readonly Pair[], alias: string | undefined): SqlResult {
  const wanted = distinct(columns.map((column) => wantedOf(column, alias)));
  return tableOf(
    pairs.map(({ predicted, given }) => {
      const sources = { given: new Cells(given), predicted: new Cells(predicted), both: new Cells(given, predicted) };
      const row: Row = {};
      for (const { owner, column, name } of wanted)
        if (column === '*') sources[owner].addTo(row);
        else row[name] = sources[owner].of(column);
      return row;
    }),
  );
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
