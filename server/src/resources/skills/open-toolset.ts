import { decodeJson } from '../../platform/db/json.ts';
import type { SkillContext } from './context.ts';
import type { Project } from './kind.ts';
import { kinds } from './kinds.ts';
import { type Params, secretsOf } from './record.ts';
import type { SkillRow } from './store.ts';
import type { Toolset } from './toolset.ts';

/** Makes the tools of a skill ready for one turn of a conversation, each name once. The caller closes it. */
export async function openToolset(
  ctx: SkillContext,
  project: Project,
  skill: SkillRow,
  signal: AbortSignal,
): Promise<Toolset> {
  const { name, description, type } = skill;
  const params = secretsOf(ctx, skill).open(decodeJson<Params>(skill.params));
  const toolset = await kinds[type].open(ctx, { project, name, description, params }, signal);
  return { ...toolset, tools: [...new Map(toolset.tools.map((tool) => [tool.name, tool])).values()] };
}
