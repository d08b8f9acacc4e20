import { requireStillKnown } from '../../keys/authenticate.ts';
import { requireProject } from '../../projects/service.ts';
import type { AgentContext } from '../context.ts';
import { agents } from '../store.ts';
import type { AgentInProject } from './agent-run.ts';

/**
 * Refuses to go on with an answer once the key that asked, the project or the agent is gone. The last two are read from
 * the database, which an answer within milliseconds need not wait for: they are looked at where a language model is
 * asked.
 * @throws ServiceError `unauthenticated`, `project_not_found` or `agent_not_found`
 */
export async function requireStillThere(
  ctx: Pick<AgentContext, 'actor' | 'database' | 'keys' | 'projects' | 'role'>,
  { project, agent }: AgentInProject,
  asksModel = true,
): Promise<void> {
  const { projects } = requireStillKnown(ctx, ctx.keys);
  if (!asksModel) return;
  const there = await requireProject({ database: ctx.database, projects }, project.id);
  await agents.require(ctx.database, there, agent.id);
}
