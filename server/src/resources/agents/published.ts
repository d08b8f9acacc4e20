/** Published agents, which anybody may ask who reaches the service. */
import { type Caller, localCaller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import type { AgentServices } from './context.ts';
import { type AgentAddress, requireAgent } from './service.ts';
import { selectPublishedAgents } from './store.ts';

/** Lists the oldest published agents of all projects, for anybody. */
export function listPublishedAgents({ database }: Pick<AgentServices, 'database'>) {
  return selectPublishedAgents(database);
}

/** Finds a published agent. @throws ServiceError as for one that is not there */
export async function requirePublished(ctx: Caller & Pick<AgentServices, 'database'>, address: AgentAddress) {
  const found = await requireAgent(ctx, address);
  if (found.agent.published !== 1) throw notPublished(address);
  return found;
}

/** Does the same for anybody, and does not tell what there is besides. */
export async function showPublished(ctx: Pick<AgentServices, 'database'>, address: AgentAddress) {
  return requirePublished({ ...ctx, ...localCaller }, address).catch((error: unknown) => {
    throw error instanceof ServiceError && error.status === 404 ? notPublished(address) : error;
  });
}

function notPublished({ project, agent }: AgentAddress): ServiceError {
  return new ServiceError('agent_not_found', `No agent ${agent} of ${project} is published.`);
}
