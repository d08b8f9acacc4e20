import type { App } from '../../http/reply/app.ts';
import { documented, eventStream } from '../../http/reply/schemas.ts';
import { abortOnClose, signalOf } from '../../http/request/abort.ts';
import { contextOf } from '../../http/request/caller.ts';
import { beginCompletion } from '../../resources/agents/completions/complete.ts';
import { providerFaults, refusals } from '../../resources/agents/completions/error-codes.ts';
import { sendStream } from '../../resources/agents/completions/send-stream.ts';
import type { AgentServices } from '../../resources/agents/context.ts';
import { readModelName } from '../openai/read-chat.ts';
import { anthropicErrors, sendAnthropicError } from './failures.ts';
import { readMessages } from './read-messages.ts';
import { messageAnswer, messagesInput } from './schemas.ts';
import { MessageEvents, writeMessage } from './write-message.ts';

/** Adds Anthropic's messages protocol, in which agents are models. */
export function addAnthropicRoutes(app: App, services: AgentServices): void {
  const closing = abortOnClose(app);
  app.failuresBelow('/v1/messages', sendAnthropicError);
  app.post(
    '/v1/messages',
    {
      schema: {
        tags: ['Anthropic'],
        operationId: 'createMessage',
        summary: "Ask an agent as Anthropic's clients do",
        description:
          'The agent sees only the messages sent; the last question and the answer are stored as a conversation.',
        body: messagesInput,
        response: {
          200: documented({
            description: 'The message, or a stream of its events.',
            content: { 'application/json': { schema: messageAnswer }, 'text/event-stream': { schema: eventStream } },
          }),
          ...anthropicErrors('unauthenticated', 'not_permitted', 'internal', ...refusals, ...providerFaults),
        },
      },
      config: { action: 'agents.complete' },
      errorHandler: sendAnthropicError,
    },
    async (request, reply) => {
      const { body } = request;
      const address = readModelName(body.model);
      const signal = AbortSignal.any([signalOf(reply), closing]);
      const kept = <Message>(messages: Message[]) => messages.slice(-1);
      const begun = beginCompletion(contextOf(request, services), address, readMessages(body), { kept, signal });
      const completion = await begun;
      const head = { id: completion.traceId, model: body.model };
      reply.header('request-id', request.id);
      if (!body.stream) return writeMessage(head, await completion.run(signal));
      return sendStream(reply, completion, signal, (stream) => new MessageEvents(stream, head));
    },
  );
}
