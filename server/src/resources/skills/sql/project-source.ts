import type { Caller } from '../../../caller.ts';
import { ServiceError } from '../../../errors.ts';
import { requesterOf } from '../../../platform/workers/fair-turns.ts';
import { dialects } from '../../connections/dialects.ts';
import { findTables, outlineTables, queryableTables, requireTable } from '../../tables/service.ts';
import type { SkillServices } from '../context.ts';
import type { Project } from '../kind.ts';
import { chooseTables, fewTables } from './choose-tables.ts';
import { readable, type SqlSource } from './source.ts';

interface ProjectTables {
  /** All when absent. */
  tables: string[] | undefined;
  /** The last questions of the conversation, which choose among many tables. */
  questions: string;
  maxRows: number;
  timeoutMs: number;
  memoryBytes: number;
}

/** Refuses names of tables that do not exist. */
export async function checkProjectTables(
  ctx: Pick<SkillServices, 'database'>,
  project: Project,
  tables: string[] | undefined,
): Promise<void> {
  for (const table of tables ?? []) await requireTable(ctx, project, table);
}

/**
 * Opens the project's own tables in DuckDB; of the tables that the skill names, those that still exist. A skill that
 * names none may query all, and knows those that the questions are most likely about.
 */
export async function openProjectSource(
  ctx: Caller & Pick<SkillServices, 'blobs' | 'data' | 'database' | 'limits' | 'tableSummaries'>,
  project: Project,
  { tables, questions, ...limits }: ProjectTables,
): Promise<SqlSource> {
  const { records, others, gone } = tables
    ? await findNamedTables(ctx, project, tables)
    : await findLikelyTables(ctx, project, questions);
  const names = tables && new Set(records.map((record) => record.name));
  return {
    dialect: dialects.duckdb,
    tables: await ctx.tableSummaries.summariseAll(ctx, project.id, records),
    others,
    gone,
    comments: {},
    async query(sql, signal, mostRows = limits.maxRows) {
      const all = await queryableTables(ctx, project.id, sql);
      const own = Object.fromEntries(Object.entries(all).filter(([name]) => names?.has(name) ?? true));
      return ctx.data.runQuery(
        { sql, tables: own, ...limits, maxRows: mostRows, ...readable },
        requesterOf(ctx, project.id, signal),
      );
    },
  };
}

async function findLikelyTables(ctx: Pick<SkillServices, 'database'>, project: Project, questions: string) {
  const outlines = await outlineTables(ctx, project.id, fewTables);
  const records = await findTables(ctx, project, chooseTables(outlines, questions));
  return { records, others: outlines.length - records.length, gone: [] };
}

/** Each by its own read: to list a project's thousands of tables for one of them holds up everybody. */
async function findNamedTables(ctx: Pick<SkillServices, 'database'>, project: Project, tables: readonly string[]) {
  const found = await Promise.all(tables.map((one) => requireTable(ctx, project, one).catch(noneWhenGone)));
  const byId = new Map(found.flatMap((record) => (record ? [[record.id, record] as const] : [])));
  const records = [...byId.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  return { records, others: 0, gone: tables.filter((_, at) => found[at] === undefined) };
}

function noneWhenGone(error: unknown): undefined {
  if (!(error instanceof ServiceError && error.code === 'table_not_found')) throw error;
}
