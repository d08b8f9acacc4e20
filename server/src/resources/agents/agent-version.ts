import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { decodeJson } from '../../platform/db/json.ts';
import type { AgentInProject } from './completions/agent-run.ts';
import type { AgentServices } from './context.ts';
import { type AgentAddress, requireAgent } from './service.ts';
import type { AgentSettings } from './settings.ts';
import { selectSkillsByIds, selectVersion } from './store.ts';

/**
 * Returns the agent with the settings of an earlier version and those of its skills that still exist. Its API key is
 * sent only to the address that it was given for.
 */
export async function requireAgentVersion(
  ctx: Caller & Pick<AgentServices, 'database'>,
  address: AgentAddress,
  version: number | undefined,
): Promise<AgentInProject> {
  const found = await requireAgent(ctx, address);
  const { agent } = found;
  if (version === undefined || version === agent.version) return found;
  const row = await selectVersion(ctx.database, agent.id, version);
  if (!row) throw new ServiceError('version_not_found', `Agent ${agent.name} has no version ${version}.`);
  const settings = decodeJson<AgentSettings>(row.settings);
  const skills = await selectSkillsByIds(ctx.database, found.project.id, settings.skills);
  const { model } = found.settings;
  const isElsewhere = model.provider !== settings.model.provider || model.base_url !== settings.model.base_url;
  const sealed_api_key = isElsewhere ? null : agent.sealed_api_key;
  return { ...found, agent: { ...agent, version, sealed_api_key }, settings, skills };
}
