import { ServiceError } from '../../errors.ts';
import { requirePermission } from '../../resources/keys/authorize.ts';
import { type DescribeAttribute, describeAttributes, describeModel } from '../../resources/models/describe.ts';
import { activateVersion, deleteModel } from '../../resources/models/service.ts';
import { deleteTable } from '../../resources/tables/service.ts';
import { catalogs, filterRows } from './catalog.ts';
import type { SqlContext } from './context.ts';
import { createDatabase, dropDatabase } from './databases.ts';
import { addressOf, requireNamed } from './projects.ts';
import { runSelect } from './query.ts';
import { type Row, type SqlResult, tableOf } from './result.ts';
import { readStatement, type Statement } from './statement.ts';
import { unreadable } from './tokens.ts';
import { trainModel } from './training.ts';

const ok: SqlResult = { type: 'ok' };
const regardless = () => {};

/** Runs one statement with the rights of its caller. @throws ServiceError */
export async function runStatement(ctx: SqlContext, sql: string): Promise<SqlResult> {
  const statement = readStatement(sql);
  if (statement.kind === 'select') return runSelect(ctx, statement.query);
  return runCommand(ctx, statement);
}

async function runCommand(ctx: SqlContext, statement: Exclude<Statement, { kind: 'select' }>): Promise<SqlResult> {
  if (statement.kind === 'show') return show(ctx, statement);
  if (statement.kind === 'describe') return describe(ctx, statement.path);
  if (statement.kind === 'create database') return createDatabase(ctx, statement);
  if (statement.kind === 'drop') return drop(ctx, statement);
  if (statement.kind === 'set active') return setActive(ctx, statement.path);
  return trainModel(ctx, statement);
}

/** The columns of each list that clients read. */
const shown: Record<string, (row: Row, project: string) => Row> = {
  databases: ({ NAME, TYPE, ENGINE }) => ({ Database: NAME, TYPE, ENGINE }),
  tables: ({ TABLE_NAME, TABLE_TYPE }, project) => ({
    [`Tables_in_${project}`]: TABLE_NAME,
    Table_type: TABLE_TYPE,
  }),
};

async function show(ctx: SqlContext, { what, from, where }: Extract<Statement, { kind: 'show' }>): Promise<SqlResult> {
  const name = { predictors: 'models', projects: 'databases', schemas: 'databases' }[what] ?? what;
  if (!Object.hasOwn(catalogs, name)) throw unreadable(`SHOW knows ${Object.keys(catalogs).join(', ')}`);
  // A key that reaches several projects, none of them by default, may still ask which ones these are.
  const isOfAll = name === 'databases' && from === undefined;
  const project = isOfAll ? ctx.project : await requireNamed(ctx, from ?? ctx.project);
  const rows = await catalogs[name]({ ...ctx, project });
  const wanted = what === 'projects' ? rows.filter(({ TYPE }) => TYPE === 'project') : rows;
  return tableOf(filterRows(wanted, where).map((row) => shown[name]?.(row, from ?? project) ?? row));
}

/** Reads a name with an optional version and attribute: `[project.]model[.N][.attribute]`. */
async function describe(ctx: SqlContext, path: string[]): Promise<SqlResult> {
  requirePermission(ctx, 'models.describe');
  const last = path.at(-1)!.toLowerCase();
  const attribute = describeAttributes.find((one): one is DescribeAttribute => one === last);
  const address = await addressOf(ctx, attribute && path.length > 1 ? path.slice(0, -1) : path);
  return tableOf((await describeModel(ctx, address, path.length > 1 ? attribute : undefined)) as Row[]);
}

async function drop(ctx: SqlContext, { what, path }: Extract<Statement, { kind: 'drop' }>): Promise<SqlResult> {
  if (what === 'database') return dropDatabase(ctx, path[0]);
  if (what === 'model') {
    const address = await addressOf(ctx, path);
    if (/\.\d+$/.test(address.model))
      throw new ServiceError('query_refused', 'Versions of a model are kept; DROP MODEL without a version drops all.');
    requirePermission(ctx, 'models.delete');
    await deleteModel(ctx, address, { check: regardless });
    return ok;
  }
  requirePermission(ctx, 'tables.delete');
  const [table, project = ctx.project] = path.toReversed();
  await deleteTable(ctx, { project: await requireNamed(ctx, project), table }, { check: regardless });
  return ok;
}

async function setActive(ctx: SqlContext, path: string[]): Promise<SqlResult> {
  requirePermission(ctx, 'models.update');
  const { project, model } = await addressOf(ctx, path);
  const [, name, number] = /^(.*)\.(\d+)$/.exec(model) ?? [];
  if (name === undefined) throw unreadable('SET active names a version, such as project.model.2');
  await activateVersion(ctx, { project, model: name }, Number(number), regardless);
  return ok;
}
