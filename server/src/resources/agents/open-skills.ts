import { serviceErrorOf } from '../../http/reply/problem.ts';
import { groupSkills, type Opening, openToolset } from '../skills/open-toolset.ts';
import type { Toolset } from '../skills/toolset.ts';
import { faultOf } from './completions/events.ts';
import type { Step } from './completions/schemas.ts';
import type { AgentContext, AgentServices } from './context.ts';
import type { SkillOfAgent } from './store.ts';

/** The skills of an agent, opened for one answer. */
export interface OpenedSkills extends AsyncDisposable {
  toolsets: Toolset[];
  /** Names of the skills that failed to open, with the reason. */
  missing: string[];
  steps: Step[];
}

/** Opens all skills concurrently. A skill that fails is left out, and the steps say why. */
export async function openSkills(
  ctx: AgentContext,
  project: { id: string; name: string },
  skills: SkillOfAgent[],
  opening: Opening,
): Promise<OpenedSkills> {
  const started = Date.now();
  const groups = groupSkills(skills);
  const settled = await Promise.allSettled(groups.map((group) => openToolset(ctx, project, group, opening)));
  const failures = settled.flatMap((one, index) =>
    one.status === 'rejected' ? groups[index].map(({ name }) => ({ skill: name, reason: one.reason as unknown })) : [],
  );
  const toolsets = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  return {
    toolsets,
    missing: failures.map(({ skill }) => skill),
    steps: failures.map(({ skill, reason }) => failedSkill(ctx, skill, reason, started)),
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(toolsets.map(async (toolset) => toolset.close?.()));
    },
  };
}

function failedSkill({ log }: Pick<AgentServices, 'log'>, skill: string, reason: unknown, started: number): Step {
  const fault = serviceErrorOf(reason);
  if (fault.code === 'internal') log.error({ err: reason, skill }, 'a skill could not be opened');
  const error = faultOf(fault);
  const started_at = new Date(started).toISOString();
  return { kind: 'skill', started_at, milliseconds: Date.now() - started, skill, error };
}
