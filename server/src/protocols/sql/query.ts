import { distinctNames, parseRows } from '../../platform/data/row-writer.ts';
import { requirePermission } from '../../resources/keys/authorize.ts';
import { answerTooLarge, writeQuery } from '../../resources/queries/service.ts';
import { askModel, askModelOf, findModel } from './ask-model.ts';
import { catalogs, filterRows } from './catalog.ts';
import type { SqlContext } from './context.ts';
import { inTurns } from './in-turns.ts';
import { findProject } from './projects.ts';
import { Reader } from './reader.ts';
import { type SqlResult, tableOf } from './result.ts';
import { readSelect, type Select, type Source } from './select.ts';
import { readConditions } from './statement.ts';
import { stripProjects } from './strip-projects.ts';
import { type Part, readWhole, textOf, unreadable } from './tokens.ts';

/** Runs a prediction, a list of records, or plain SQL over tables. */
export async function runSelect(ctx: SqlContext, query: Part): Promise<SqlResult> {
  const select = readSelect(query);
  if (select === undefined) return runPlain(ctx, query);
  return (
    (await listCatalog(ctx, select)) ??
    (await runNative(ctx, select)) ??
    (await runPrediction(ctx, select)) ??
    runPlain(ctx, query)
  );
}

/** Maximum columns of a list of records. */
const mostListed = 100;

async function listCatalog(
  ctx: SqlContext,
  { from, join, where, columns, limit }: Select,
): Promise<SqlResult | undefined> {
  if (join !== undefined || !('path' in from) || from.native !== undefined) return undefined;
  const [name, owner = ctx.project, ...rest] = from.path.map((part) => part.toLowerCase()).toReversed();
  const list = Object.hasOwn(catalogs, name) ? catalogs[name] : undefined;
  if (list === undefined || rest.length > 0) return undefined;
  const home = owner === 'information_schema' ? ctx.project : await findProject(ctx, from.path.at(-2) ?? ctx.project);
  if (home === undefined) return undefined;
  const reader = where === undefined ? undefined : new Reader(where);
  const conditions = reader === undefined ? [] : readConditions(reader);
  reader?.end();
  const rows = filterRows(await list({ ...ctx, project: home }), conditions).slice(0, limit);
  const names = columns.flatMap(({ path: [column] }) => (column === '*' ? [] : column.toUpperCase()));
  if (names.length > mostListed) throw unreadable(`a list has at most ${mostListed} columns`);
  return tableOf(rows, names.length === 0 ? undefined : names);
}

/** `SELECT * FROM connection (SELECT …)`: a query in that database's own SQL. */
async function runNative(ctx: SqlContext, { from, join }: Select): Promise<SqlResult | undefined> {
  if (join !== undefined || !('path' in from) || from.native === undefined) return undefined;
  const home = await findProject(ctx, from.path[0]);
  return home === undefined
    ? runTable(ctx, ctx.project, textOf(from.native), from.path[0])
    : runPlain({ ...ctx, project: home }, from.native);
}

async function runPrediction(ctx: SqlContext, select: Select): Promise<SqlResult | undefined> {
  const { from, join } = select;
  if (join === undefined) {
    const model = await findModel(ctx, from);
    return model && askModel(ctx, model, select);
  }
  const second = await findModel(ctx, join);
  const model = second ?? (await findModel(ctx, from));
  if (model === undefined) return undefined;
  const [asked, rows] = second ? [join, from] : [from, join];
  const answer = await runSelect(ctx, rowsOf(rows, select));
  if (answer.type !== 'table') return answer;
  const values = 'data' in answer ? answer.data : await parseRows<unknown[]>(answer.pieces);
  const records = await inTurns(values, (cells) =>
    Object.fromEntries(answer.column_names.map((name, index) => [name, cells[index]])),
  );
  return askModelOf(ctx, model, records, select, asked.alias ?? ('path' in asked ? asked.path.at(-1) : undefined));
}

/** Returns the query for the rows that a model is joined with, filtered by the condition. */
function rowsOf(source: Source, { where, limit }: Select): Part {
  if ('query' in source && where === undefined && limit === undefined) return source.query;
  const text = 'query' in source ? `(${textOf(source.query)})` : source.path.map(quote).join('.');
  const condition = where === undefined ? '' : ` WHERE ${textOf(where)}`;
  const most = limit === undefined ? '' : ` LIMIT ${limit}`;
  // A query of this form asks no model below itself, so no statement is written and read more than once.
  return readWhole(`SELECT * FROM ${text} AS ${quote(source.alias ?? 't')}${condition}${most}`);
}

function quote(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

async function runPlain(ctx: SqlContext, query: Part): Promise<SqlResult> {
  const { project, sql } = await stripProjects(ctx, query);
  return runTable(ctx, (await findProject(ctx, project)) ?? project, sql);
}

async function runTable(ctx: SqlContext, project: string, sql: string, connection?: string): Promise<SqlResult> {
  requirePermission(ctx, 'queries.run');
  const asked = connection === undefined ? { sql } : { sql, connection };
  const { columns, pieces, truncated_by } = await writeQuery(ctx, project, asked, ctx.signal, { shape: 'lists' });
  // These clients are not told that rows are missing.
  if (truncated_by?.limit_name === 'query_answer_bytes') throw answerTooLarge(truncated_by.limit);
  return { type: 'table', column_names: distinctNames(columns.map(({ name }) => name)), pieces };
}
