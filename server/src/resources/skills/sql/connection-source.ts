import type { Caller } from '../../../caller.ts';
import { describeConnection } from '../../connections/describe.ts';
import { queryConnection } from '../../connections/query.ts';
import { requireConnection } from '../../connections/service.ts';
import type { SkillServices } from '../context.ts';
import type { Project } from '../kind.ts';
import type { SqlSource } from './source.ts';

interface ConnectionTables {
  connection: string;
  /** All that the connection lets read when absent. */
  tables: string[] | undefined;
  maxRows: number;
  timeoutMs: number;
  memoryBytes: number;
}

/** The connection must be there; its database, which may be down just now, is not asked. */
export async function checkConnection(
  ctx: Pick<SkillServices, 'database'>,
  project: Project,
  connection: string,
): Promise<void> {
  await requireConnection(ctx, project, connection);
}

/** Tables of somebody's database, asked there. */
export async function openConnectionSource(
  ctx: Caller & Pick<SkillServices, 'database' | 'connectionPools' | 'outgoing' | 'secrets' | 'tracing'>,
  project: Project,
  { connection, ...query }: ConnectionTables,
): Promise<SqlSource> {
  const { tables, comments } = await describeConnection(ctx, project, connection, query.tables);
  return {
    dialect: 'postgresql',
    tables,
    comments,
    query: (sql, running) => queryConnection(ctx, project, connection, { sql, ...query }, running),
  };
}
