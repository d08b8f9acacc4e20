import { Type } from 'typebox';
import { ServiceError } from '../../../errors.ts';
import { nameOrId } from '../../../http/reply/schemas.ts';
import { defineTool } from '../define-tool.ts';
import { defineKind } from '../kind.ts';
import { selectAgentId } from '../store.ts';

const params = Type.Object({ agent: nameOrId }, { additionalProperties: false });

const input = {
  type: 'object',
  properties: {
    question: { type: 'string', minLength: 1, maxLength: 10_000, description: 'Complete: it sees nothing else.' },
  },
  required: ['question'],
  additionalProperties: false,
};

/** Maximum agents in a chain that ask each other. */
const mostDepth = 3;

/**
 * Another agent of the project as a tool. Its existence is checked when it is asked, because agents may be deleted at
 * any time.
 */
export const agentKind = defineKind({
  type: 'agent',
  params,
  async needs(ctx, project, { agent }) {
    if ((await selectAgentId(ctx.database, project.id, agent)) === undefined)
      throw new ServiceError('agent_not_found', `There is no agent ${agent} in project ${project.name}.`);
  },
  async open(_ctx, { name, description, params: { agent } }) {
    const tool = defineTool({
      skill: name,
      name: 'ask',
      description: `Asks the agent ${agent}. ${description}`.trim(),
      parameters: input,
      run: async ({ question }, run) => {
        if (run.depth >= mostDepth)
          throw new ServiceError(
            'tool_failed',
            `Agents ask each other at most ${mostDepth} deep; answer without ${agent}.`,
          );
        return run.askAgent(agent, String(question), { ...run, depth: run.depth + 1 });
      },
    });
    const instructions = `The agent ${agent} answers questions by ${tool.name}. ${description}`.trim();
    return {
      skill: name,
      type: 'agent',
      instruct: () => instructions,
      tools: [tool],
      grounding: { kind: 'other', skill: name },
    };
  },
});
