import type { Caller } from '../../caller.ts';
import type { Listing } from '../../platform/db/listing.ts';
import { requireAgent } from '../agents/service.ts';
import type { ChatbotServices } from '../chatbots/context.ts';
import { listChatbots } from '../chatbots/service.ts';
import { requireBase } from '../knowledge/service.ts';
import { listModels, requireModel } from '../models/service.ts';
import { requireProject } from '../projects/service.ts';
import type { SkillRecord } from '../skills/schemas.ts';
import { getSkill, listSkills } from '../skills/service.ts';
import { requireTableRow } from '../tables/service.ts';
import type { Uses } from './schemas.ts';

type UsesContext = Caller & Pick<ChatbotServices, 'config' | 'database' | 'secrets'>;

interface Named {
  id: string;
  name: string;
}

/** Finds a record, and says which params of skills name it. */
interface UsedKind {
  find(ctx: UsesContext, project: string, nameOrId: string): Promise<Named>;
  namedBy(skill: SkillRecord): unknown;
}

export const usedKinds = {
  table: {
    async find(ctx, project, name) {
      return requireTableRow(ctx, await requireProject(ctx, project), name);
    },
    namedBy: ({ type, params }) => (type === 'sql' && params.connection === undefined ? params.tables : undefined),
  },
  model: {
    find: async (ctx, project, model) => (await requireModel(ctx, { project, model })).model,
    namedBy: ({ params }) => params.models,
  },
  knowledge_base: {
    find: async (ctx, project, base) => (await requireBase(ctx, { project, base })).base,
    namedBy: ({ params }) => params.knowledge_bases ?? params.source,
  },
  agent: {
    find: async (ctx, project, agent) => (await requireAgent(ctx, { project, agent })).agent,
    namedBy: ({ params }) => params.agent,
  },
  skill: { find: (ctx, project, skill) => getSkill(ctx, { project, skill }), namedBy: () => undefined },
} as const satisfies Record<string, UsedKind>;

const all: Listing = {
  column: 'name',
  descending: false,
  limit: undefined,
  after: undefined,
  name: undefined,
  search: undefined,
};

/** Returns the names of what needs a record, directly or through others. */
export async function findUses(
  ctx: UsesContext,
  kind: keyof typeof usedKinds,
  address: { project: string; record: string },
): Promise<Uses> {
  const { project } = address;
  const used: UsedKind = usedKinds[kind];
  const record = await used.find(ctx, project, address.record);
  const learned = kind === 'table' ? await listModels(ctx, project, { ...all, status: undefined }) : { items: [] };
  const { items: skills } = await listSkills(ctx, project, { ...all, agent: undefined });
  const naming = skills.filter((skill) => skill.id === record.id || isNamed(record, used.namedBy(skill)));
  const own = kind === 'agent' ? [record.name] : [];
  const agents = new Set([...own, ...naming.flatMap((skill) => skill.agents)]);
  const { items: chatbots } = await listChatbots(ctx, project, { ...all, agent: undefined });
  const keeps = (params: { documents?: { knowledge_base: string } }) =>
    kind === 'knowledge_base' && isNamed(record, params.documents?.knowledge_base);
  const posts = (params: { alarms?: { models?: string[] } }) =>
    kind === 'model' && isNamed(record, params.alarms?.models);
  const talking = chatbots.filter(({ agent, params }) => agents.has(agent ?? '') || keeps(params) || posts(params));
  return {
    models: learned.items.filter(({ source }) => isNamed(record, source.table)).map(({ name }) => name),
    skills: naming.filter(({ id }) => id !== record.id).map(({ name }) => name),
    agents: [...agents].filter((name) => !own.includes(name)).toSorted(),
    chatbots: talking.map(({ name }) => name),
  };
}

/** Params name records by name or ID, alone or in a list; a model's version stands behind its name. */
function isNamed({ id, name }: Named, given: unknown): boolean {
  return [given].flat().some((one) => [id, name].includes(String(one).replace(/\.\d+$/, '')));
}
