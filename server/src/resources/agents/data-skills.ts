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
  project: { id: string };
  /** Name of the agent; the skills are named after it. */
  name: string;
  skills: SkillOfAgent[];
}

/** Creates a skill of type `sql` for tables and one of type `knowledge` for documents, or changes the existing ones. */
export async function keepDataSkills(ctx: AgentContext, holder: Holder, data: Data | undefined): Promise<DataSkills> {
  const made: string[] = [];
  const takeBack = async () => {
    for (const skill of made.splice(0))
      await deleteSkill(ctx, { project: holder.project.id, skill }, { force: true, check() {} });
  };
  const ids: string[] = [];
  try {
    for (const wanted of wantedSkills(data ?? {})) {
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

/** An empty list counts as absent. Existing clients write `files.homes` for an uploaded table. */
function wantedSkills({ connection, ...data }: Data): WantedSkill[] {
  const tables = data.tables?.length
    ? data.tables.map((table) => table.replace(/^(?:files|mindsdb)\./, ''))
    : undefined;
  const knowledge_bases = data.knowledge_bases?.length ? data.knowledge_bases : undefined;
  const sql = tables || connection ? [{ tables, connection }] : [];
  return [
    ...sql.map((params) => ({ type: 'sql' as const, suffix: 'tables', params: withoutUndefined(params) })),
    ...(knowledge_bases ? [{ type: 'knowledge' as const, suffix: 'documents', params: { knowledge_bases } }] : []),
  ];
}

function withoutUndefined(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}

function nameOf({ name }: Holder, { suffix }: WantedSkill): string {
  return `${name.slice(0, 110)}_${suffix}`;
}

/** The agent may have been renamed since. */
function standsFor(holder: Holder, wanted: WantedSkill, { name, type, made_for }: SkillOfAgent): boolean {
  return type === wanted.type && (made_for === holder.id || name === nameOf(holder, wanted));
}

function make(ctx: AgentContext, holder: Holder, wanted: WantedSkill) {
  const { type, params } = wanted;
  return createSkill(ctx, holder.project.id, { name: nameOf(holder, wanted), type, params }, holder.id);
}

function change(ctx: AgentContext, { project }: Holder, { id }: SkillOfAgent, { params, type }: WantedSkill) {
  const all = type === 'sql' ? { tables: null, connection: null, ...params } : params;
  return changeSkill(ctx, { project: project.id, skill: id }, { params: all }, () => {});
}
