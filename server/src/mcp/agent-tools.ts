import { Type } from 'typebox';
import { listAgents } from '../agents/service.ts';
import { defineMcpTool, firstByName, type McpTool, project } from './tool.ts';

export const agentTools: McpTool[] = [
  defineMcpTool({
    name: 'list_agents',
    title: 'List agents',
    description: 'Lists the agents of a project: each answers questions from its own tables, models and documents.',
    action: 'agents.list',
    input: Type.Object({ project }, { additionalProperties: false }),
    async run(ctx, input) {
      const { items, next } = await listAgents(ctx, input.project, firstByName);
      return { agents: items.map(({ name, description }) => ({ name, description })), more: next !== undefined };
    },
  }),
];
