import { invalidField } from '../../../errors.ts';
import type { App } from '../../../http/reply/app.ts';
import { documented, eventStream } from '../../../http/reply/schemas.ts';
import { signalOf } from '../../../http/request/abort.ts';
import { contextOf } from '../../../http/request/caller.ts';
import { beginCompletion } from '../../../resources/agents/completions/complete.ts';
import { providerFaults, refusals } from '../../../resources/agents/completions/error-codes.ts';
import { sendStream } from '../../../resources/agents/completions/send-stream.ts';
import { findLastAnswer } from '../../../resources/agents/conversations/service.ts';
import type { AgentAddress } from '../../../resources/agents/service.ts';
import type { OpenAIServices } from '../context.ts';
import { everywhere, openAIErrors, sendOpenAIError } from '../failures.ts';
import { readModelName } from '../read-chat.ts';
import { readResponse } from './read-response.ts';
import { responseAnswer, responseInput } from './schemas.ts';
import { endResponse, ResponseEvents, type ResponseHead } from './write-response.ts';

/** Adds OpenAI's responses protocol: agents answer, and a conversation continues from the ID of a response. */
export function addResponseRoutes(app: App, services: OpenAIServices, closing: AbortSignal): void {
  app.post(
    '/v1/responses',
    {
      schema: {
        tags: ['OpenAI'],
        operationId: 'createResponse',
        summary: "Ask an agent as OpenAI's clients do by responses",
        description: 'Answers are stored as conversations; `previous_response_id` continues one.',
        body: responseInput,
        response: {
          200: documented({
            description: 'The response, or a stream of its events.',
            content: {
              'application/json': { schema: responseAnswer },
              'text/event-stream': { schema: eventStream },
            },
          }),
          ...openAIErrors(...everywhere, ...refusals, ...providerFaults),
        },
      },
      config: { action: 'agents.complete' },
      errorHandler: sendOpenAIError,
    },
    async (request, reply) => {
      const { body } = request;
      const address = readModelName(body.model);
      const ctx = contextOf(request, services);
      const input = readResponse(body);
      const conversation_id = await conversationOf(ctx, address, body.previous_response_id ?? undefined);
      const kept = body.store === false ? ('nothing' as const) : undefined;
      const signal = AbortSignal.any([signalOf(reply), closing]);
      const completion = await beginCompletion(ctx, address, { ...input, conversation_id }, { kept, signal });
      const head: ResponseHead = {
        traceId: completion.traceId,
        model: body.model,
        createdAt: Math.floor(Date.now() / 1000),
        instructions: body.instructions ?? null,
        previousId: body.previous_response_id ?? null,
      };
      if (!body.stream) {
        const { message, finish_reason, usage } = await completion.run(signal);
        return endResponse(head, { ...message, finish_reason, usage });
      }
      return sendStream(reply, completion, signal, (stream) => new ResponseEvents(stream, head));
    },
  );
}

/** An answer in the middle of its conversation cannot be continued, because the later messages would be included. */
async function conversationOf(
  ctx: Parameters<typeof findLastAnswer>[0],
  address: AgentAddress,
  previous: string | undefined,
): Promise<string | undefined> {
  if (previous === undefined) return undefined;
  const conversation = await findLastAnswer(ctx, address, previous.replace(/^resp_/, ''));
  if (conversation !== undefined) return conversation;
  throw invalidField('/previous_response_id', 'must be the last response of a conversation with this agent');
}
