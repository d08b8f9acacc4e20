import { Type } from 'typebox';
import { asksBack } from '../../resources/agents/completions/asks-back.ts';
import { beginCompletion } from '../../resources/agents/completions/complete.ts';
import { listAgents } from '../../resources/agents/service.ts';
import { originFields, originOf } from '../origin.ts';
import { AskedBack, defineMcpTool, firstByName, listOf, type McpTool, project } from './tool.ts';

export const agentTools: McpTool[] = [
  defineMcpTool({
    name: 'list_agents',
    title: 'List agents',
    description: 'Lists the agents of a project: each answers questions from its own tables, models and documents.',
    action: 'agents.list',
    input: Type.Object({ project }, { additionalProperties: false }),
    output: listOf('agents', { name: Type.String(), description: Type.String() }),
    async run(ctx, input) {
      const { items, next } = await listAgents(ctx, input.project, firstByName);
      return { agents: items.map(({ name, description }) => ({ name, description })), more: next !== undefined };
    },
  }),
  defineMcpTool({
    name: 'ask_agent',
    title: 'Ask an agent',
    description:
      'Asks an agent a question in plain words. It works through its own tables, models and documents and answers with the sources that it used, or asks back which of several readings is meant. Give `conversation_id` of an earlier answer to go on with that conversation.',
    action: 'agents.complete',
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    input: Type.Object(
      {
        project,
        agent: Type.String({ minLength: 1, maxLength: 140, description: 'Name or ID of the agent.' }),
        question: Type.String({ minLength: 1, maxLength: 100_000 }),
        conversation_id: Type.Optional(Type.String({ maxLength: 140 })),
      },
      { additionalProperties: false },
    ),
    output: Type.Object({
      answer: Type.String(),
      citations: Type.Array(Type.Object({ source: Type.String(), text: Type.String() })),
      finish_reason: Type.String(),
      ...originFields,
      alternatives: Type.Optional(
        Type.Array(Type.String(), {
          description: 'How else the question may be asked, where it can be read in several ways.',
        }),
      ),
      conversation_id: Type.String(),
    }),
    async run(ctx, { agent, question, conversation_id, ...input }, { signal, mayAskBack, chosen, state }) {
      const content = chosen ?? question;
      const asked = { messages: [{ role: 'user' as const, content }], conversation_id: state ?? conversation_id };
      const completion = await beginCompletion(ctx, { project: input.project, agent }, asked, { signal });
      const { message, ...rest } = await completion.run(signal);
      const alternatives = (message.alternatives ?? []).map((one) => one.question);
      if (mayAskBack && asksBack(message)) return new AskedBack(message.content, alternatives, rest.conversation_id);
      return {
        answer: message.content,
        citations: message.citations,
        finish_reason: rest.finish_reason,
        ...originOf(message),
        ...(alternatives.length > 0 ? { alternatives } : {}),
        conversation_id: rest.conversation_id,
      };
    },
  }),
];
