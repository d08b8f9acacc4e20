import { invalidInput, ServiceError } from '../../errors.ts';
import { changeSkill, createSkill, deleteSkill } from '../skills/service.ts';
import type { AgentContext } from './context.ts';
import type { AgentChange } from './schemas.ts';
import type { SkillOfAgent } from './store.ts';

type Data = NonNullable<AgentChange['data']>;

/** The skills that an agent's `data` stands for. */
export interface DataSkills {
  ids: string[];
  /** Deletes the skills that were created just now. */
  takeBack(): Promise<void>;
}

interface Holder {
  /** ID of the agent. */
  id: string;
  project: { id: string; name: string };
  /** Name of the agent; the skills are named after it. */
  name: string;
  skills: SkillOfAgent[];
}

/** Creates a skill of type `sql` for tables and one of type `knowledge` for documents, or changes the existing ones. */
export async function keepDataSkills(ctx: AgentContext, holder: Holder, data: Data | undefined): Promise<DataSkills> {
  const made: string[] = [];
  const takeBack = async () => {
    for (const skill of made.splice(0))
      await deleteSkill(ctx, { project: holder.project.id, skill }, { force: true, permanently: true, check() {} });
  };
  const ids: string[] = [];
  try {
    for (const wanted of wantedSkills(data ?? {}, holder.project.name)) {
      const known = holder.skills.find((skill) => standsFor(holder, wanted, skill));
      const record = known ? await change(ctx, holder, known, wanted) : await make(ctx, holder, wanted);
      if (!known) made.push(record.id);
      ids.push(record.id);
    }
  } catch (error) {
    await takeBack();
    throw pointAtData(error);
  }
  return { ids, takeBack };
}

/** Errors in the params of such a skill point at `data`. */
function pointAtData(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.errors === undefined) return error;
  return invalidInput(
    error.errors.map((fault) => ({ ...fault, pointer: fault.pointer.replace(/^\/params/, '/data') })),
  );
}

interface WantedSkill {
  type: 'sql' | 'knowledge';
  suffix: string;
  params: Record<string, unknown>;
}

/**
 * An empty list counts as absent. Existing clients write `files.homes` for an uploaded table, `shop.orders` for a table
 * of a connection, and `shop.*` for all of them.
 */
function wantedSkills({ connection, knowledge_base, ...data }: Data, project: string): WantedSkill[] {
  const bases = [...(data.knowledge_bases ?? []), ...(knowledge_base ? [knowledge_base] : [])];
  const given = data.tables?.length ? data.tables : undefined;
  const databases = new Map<string | undefined, string[]>();
  for (const table of given ?? []) {
    const [, prefix, rest] = /^([\w-]+)\.(.+)$/.exec(table) ?? [];
    const isPrefix = prefix !== undefined && (connection === undefined || prefix === connection);
    const isOwn = connection === undefined && [...ownDatabases, project].includes(prefix);
    const database = isOwn || !isPrefix ? connection : prefix;
    databases.set(database, [...(databases.get(database) ?? []), isPrefix ? rest : table]);
  }
  if (given === undefined && connection !== undefined) databases.set(connection, ['*']);
  const sql = [...databases].map(([database, tables]) => ({
    connection: database,
    tables: tables.includes('*') ? undefined : tables,
  }));
  return [
    ...sql.map((params, index) => ({
      type: 'sql' as const,
      suffix: index === 0 ? 'tables' : `tables_${params.connection ?? 'own'}`.slice(0, 60),
      params: withoutUndefined(params),
    })),
    ...(bases.length > 0
      ? [{ type: 'knowledge' as const, suffix: 'documents', params: { knowledge_bases: [...new Set(bases)] } }]
      : []),
  ];
}

/** Names of existing clients for the tables of the project. */
const ownDatabases = ['files', 'mindsdb'];

function withoutUndefined(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}

function nameOf({ name }: Holder, { suffix }: WantedSkill): string {
  return `${name.slice(0, Math.min(110, 127 - suffix.length))}_${suffix}`;
}

/** The agent may have been renamed since. */
function standsFor(holder: Holder, wanted: WantedSkill, { name, type, made_for }: SkillOfAgent): boolean {
  const isMade = made_for === holder.id && name.endsWith(`_${wanted.suffix}`);
  return type === wanted.type && (isMade || name === nameOf(holder, wanted));
}

function make(ctx: AgentContext, holder: Holder, wanted: WantedSkill) {
  const { type, params } = wanted;
  return createSkill(ctx, holder.project.id, { name: nameOf(holder, wanted), type, params }, holder.id);
}

function change(ctx: AgentContext, { project }: Holder, { id }: SkillOfAgent, { params, type }: WantedSkill) {
  const all = type === 'sql' ? { tables: null, connection: null, ...params } : params;
  return changeSkill(ctx, { project: project.id, skill: id }, { params: all }, () => {});
}
