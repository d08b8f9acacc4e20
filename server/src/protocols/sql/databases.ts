import { connectionCreation } from '../../resources/connections/schemas.ts';
import { createConnection, deleteConnection, listConnections } from '../../resources/connections/service.ts';
import { requirePermission } from '../../resources/keys/authorize.ts';
import { deleteProject } from '../../resources/projects/delete.ts';
import { projectCreation } from '../../resources/projects/schemas.ts';
import { createProject } from '../../resources/projects/service.ts';
import { checkOnce } from './check-once.ts';
import type { SqlContext } from './context.ts';
import { everything, requireNamed } from './projects.ts';
import type { SqlResult } from './result.ts';
import type { Statement } from './statement.ts';

const checkProject = checkOnce(projectCreation);
const checkConnection = checkOnce(connectionCreation);
const regardless = () => {};

/** Creates a project, or with the engine of a database a connection in the current project. */
export async function createDatabase(
  ctx: SqlContext,
  { name, engine, parameters }: Extract<Statement, { kind: 'create database' }>,
): Promise<SqlResult> {
  if (engine === undefined || engine.toLowerCase() === 'mindsdb') {
    requirePermission(ctx, 'projects.create');
    await createProject(ctx, checkProject({ name }));
    return { type: 'ok' };
  }
  requirePermission(ctx, 'connections.create');
  const known = /^postgres(?:ql)?$/i.test(engine) ? 'postgresql' : engine;
  const input = checkConnection({ name, engine: known, parameters });
  await createConnection(ctx, await requireNamed(ctx, ctx.project), input);
  return { type: 'ok' };
}

/** A project with contents is not dropped: other clients' data must not be deleted without being named. */
export async function dropDatabase(ctx: SqlContext, name: string): Promise<SqlResult> {
  const project = await requireNamed(ctx, ctx.project);
  const { items } = await listConnections(ctx, project, { ...everything, name });
  if (items.length > 0) {
    requirePermission(ctx, 'connections.delete');
    await deleteConnection(ctx, { project, connection: name }, regardless);
    return { type: 'ok' };
  }
  requirePermission(ctx, 'projects.delete');
  await deleteProject(ctx, name, { cascade: false, check: regardless }, ctx.projectEnd);
  return { type: 'ok' };
}
