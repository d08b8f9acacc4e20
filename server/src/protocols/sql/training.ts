import { requirePermission } from '../../resources/keys/authorize.ts';
import { createModel, retrainModel } from '../../resources/models/create.ts';
import type { ModelRecord } from '../../resources/models/schemas.ts';
import { modelCreation } from '../../resources/models/schemas.ts';
import { modelRow } from './catalog.ts';
import { checkOnce } from './check-once.ts';
import type { SqlContext } from './context.ts';
import { addressOf, findProject } from './projects.ts';
import { type SqlResult, tableOf } from './result.ts';
import type { Statement, Training } from './statement.ts';
import { stripProjects } from './strip-projects.ts';
import { textOf, unreadable } from './tokens.ts';

const checkCreation = checkOnce(modelCreation);
type Asked = Extract<Statement, { kind: 'create model' | 'retrain model' }>;

/** Queues a training and returns the model. */
export async function trainModel(ctx: SqlContext, { kind, path, training }: Asked): Promise<SqlResult> {
  const address = await addressOf(ctx, path);
  requirePermission(ctx, kind === 'create model' ? 'models.create' : 'models.retrain');
  const record = await (kind === 'create model' ? create(ctx, address, training) : retrain(ctx, address, training));
  return tableOf([modelRow(record)]);
}

async function create(
  ctx: SqlContext,
  address: { project: string; model: string },
  training: Training,
): Promise<ModelRecord> {
  const from = await sourceOf(ctx, address.project, training);
  if (from === undefined) throw unreadable('CREATE MODEL learns FROM (SELECT …)');
  const { project } = from;
  if (project !== address.project)
    throw unreadable(`the model is in project ${address.project} and its tables in ${project}; both must be one`);
  const input = { name: address.model, target: training.target, from: from.source, options: optionsOf(training) };
  return createModel(ctx, project, checkCreation(input));
}

async function retrain(ctx: SqlContext, address: { project: string; model: string }, training: Training) {
  const from = await sourceOf(ctx, address.project, training);
  const options = Object.keys(optionsOf(training)).length > 0 ? { options: optionsOf(training) } : {};
  return retrainModel(ctx, address, { ...(from ? { from: from.source } : {}), ...options });
}

/** `FROM files (…)` and `FROM project (…)` read tables; any other name is a connection. */
async function sourceOf(ctx: SqlContext, home: string, { integration, query }: Training) {
  if (query === undefined) return undefined;
  const project = integration === undefined ? home : await findProject({ ...ctx, project: home }, integration);
  if (project === undefined) return { project: home, source: { sql: textOf(query), connection: integration! } };
  const stripped = await stripProjects({ ...ctx, project }, query);
  return { project: stripped.project, source: { sql: stripped.sql } };
}

/** Known settings are used; those of other engines are ignored. */
const known = ['time_budget_seconds', 'quality', 'effort', 'aggregate'];

function optionsOf({ orderBy, groupBy, window, horizon, using }: Training): Record<string, unknown> {
  const given = Object.entries(using).filter(([name]) => known.includes(name));
  const options = { order_by: orderBy, group_by: groupBy.length > 0 ? groupBy : undefined, window, horizon };
  return Object.fromEntries([...Object.entries(options), ...given].filter(([, value]) => value !== undefined));
}
