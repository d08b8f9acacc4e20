import { invalidField } from '../../../errors.ts';
import type { App } from '../../../http/reply/app.ts';
import { contextOf } from '../../../http/request/caller.ts';
import { deleteAnswer, type FoundAnswer, findAnswer } from '../../../resources/agents/conversations/answers.ts';
import type { OpenAIServices } from '../context.ts';
import { everywhere, openAIErrors, sendOpenAIError } from '../failures.ts';
import { inputItemList, inputItemQuery, responseAnswer, responseDeleted, responsePath } from './schemas.ts';
import { endResponse, responseIdOf } from './write-response.ts';

const tags = ['OpenAI'];
const errorHandler = sendOpenAIError;
const faults = openAIErrors(...everywhere, 'invalid_input', 'malformed_request', 'message_not_found');
/** The verbs let those who only ask reach their own answers alone. */
const config = { action: 'agents.complete' } as const;

/** Adds what clients do with a response later: it is the answer of a conversation, and lives as long. */
export function addStoredResponseRoutes(app: App, services: OpenAIServices): void {
  app.get(
    '/v1/responses/:responseId',
    {
      schema: {
        tags,
        operationId: 'getResponse',
        summary: "Read a response as OpenAI's clients do",
        description: 'As long as its conversation is kept. Those who may not read conversations find only their own.',
        params: responsePath,
        response: { 200: responseAnswer, ...faults },
      },
      config,
      errorHandler,
    },
    async (request) => writeStored(await findAnswer(contextOf(request, services), answerIdOf(request.params))),
  );

  app.delete(
    '/v1/responses/:responseId',
    {
      schema: {
        tags,
        operationId: 'deleteResponse',
        summary: "Delete a response as OpenAI's clients do",
        description: 'With what was asked for it; its conversation is deleted with its last response.',
        params: responsePath,
        response: { 200: responseDeleted, ...faults },
      },
      config,
      errorHandler,
    },
    async (request) => {
      await deleteAnswer(contextOf(request, services), answerIdOf(request.params));
      return { id: request.params.responseId, object: 'response' as const, deleted: true as const };
    },
  );

  app.get(
    '/v1/responses/:responseId/input_items',
    {
      schema: {
        tags,
        operationId: 'listResponseInputItems',
        summary: "List what a response answers, as OpenAI's clients do",
        description: 'The messages since the response before it.',
        params: responsePath,
        querystring: inputItemQuery,
        response: { 200: inputItemList, ...faults },
      },
      config,
      errorHandler,
    },
    async (request) => {
      const { asked } = await findAnswer(contextOf(request, services), answerIdOf(request.params));
      const { limit = 20, order = 'desc', after } = request.query;
      const items = (order === 'asc' ? asked : asked.toReversed()).map(writeItem);
      const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1;
      if (after !== undefined && start === 0) throw invalidField('/after', 'must be the ID of an item of this list');
      const data = items.slice(start, start + limit);
      return {
        object: 'list' as const,
        data,
        first_id: data[0]?.id ?? null,
        last_id: data.at(-1)?.id ?? null,
        has_more: items.length > start + limit,
      };
    },
  );
}

function answerIdOf({ responseId }: { responseId: string }): string {
  return responseId.replace(/^resp_/, '');
}

function writeStored({ id, project, agent, created_at, content, answer, asked, previous }: FoundAnswer) {
  const instructions = asked.find(({ role }) => role === 'system')?.content ?? null;
  const head = {
    traceId: id,
    model: `${project}/${agent}`,
    createdAt: Math.floor(Date.parse(created_at) / 1000),
    instructions,
    previousId: previous === null ? null : responseIdOf(previous),
  };
  const { status, error } = answer;
  const ended = endResponse(head, { ...answer, content });
  if (status === 'complete') return ended;
  const fault = error ? { code: error.code, message: error.detail } : null;
  return { ...ended, status: status === 'failed' ? ('failed' as const) : ('cancelled' as const), error: fault };
}

function writeItem({ id, role, content }: FoundAnswer['asked'][number]) {
  const type = role === 'assistant' ? ('output_text' as const) : ('input_text' as const);
  const part = { type, text: content, ...(role === 'assistant' ? { annotations: [] } : {}) };
  return { type: 'message' as const, id, status: 'completed' as const, role, content: [part] };
}
