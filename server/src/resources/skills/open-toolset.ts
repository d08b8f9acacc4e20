import type { SkillContext } from './context.ts';
import type { Project } from './kind.ts';
import { requireKind } from './kinds.ts';
import { secretsOf } from './record.ts';
import type { SkillRow } from './store.ts';
import type { Toolset } from './toolset.ts';
import { usedParamsOf } from './used-params.ts';

export interface Opening {
  /** The question to open the skills for. */
  question?: string;
  /** The last questions of the conversation, with that one. */
  questions?: string;
  signal: AbortSignal;
}

/** Opens skills as one set of tools for one turn of a conversation; each tool name is unique. The caller closes it. */
export async function openToolset(
  ctx: SkillContext,
  project: Project,
  skills: readonly SkillRow[],
  { signal, ...opening }: Opening,
): Promise<Toolset> {
  const open = async (skill: SkillRow) => {
    const { name, description } = skill;
    const params = secretsOf(ctx, skill).open(await usedParamsOf(ctx, project, skill, signal));
    return { project, name, description, params, ...opening };
  };
  const opened = await Promise.all(skills.map(open));
  const toolset = await requireKind(skills[0].type).open(ctx, opened, signal);
  const skill = skills.map(({ name }) => name).join(', ');
  return { ...toolset, skill, tools: [...new Map(toolset.tools.map((tool) => [tool.name, tool])).values()] };
}

/** Groups the skills that are opened as one, keeping their order. */
export function groupSkills<Row extends SkillRow>(rows: readonly Row[]): Row[][] {
  const keyOf = ({ id, type, params }: Row) => {
    const key = requireKind(type).togetherKey(params);
    return key === undefined ? id : `${type} ${key}`;
  };
  return [...Map.groupBy(rows, keyOf).values()];
}
