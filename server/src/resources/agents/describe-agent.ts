import { findFault } from '../skills/find-fault.ts';
import type { Needing, Project } from '../skills/kind.ts';
import type { Broken } from '../skills/schemas.ts';
import { recordOf, withoutInstructions } from './record.ts';
import type { AgentRecord } from './schemas.ts';
import type { FoundAgent } from './store.ts';

/** Returns the agent as in responses, with what it lacks. */
export async function describeAgent(ctx: Needing, found: FoundAgent, project: Project): Promise<AgentRecord> {
  const record = recordOf(found, { project: project.name, broken: await findAgentFault(ctx, found, project) });
  return ctx.role === 'predictor' ? withoutInstructions(record) : record;
}

/** Returns what keeps one of its skills from working; null when nothing does. */
export async function findAgentFault(
  ctx: Needing,
  { skills, lost }: FoundAgent,
  project: Project,
): Promise<Broken | null> {
  for (const { name } of lost) {
    const detail = `Its skill ${name} was deleted; it lies in the trash, from which it can be restored.`;
    return { code: 'skill_not_found', detail };
  }
  for (const skill of skills) {
    const fault = await findFault(ctx, project, skill);
    if (fault) return { ...fault, detail: `Its skill ${skill.name} does not work. ${fault.detail}` };
  }
  return null;
}
