import type { App } from '../../http/reply/app.ts';
import { requireFresh } from '../../http/reply/etags.ts';
import { bodyFaults, keyFaults, problems } from '../../http/reply/schemas.ts';
import { signalOf } from '../../http/request/abort.ts';
import { contextOf } from '../../http/request/caller.ts';
import { addResource } from '../../http/resource/add-resource.ts';
import { addressOf } from '../../http/resource/address.ts';
import { repeatStale } from '../../http/resource/repeat-stale.ts';
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
import { changeSkill, createSkill, deleteSkill, getSkill, listSkills } from './service.ts';
import { exportGlossary, glossaryDocument, glossaryQuery, taught, teaching, teachSkill } from './teach-skill.ts';
import { testSkill } from './test-skill.ts';

const path = '/api/projects/:projectName/skills/:skillName';
/** Errors about records that params name. */
const unmet = [
  'agent_not_found',
  'table_not_found',
  'knowledge_base_not_found',
  'connection_not_found',
  'model_not_found',
  'version_not_found',
] as const;
/** Errors of a tool. */
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

export function addSkillRoutes(app: App, services: SkillServices): void {
  addResource(app, services, {
    name: 'skill',
    tag: 'Skills',
    path,
    params: skillPath,
    record: skillRecord,
    list: {
      query: skillListQuery,
      faults: ['agent_not_found'],
      verb: (ctx, { project }, listing, { agent }) => listSkills(ctx, project, { ...listing, agent }),
    },
    create: {
      description: 'Gives the agents that use it tools: over tables, databases, documents, models, HTTP, MCP, agents.',
      body: skillCreation,
      faults: unmet,
      verb: (ctx, { project }, body, leaving) => createSkill({ ...ctx, leaving: leaving() }, project, body),
    },
    read: { verb: getSkill },
    update: {
      description: '`params` are merged into the stored ones; null removes a key. Other fields are replaced.',
      body: skillChange,
      faults: unmet,
      verb: (ctx, address, body, check, leaving) => changeSkill({ ...ctx, leaving: leaving() }, address, body, check),
    },
    delete: {
      query: skillDeletion,
      faults: ['invalid_input', 'skill_in_use'],
      verb: (ctx, address, check, { force = false, permanently }) =>
        deleteSkill(ctx, address, { force, check, permanently }),
    },
  });

  app.post(
    `${path}/glossary`,
    {
      schema: {
        tags: ['Skills'],
        operationId: 'teachSkill',
        summary: 'Teach a skill what words mean',
        description:
          'Adds entries to the glossary, verified questions and time columns of an `sql` skill, or reads them from a document of dbt or Open Semantic Interchange. Each is checked against the tables; if one does not fit, none is kept.',
        params: skillPath,
        body: teaching,
        response: {
          200: taught,
          ...problems(
            ...keyFaults,
            ...bodyFaults,
            'project_not_found',
            'skill_not_found',
            'stale_record',
            ...unmet,
            ...toolFaults,
          ),
        },
      },
      config: { action: 'skills.update', idempotent: true },
    },
    async (request, reply) => {
      const ctx = { ...contextOf(request, services), leaving: signalOf(reply) };
      const check = (current: object) => requireFresh(request, current);
      return repeatStale(request, () => teachSkill(ctx, addressOf(request.params), request.body, check));
    },
  );

  app.get(
    `${path}/glossary`,
    {
      schema: {
        tags: ['Skills'],
        operationId: 'exportGlossary',
        summary: 'Read the glossary of a skill for another tool',
        description: 'As a document of Open Semantic Interchange, or of dbt; what it cannot say is listed.',
        params: skillPath,
        querystring: glossaryQuery,
        response: {
          200: glossaryDocument,
          ...problems('invalid_input', 'project_not_found', 'skill_not_found', 'table_not_found'),
        },
      },
      config: { action: 'skills.read' },
    },
    async (request) =>
      exportGlossary(contextOf(request, services), addressOf(request.params), request.query.format ?? 'osi'),
  );

  app.post(
    `${path}/test`,
    {
      schema: {
        tags: ['Skills'],
        operationId: 'testSkill',
        summary: 'Try a skill without an agent',
        description: 'Returns what it gives an agent and, with an `input`, runs one of its tools.',
        params: skillPath,
        body: skillTest,
        response: {
          200: skillTestAnswer,
          ...problems(
            ...bodyFaults,
            'project_not_found',
            'skill_not_found',
            ...unmet,
            'tool_not_found',
            'model_not_ready',
            ...toolFaults,
          ),
        },
      },
      config: { action: 'skills.test' },
    },
    async (request, reply) =>
      testSkill(contextOf(request, services), addressOf(request.params), request.body, signalOf(reply)),
  );
}
