import { findFault } from '../skills/find-fault.ts';
import type { Needing, Project } from '../skills/kind.ts';
import type { Broken } from '../skills/schemas.ts';
import { breakerKeyOf } from './breaker-key.ts';
import type { AgentServices } from './context.ts';
import { recordOf, withoutInstructions } from './record.ts';
import type { AgentRecord } from './schemas.ts';
import type { FoundAgent } from './store.ts';

type Describing = Needing & Pick<AgentServices, 'breakers'>;

/** Returns the agent as in responses, with what it lacks, and whether its provider is left alone for a while. */
export async function describeAgent(ctx: Describing, found: FoundAgent, project: Project): Promise<AgentRecord> {
  const known = recordOf(found, { project: project.name, broken: await findAgentFault(ctx, found, project) });
  const model_rests = ctx.breakers.restOf(breakerKeyOf(found.agent, found.settings));
  const record = model_rests ? { ...known, model_rests } : known;
  return ctx.role === 'predictor' ? withoutInstructions(record) : record;
}

/** Returns what keeps one of its skills from working; null when nothing does. */
export async function findAgentFault(
  ctx: Needing,
  { skills, lost }: FoundAgent,
  project: Project,
): Promise<Broken | null> {
  const [missing] = lost;
  if (missing) {
    const detail = `Its skill ${missing.name} was deleted; it lies in the trash, from which it can be restored.`;
    return { code: 'skill_not_found', detail };
  }
  for (const skill of skills) {
    const fault = await findFault(ctx, project, skill);
    if (fault) return { ...fault, detail: `Its skill ${skill.name} does not work. ${fault.detail}` };
  }
  return null;
}
