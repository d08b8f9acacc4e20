import { Type } from 'typebox';
import { listProjects } from '../../resources/projects/service.ts';
import { agentTools } from './agent-tools.ts';
import { knowledgeTools } from './knowledge-tools.ts';
import { modelTools } from './model-tools.ts';
import { tableTools } from './table-tools.ts';
import { defineMcpTool, firstByName, listOf, type McpTool, textOrNull } from './tool.ts';

const projectTools = [
  defineMcpTool({
    name: 'list_projects',
    title: 'List projects',
    description: 'Lists the projects that this key reaches. Everything else belongs to one of them.',
    action: 'projects.list',
    input: Type.Object({}, { additionalProperties: false }),
    output: listOf('projects', { name: Type.String(), description: textOrNull }),
    async run(ctx) {
      const { items, next } = await listProjects(ctx, firstByName);
      return { projects: items.map(({ name, description }) => ({ name, description })), more: next !== undefined };
    },
  }),
];

/** All MCP tools. None deletes anything. */
export const mcpTools: ReadonlyMap<string, McpTool> = new Map(
  [projectTools, modelTools, tableTools, knowledgeTools, agentTools].flat().map((tool) => [tool.name, tool]),
);
