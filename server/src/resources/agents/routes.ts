import { Type } from 'typebox';
import type { Caller } from '../../caller.ts';
import type { App } from '../../http/reply/app.ts';
import { requireFresh, sendRecord } from '../../http/reply/etags.ts';
import { bodyFaults, keyFaults, problems } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import { addResource } from '../../http/resource/add-resource.ts';
import { addressOf } from '../../http/resource/address.ts';
import type { AgentServices } from './context.ts';
import {
  agentChange,
  agentCreation,
  agentDeletion,
  agentPath,
  agentRecord,
  agentVersionPath,
  agentVersionRecord,
} from './schemas.ts';
import {
  changeAgent,
  createAgent,
  deleteAgent,
  getAgent,
  listAgents,
  listAgentVersions,
  restoreVersion,
} from './service.ts';
import type { AgentRow } from './store.ts';

const path = '/api/projects/:projectName/agents/:agentName';
const missing = ['project_not_found', 'agent_not_found'] as const;
/** Errors of skills and their data. */
const skillFaults = [
  'skill_not_found',
  'table_not_found',
  'connection_not_found',
  'knowledge_base_not_found',
  'name_taken',
] as const;

/** Stops or detaches the users of an agent, or refuses. A callback, because chatbots are above agents. */
export type ReleaseAgent = (
  caller: Caller,
  agent: AgentRow,
  options: { force: boolean; isForGood: boolean },
) => Promise<void>;

const agents = {
  name: 'agent',
  tag: 'Agents',
  params: agentPath,
  record: agentRecord,
  unversioned: ['model_rests'],
};

export function addAgentRoutes(app: App, services: AgentServices, releaseAgent: ReleaseAgent): void {
  addResource(app, services, {
    ...agents,
    path,
    list: { verb: (ctx, { project }, listing) => listAgents(ctx, project, listing) },
    create: {
      description: 'No provider is called; `POST …/test` does that.',
      body: agentCreation,
      faults: skillFaults,
      verb: (ctx, { project }, body) => createAgent(ctx, project, body),
    },
    read: { verb: getAgent },
    update: {
      description: 'Absent fields stay unchanged. Every change of the settings is a version that can be restored.',
      body: agentChange,
      faults: skillFaults,
      verb: changeAgent,
    },
  });
  addVersionRoutes(app, services);
  addDeletions(app, services, releaseAgent);
}

function addVersionRoutes(
  app: App,
  services: Pick<AgentServices, 'breakers' | 'database' | 'events' | 'secrets'>,
): void {
  app.get(
    `${path}/versions`,
    {
      schema: {
        tags: ['Agents'],
        operationId: 'listAgentVersions',
        summary: 'List the versions of the settings of an agent, the newest first',
        description: 'Each change of settings makes one; `restore` makes an earlier one hold again.',
        params: agentPath,
        response: { 200: Type.Array(agentVersionRecord), ...problems(...missing) },
      },
      config: { action: 'agents.list_versions' },
    },
    async (request) => listAgentVersions(contextOf(request, services), addressOf(request.params)),
  );

  app.post(
    `${path}/versions/:version/restore`,
    {
      schema: {
        tags: ['Agents'],
        operationId: 'restoreAgentVersion',
        summary: 'Restore the settings of an earlier version',
        description: 'Creates a new version. The key stays if provider and address stay.',
        params: agentVersionPath,
        response: {
          200: agentRecord,
          ...problems(...keyFaults, ...bodyFaults, ...missing, 'version_not_found', 'stale_record'),
        },
      },
      config: { action: 'agents.update', idempotent: true, emptyBody: true },
    },
    async (request, reply) => {
      const check = (current: object) => requireFresh(request, current);
      const { version } = request.params;
      const ctx = contextOf(request, services);
      return sendRecord(request, reply, await restoreVersion(ctx, addressOf(request.params), version, check));
    },
  );
}

/** Existing clients write this address in the singular; the plural works as well. */
function addDeletions(
  app: App,
  services: Pick<AgentServices, 'breakers' | 'config' | 'database' | 'events' | 'jobs'>,
  releaseAgent: ReleaseAgent,
): void {
  const spellings = [
    ['/api/projects/:projectName/agent/:agentName', 'deleteAgent'],
    [path, 'deleteAgentByPlural'],
  ] as const;
  for (const [spelling, operationId] of spellings)
    addResource(app, services, {
      ...agents,
      path: spelling,
      delete: {
        operationId,
        summary: 'Delete an agent with its conversations',
        query: agentDeletion,
        faults: ['agent_in_use'],
        verb: (ctx, address, check, { force = false, permanently }) => {
          const release = (agent: AgentRow, isForGood: boolean) => releaseAgent(ctx, agent, { force, isForGood });
          return deleteAgent(ctx, address, { check, permanently, release });
        },
      },
    });
}
