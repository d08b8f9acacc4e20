import { requirePermission } from '../../resources/keys/authorize.ts';
import { predictObjects } from '../../resources/models/predict.ts';
import { listModels, requireModel } from '../../resources/models/service.ts';
import type { SqlContext } from './context.ts';
import { everything, findProject } from './projects.ts';
import { Reader } from './reader.ts';
import { type Row, type SqlResult, tableOf } from './result.ts';
import type { Column, Select, Source } from './select.ts';
import { readConditions } from './statement.ts';
import { readTokens, unreadable } from './tokens.ts';

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
  const reader = new Reader(where, readTokens(where));
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

/** `alias` belongs to the model; all others belong to the rows. */
function project(columns: readonly Column[], pairs: readonly Pair[], alias: string | undefined): SqlResult {
  const rows = pairs.map(({ predicted, given }) => {
    const row: Row = {};
    for (const { path, name } of columns) {
      const column = path.at(-1)!;
      const owner = path.at(-2);
      const source = owner === undefined ? { ...given, ...predicted } : owner === (alias ?? owner) ? predicted : given;
      if (column === '*') Object.assign(row, { ...source, ...row });
      else row[name ?? column] = cellOf(source, column);
    }
    return row;
  });
  return tableOf(rows);
}

function cellOf(row: Row, column: string): unknown {
  const found = column in row ? column : Object.keys(row).find((name) => name.toLowerCase() === column.toLowerCase());
  if (found === undefined) throw unreadable(`there is no column ${column}; there are ${Object.keys(row).join(', ')}`);
  return row[found];
}
