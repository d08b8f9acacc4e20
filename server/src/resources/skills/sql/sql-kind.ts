import { Type } from 'typebox';
import type { Grounding, TableSummary } from '../../../builtin/grounding.ts';
import { invalidField, invalidInput, limitOf, ServiceError } from '../../../errors.ts';
import { nameOrId } from '../../../http/reply/schemas.ts';
import { findTables, outlineTables, requireTable } from '../../tables/service.ts';
import type { SkillContext, SkillServices } from '../context.ts';
import { defineKind, type OpenedSkill, type Project } from '../kind.ts';
import type { Toolset } from '../toolset.ts';
import { chooseTables, mostTables } from './choose-tables.ts';
import { checkConnection, openConnectionSource } from './connection-source.ts';
import type { SqlExample } from './examples.ts';
import { checkGlossary } from './glossary/check-glossary.ts';
import { type Glossary, glossaryFields } from './glossary/entry.ts';
import { warningsOf } from './glossary/find-unfit.ts';
import type { NamedColumns } from './glossary/fit-entry.ts';
import { teachTables } from './glossary/teach-tables.ts';
import { instructSql } from './instructions.ts';
import { checkProjectTables, openProjectSource } from './project-source.ts';
import { defineQueryTool } from './query-tool.ts';
import type { SqlSource } from './source.ts';
import { defineValuesTool } from './values-tool.ts';

const tableName = Type.String({
  minLength: 1,
  maxLength: 260,
  description: 'A table; in a connection `schema.table`.',
});

const example = Type.Object(
  {
    question: Type.String({ minLength: 1, maxLength: 1000 }),
    sql: Type.String({ minLength: 1, maxLength: 20_000 }),
  },
  { additionalProperties: false, title: 'SqlExample' },
);

const params = Type.Object(
  {
    tables: Type.Optional(
      Type.Array(tableName, {
        minItems: 1,
        maxItems: 200,
        uniqueItems: true,
        description: 'All when absent; of more than 100, those that a question is most likely about.',
      }),
    ),
    connection: Type.Optional({ ...nameOrId, description: 'A database instead of the tables of the project.' }),
    comments: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 1000 }), {
        description: 'Meanings of `table` and `table.column`, for the language model.',
        examples: [{ 'home_rentals.sqft': 'living space in square feet' }],
      }),
    ),
    examples: Type.Optional(
      Type.Array(example, {
        maxItems: 500,
        description:
          'Questions with the SQL that answers them; the most similar ones go into the prompt of each question.',
      }),
    ),
    ...glossaryFields,
    max_rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Of one answer.' })),
    timeout_ms: Type.Optional(Type.Integer({ minimum: 100, description: 'Of one query; 10,000 when absent.' })),
  },
  { additionalProperties: false },
);

export interface SqlParams extends Glossary {
  tables?: string[];
  connection?: string;
  comments?: Record<string, string>;
  examples?: SqlExample[];
  max_rows?: number;
  timeout_ms?: number;
}

const usualTimeoutMs = 10_000;

/** Read-only SQL queries, one at a time, over the tables that the skill names. */
export const sqlKind = defineKind({
  type: 'sql',
  otherNames: ['text2sql'],
  params,
  respell: readDatabase,
  async check(ctx, project, given, stored) {
    requireTime(ctx, project, given.timeout_ms);
    await checkTaught(ctx, project, given, stored);
  },
  needs: requireNamed,
  warn: findUnfit,
  together: { key: ({ connection = '' }) => connection, join: joinSkills },
  open: openSql,
  prepare: readAhead,
});

async function requireNamed(ctx: Pick<SkillServices, 'database'>, project: Project, given: SqlParams): Promise<void> {
  if (given.connection === undefined) await checkProjectTables(ctx, project, given.tables);
  else await checkConnection(ctx, project, given.connection);
}

/** Of a database nobody is asked for this. */
async function findUnfit(ctx: Pick<SkillServices, 'database'>, project: Project, params: SqlParams) {
  if (params.connection !== undefined || !isTaught(params)) return [];
  return warningsOf(params, await namedTables(ctx, project, params));
}

/** Returns the tables of the project that a glossary may be about; none of a database. */
export async function namedTables(
  ctx: Pick<SkillServices, 'database'>,
  project: Project,
  { tables, connection, glossary = [], verified = [] }: SqlParams,
): Promise<NamedColumns[]> {
  if (connection !== undefined) return [];
  if (tables) return Promise.all(tables.map((table) => requireTable(ctx, project, table)));
  const outlines = await outlineTables(ctx, project.id, mostTables);
  const told = [...glossary.map(({ term, table = '' }) => `${term} ${table}`), ...verified.map(({ sql }) => sql)];
  return findTables(ctx, project, chooseTables(outlines, told.join(' ')));
}

function isTaught({ glossary = [], verified = [], time_columns = {} }: SqlParams): boolean {
  return glossary.length + verified.length + Object.keys(time_columns).length > 0;
}

/** Checks what is new; all of it where it is about other tables now. */
async function checkTaught(ctx: SkillContext, project: Project, params: SqlParams, stored: SqlParams): Promise<void> {
  const { glossary = [], verified = [] } = params;
  if (!isTaught(params)) return;
  await requireNamed(ctx, project, params);
  const questions = [...glossary.map(({ term }) => term), ...verified.map(({ question }) => question)].join(' ');
  const source = await openSource(ctx, project, params, { questions, ...limitsOf(ctx, project, params) });
  const isSame = tablesOf(params) === tablesOf(stored);
  await checkGlossary(source, params, isSame ? stored : {}, ctx.leaving ?? new AbortController().signal);
}

function tablesOf({ tables, connection }: SqlParams): string {
  return JSON.stringify([tables, connection]);
}

/** Names of existing clients for the tables of the project. */
const ownDatabases = ['mindsdb', 'files'];

/** Existing clients name the `database`: a connection, or the project itself; tables may have its name before them. */
function readDatabase({ database, ...params }: Record<string, unknown>): Record<string, unknown> {
  if (typeof database !== 'string') return database === undefined ? params : { ...params, database };
  const { connection = database, tables } = params;
  if (connection !== database)
    throw invalidInput(
      ['/params/database', '/params/connection'].map((pointer) => ({
        pointer,
        code: 'invalid',
        detail: `must be the same: database is ${database}, connection is ${connection}`,
      })),
    );
  const bare = (table: unknown) =>
    String(table).startsWith(`${database}.`) ? String(table).slice(database.length + 1) : table;
  const own = ownDatabases.includes(database) ? {} : { connection };
  return { ...params, ...own, ...(Array.isArray(tables) ? { tables: tables.map(bare) } : {}) };
}

/** Reads the values of the skill's own tables, so that the first question finds them. */
async function readAhead(ctx: SkillContext, project: Project, { tables, connection }: SqlParams): Promise<void> {
  if (connection !== undefined || tables === undefined) return;
  const {
    query_rows: maxRows,
    query_timeout_ms: timeoutMs,
    query_memory_bytes: memoryBytes,
  } = ctx.limits.of(project.id);
  const source = await openProjectSource(ctx, project, { tables, questions: '', maxRows, timeoutMs, memoryBytes });
  await Promise.all(source.tables.map((table) => table.findValues?.([unheardOf])));
}

/** A word of no value. */
const unheardOf = '\u0000';

const usualRows = 100;
/** Enough for about a dozen tables of twenty columns. */
const usualTokens = 6000;
const fewTokens = 1500;

/** Joins skills over the same database into one, so that a query may join their tables. */
function joinSkills(skills: readonly OpenedSkill<SqlParams>[]): OpenedSkill<SqlParams> {
  const all = skills.map(({ params }) => params);
  const tables = all.some((one) => one.tables === undefined) ? undefined : all.flatMap((one) => one.tables ?? []);
  const descriptions = skills.map(({ name, description }) => (description === '' ? '' : `${name}: ${description}`));
  return {
    ...skills[0],
    name: 'all_tables',
    description: descriptions.filter((line) => line !== '').join('\n'),
    params: {
      ...(tables ? { tables: [...new Set(tables)] } : {}),
      connection: all[0].connection,
      comments: Object.assign({}, ...all.map(({ comments }) => comments)),
      examples: all.flatMap(({ examples = [] }) => examples),
      verified: all.flatMap(({ verified = [] }) => verified),
      glossary: all.flatMap(({ glossary = [] }) => glossary),
      time_columns: Object.assign({}, ...all.map(({ time_columns }) => time_columns)),
      max_rows: Math.max(...all.map(({ max_rows = usualRows }) => max_rows)),
      timeout_ms: Math.max(...all.map(({ timeout_ms = usualTimeoutMs }) => timeout_ms)),
    },
  };
}

function requireTime({ limits }: Pick<SkillServices, 'limits'>, { id }: Project, timeoutMs = 0): void {
  const { query_timeout_ms } = limits.of(id);
  if (timeoutMs > query_timeout_ms)
    throw invalidField('/params/timeout_ms', `must be at most ${query_timeout_ms}`, 'too_large');
}

function limitsOf({ limits }: Pick<SkillServices, 'limits'>, { id }: Project, params: SqlParams) {
  const { query_rows, query_timeout_ms, query_memory_bytes } = limits.of(id);
  return {
    maxRows: Math.min(params.max_rows ?? usualRows, query_rows),
    timeoutMs: Math.min(params.timeout_ms ?? usualTimeoutMs, query_timeout_ms),
    memoryBytes: query_memory_bytes,
  };
}

async function openSql(
  ctx: SkillContext,
  { project, name, description, params, question = '', questions = question }: OpenedSkill<SqlParams>,
  signal: AbortSignal,
): Promise<Toolset> {
  const limits = limitsOf(ctx, project, params);
  const source = noteLimits(ctx, project, await openSource(ctx, project, params, { questions, ...limits }));
  const tools = [defineQueryTool(name, description, source), defineValuesTool(name, source)];
  const [{ name: tool }, { name: findValues }] = tools;
  const { comments = {}, examples = [], verified = [], glossary, time_columns } = params;
  const taught = { glossary, time_columns };
  const told = {
    ...{ tools: { query: tool, findValues }, description, source, comments, question, taught },
    ...{ examples: [...verified, ...examples], ...limits },
  };
  return {
    skill: name,
    type: 'sql',
    instruct: (length) => instructSql({ ...told, mostTokens: length === 'short' ? fewTokens : usualTokens }),
    tools,
    grounding: await groundingOf({ skill: name, tool, source }, params, signal),
  };
}

/** The built-in language model writes SQL of few engines; of others it answers nothing. */
async function groundingOf(
  { skill, tool, source }: { skill: string; tool: string; source: SqlSource },
  params: SqlParams,
  signal: AbortSignal,
): Promise<Grounding> {
  const { builtIn: dialect } = source.dialect;
  if (dialect === undefined) return { kind: 'other', skill };
  const known = { ...source, tables: source.sampled ?? source.tables };
  const tables = await teachTables(known, params, signal);
  const { comments, verified } = params;
  return {
    kind: 'sql',
    tool,
    dialect,
    tables: withComments({ ...source, tables }, comments),
    verified,
    gone: source.gone,
  };
}

/** Returns the tables with comments of the database and of the skill's user. */
function withComments({ tables, comments }: SqlSource, own: SqlParams['comments'] = {}): TableSummary[] {
  const meanings: Record<string, string> = { ...comments, ...own };
  if (Object.keys(meanings).length === 0) return tables;
  return tables.map((table) => {
    const columns = table.columns.map((column) => {
      const key = `${table.name}.${column.name}`;
      return Object.hasOwn(meanings, key) ? { ...column, comment: meanings[key] } : column;
    });
    return { ...table, columns };
  });
}

/** Records the limit hits of queries here, because no request fails by them. */
function noteLimits({ limitHits }: Pick<SkillServices, 'limitHits'>, { id }: Project, source: SqlSource): SqlSource {
  const query: SqlSource['query'] = (sql, signal, mostRows) =>
    source.query(sql, signal, mostRows).catch((error) => {
      const limit = error instanceof ServiceError ? limitOf(error) : undefined;
      if (limit) limitHits.record({ project: id, code: error.code, limit, operation: null });
      throw error;
    });
  return { ...source, query };
}

function openSource(
  ctx: SkillContext,
  project: Project,
  { connection, tables }: SqlParams,
  { questions, ...limits }: { questions: string; maxRows: number; timeoutMs: number; memoryBytes: number },
) {
  return connection === undefined
    ? openProjectSource(ctx, project, { tables, questions, ...limits })
    : openConnectionSource(ctx, project, { connection, tables, ...limits });
}
