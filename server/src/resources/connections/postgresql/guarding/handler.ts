/** The worker that parses SQL with PostgreSQL's own parser. */
import { ServiceError } from '../../../../errors.ts';
import { serveTasks } from '../../../../platform/workers/serve-tasks.ts';
import type { TableName } from '../../engine.ts';
import { guardSql } from '../guard-sql.ts';

/** A query and the tables that it may read; tables of `ownSchema` may be named without it. */
export interface GuardRequest {
  sql: string;
  tables: readonly TableName[];
  ownSchema: string;
}

const tasks = { judgeSql };
export type GuardTasks = typeof tasks;

async function judgeSql({ sql, tables, ownSchema }: GuardRequest): Promise<void> {
  try {
    await guardSql(sql, tables, ownSchema);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('query_refused', 'The query cannot be checked.'); // a query that makes the guard fail is refused
  }
}

serveTasks(tasks);
