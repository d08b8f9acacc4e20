import { Type } from 'typebox';
import { requireFresh, sendRecord } from '../../http/reply/etags.ts';
import { bodyFaults, emptyAnswer, keyFaults, problems, projectPath } from '../../http/reply/schemas.ts';
import { signalOf } from '../../http/request/abort.ts';
import { contextOf } from '../../http/request/caller.ts';
import { listingOf, sendPage } from '../../http/request/listing.ts';
import { unwrapBody } from '../../http/request/unwrap-body.ts';
import type { App } from '../../http/server.ts';
import type { SkillServices } from './context.ts';
import {
  skillChange,
  skillCreation,
  skillDeletion,
  skillListQuery,
  skillPath,
  skillRecord,
  skillTest,
  skillTestAnswer,
} from './schemas.ts';
import { changeSkill, createSkill, deleteSkill, getSkill, listSkills, type SkillAddress } from './service.ts';
import { testSkill } from './test-skill.ts';

const tags = ['Skills'];
const collection = '/api/projects/:projectName/skills';
const one = `${collection}/:skillName`;
const missing = ['project_not_found', 'skill_not_found'] as const;
/** What params name may not be there. */
const unmet = [
  'agent_not_found',
  'table_not_found',
  'knowledge_base_not_found',
  'connection_not_found',
  'model_not_found',
  'version_not_found',
] as const;
const preValidation = unwrapBody('skill');

function addressOf({ projectName, skillName }: { projectName: string; skillName: string }): SkillAddress {
  return { project: projectName, skill: skillName };
}

export function addSkillRoutes(app: App, services: SkillServices): void {
  addReadingRoutes(app, services);

  app.post(
    collection,
    {
      schema: {
        tags,
        operationId: 'createSkill',
        summary: 'Create a skill',
        description:
          'Gives the agents that use it tools: over tables, databases, documents, models, HTTP, MCP, agents.',
        params: projectPath,
        body: skillCreation,
        response: {
          201: skillRecord,
          ...problems(...keyFaults, ...bodyFaults, 'project_not_found', ...unmet, 'name_taken'),
        },
      },
      config: { action: 'skills.create', idempotent: true },
      preValidation,
    },
    async (request, reply) => {
      const record = await createSkill(contextOf(request, services), request.params.projectName, request.body);
      reply.code(201).header('location', `/api/projects/${record.project}/skills/${record.name}`);
      return sendRecord(request, reply, record);
    },
  );

  app.put(
    one,
    {
      schema: {
        tags,
        operationId: 'updateSkill',
        summary: 'Change a skill',
        description: '`params` are merged into those that are there; null removes a key. Other fields replace.',
        params: skillPath,
        body: skillChange,
        response: {
          200: skillRecord,
          ...problems(...bodyFaults, ...missing, ...unmet, 'name_taken', 'stale_record'),
        },
      },
      config: { action: 'skills.update' },
      preValidation,
    },
    async (request, reply) => {
      const check = (current: object) => requireFresh(request, current);
      const ctx = contextOf(request, services);
      return sendRecord(request, reply, await changeSkill(ctx, addressOf(request.params), request.body, check));
    },
  );

  app.delete(
    one,
    {
      schema: {
        tags,
        operationId: 'deleteSkill',
        summary: 'Delete a skill',
        params: skillPath,
        querystring: skillDeletion,
        response: { 204: emptyAnswer, ...problems('invalid_input', ...missing, 'skill_in_use', 'stale_record') },
      },
      config: { action: 'skills.delete' },
    },
    async (request, reply) => {
      const check = (current: object) => requireFresh(request, current);
      const force = request.query.force ?? false;
      await deleteSkill(contextOf(request, services), addressOf(request.params), { force, check });
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${one}/test`,
    {
      schema: {
        tags,
        operationId: 'testSkill',
        summary: 'Try a skill without an agent',
        description: 'Says what it would give an agent, and, with an `input`, runs one of its tools.',
        params: skillPath,
        body: skillTest,
        response: {
          200: skillTestAnswer,
          ...problems(...bodyFaults, ...missing, ...unmet, 'tool_not_found', 'model_not_ready', ...toolFaults),
        },
      },
      config: { action: 'skills.test' },
    },
    async (request, reply) =>
      testSkill(contextOf(request, services), addressOf(request.params), request.body, signalOf(reply)),
  );
}

/** How a tool may fail. */
const toolFaults = [
  'query_refused',
  'query_failed',
  'query_time_limit',
  'query_memory_limit',
  'connection_failed',
  'address_not_allowed',
  'remote_unreachable',
  'remote_answer_too_large',
  'remote_time_limit',
  'tool_failed',
] as const;

function addReadingRoutes(app: App, services: Pick<SkillServices, 'database' | 'secrets'>): void {
  app.get(
    collection,
    {
      schema: {
        tags,
        operationId: 'listSkills',
        summary: 'List skills',
        params: projectPath,
        querystring: skillListQuery,
        response: {
          200: Type.Array(skillRecord),
          ...problems('invalid_input', 'project_not_found', 'agent_not_found'),
        },
      },
      config: { action: 'skills.list' },
    },
    async (request, reply) => {
      const listing = { ...listingOf(request.query), agent: request.query.agent };
      return sendPage(
        request,
        reply,
        await listSkills(contextOf(request, services), request.params.projectName, listing),
      );
    },
  );

  app.get(
    one,
    {
      schema: {
        tags,
        operationId: 'getSkill',
        summary: 'Read a skill',
        params: skillPath,
        response: { 200: skillRecord, ...problems(...missing) },
      },
      config: { action: 'skills.read' },
    },
    async (request, reply) =>
      sendRecord(request, reply, await getSkill(contextOf(request, services), addressOf(request.params))),
  );
}
