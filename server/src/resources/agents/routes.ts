import { Type } from 'typebox';
import type { Caller } from '../../caller.ts';
import { requireFresh, sendRecord } from '../../http/reply/etags.ts';
import { bodyFaults, emptyAnswer, keyFaults, problems, projectPath } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import { listingOf, listQuery, sendPage } from '../../http/request/listing.ts';
import { unwrapBody } from '../../http/request/unwrap-body.ts';
import type { App } from '../../http/server.ts';
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
  type AgentAddress,
  changeAgent,
  createAgent,
  deleteAgent,
  getAgent,
  listAgents,
  listAgentVersions,
  restoreVersion,
} from './service.ts';
import type { AgentRow } from './store.ts';

const tags = ['Agents'];
const preValidation = unwrapBody('agent');
const collection = '/api/projects/:projectName/agents';
const one = `${collection}/:agentName`;
const missing = ['project_not_found', 'agent_not_found'] as const;
/** What skills, and the data that they are made for, may lack. */
const skillFaults = [
  'skill_not_found',
  'table_not_found',
  'connection_not_found',
  'knowledge_base_not_found',
  'name_taken',
] as const;

export function addressOf({ projectName, agentName }: { projectName: string; agentName: string }): AgentAddress {
  return { project: projectName, agent: agentName };
}

/** Lets go of an agent whoever uses it, or refuses: chatbots stand above agents, which know none. */
export type ReleaseAgent = (caller: Caller, agent: AgentRow, options: { force: boolean }) => Promise<void>;

export function addAgentRoutes(app: App, services: AgentServices, releaseAgent: ReleaseAgent): void {
  app.post(
    collection,
    {
      schema: {
        tags,
        operationId: 'createAgent',
        summary: 'Create an agent',
        description: 'No provider is called; `POST …/test` does that.',
        params: projectPath,
        body: agentCreation,
        response: {
          201: agentRecord,
          ...problems(...keyFaults, ...bodyFaults, 'project_not_found', ...skillFaults),
        },
      },
      config: { action: 'agents.create', idempotent: true },
      preValidation,
    },
    async (request, reply) => {
      const record = await createAgent(contextOf(request, services), request.params.projectName, request.body);
      reply.code(201).header('location', `/api/projects/${record.project}/agents/${record.name}`);
      return sendRecord(request, reply, record);
    },
  );

  app.get(
    collection,
    {
      schema: {
        tags,
        operationId: 'listAgents',
        summary: 'List agents',
        params: projectPath,
        querystring: listQuery,
        response: { 200: Type.Array(agentRecord), ...problems('invalid_input', 'project_not_found') },
      },
      config: { action: 'agents.list' },
    },
    async (request, reply) => {
      const listing = listingOf(request.query);
      return sendPage(
        request,
        reply,
        await listAgents(contextOf(request, services), request.params.projectName, listing),
      );
    },
  );

  app.get(
    one,
    {
      schema: {
        tags,
        operationId: 'getAgent',
        summary: 'Read an agent',
        params: agentPath,
        response: { 200: agentRecord, ...problems(...missing) },
      },
      config: { action: 'agents.read' },
    },
    async (request, reply) =>
      sendRecord(request, reply, await getAgent(contextOf(request, services), addressOf(request.params))),
  );

  app.put(
    one,
    {
      schema: {
        tags,
        operationId: 'updateAgent',
        summary: 'Change an agent',
        description: 'Fields that are absent stay. Every change of the settings is a version that can be restored.',
        params: agentPath,
        body: agentChange,
        response: {
          200: agentRecord,
          ...problems(...bodyFaults, ...missing, ...skillFaults, 'stale_record'),
        },
      },
      config: { action: 'agents.update' },
      preValidation,
    },
    async (request, reply) => {
      const check = (current: object) => requireFresh(request, current);
      const ctx = contextOf(request, services);
      return sendRecord(request, reply, await changeAgent(ctx, addressOf(request.params), request.body, check));
    },
  );

  addVersionRoutes(app, services);
  addDeletions(app, services, releaseAgent);
}

function addVersionRoutes(app: App, services: Pick<AgentServices, 'database' | 'events' | 'secrets'>): void {
  app.get(
    `${one}/versions`,
    {
      schema: {
        tags,
        operationId: 'listAgentVersions',
        summary: 'List the versions of the settings of an agent, the newest first',
        params: agentPath,
        response: { 200: Type.Array(agentVersionRecord), ...problems(...missing) },
      },
      config: { action: 'agents.read' },
    },
    async (request) => listAgentVersions(contextOf(request, services), addressOf(request.params)),
  );

  app.post(
    `${one}/versions/:version/restore`,
    {
      schema: {
        tags,
        operationId: 'restoreAgentVersion',
        summary: 'Make the settings of an earlier version hold again',
        description: 'As a new version. The key stays where the provider and its address stay.',
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

/** SPEC.md 4.2 spells the address of the deletion in the singular; the plural is taken as well. */
function addDeletions(
  app: App,
  services: Pick<AgentServices, 'database' | 'events'>,
  releaseAgent: ReleaseAgent,
): void {
  const addresses = [
    ['/api/projects/:projectName/agent/:agentName', 'deleteAgent'],
    [one, 'deleteAgentByPlural'],
  ] as const;
  for (const [url, operationId] of addresses)
    app.delete(
      url,
      {
        schema: {
          tags,
          operationId,
          summary: 'Delete an agent with its conversations',
          params: agentPath,
          querystring: agentDeletion,
          response: { 204: emptyAnswer, ...problems(...missing, 'agent_in_use', 'stale_record') },
        },
        config: { action: 'agents.delete' },
      },
      async (request, reply) => {
        const check = (current: object) => requireFresh(request, current);
        const ctx = contextOf(request, services);
        const release = (agent: AgentRow) => releaseAgent(ctx, agent, { force: request.query.force ?? false });
        await deleteAgent(ctx, addressOf(request.params), { check, release });
        return reply.code(204).send(null);
      },
    );
}
