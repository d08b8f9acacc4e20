import type { FastifyReply } from 'fastify';
import type { App } from '../../../http/reply/app.ts';
import { EventStream } from '../../../http/reply/event-stream.ts';
import { problemOf, serviceErrorOf } from '../../../http/reply/problem.ts';
import { bodyFaults, documented, eventStream, keyFaults, problems } from '../../../http/reply/schemas.ts';
import { abortOnClose, signalOf } from '../../../http/request/abort.ts';
import { contextOf } from '../../../http/request/caller.ts';
import { addressOf } from '../../../http/resource/address.ts';
import type { AgentServices } from '../context.ts';
import { agentPath } from '../schemas.ts';
import { testAgent } from '../test-agent.ts';
import { beginCompletion, type Completion } from './complete.ts';
import { providerFaults, refusals } from './error-codes.ts';
import type { CompletionEvent } from './events.ts';
import { agentTest, completionAnswer, completionInput } from './schemas.ts';

const tags = ['Agents'];
const one = '/api/projects/:projectName/agents/:agentName';

/** Adds the routes that ask an agent, with and without streaming. */
export function addCompletionRoutes(app: App, services: AgentServices): void {
  const closing = abortOnClose(app);
  app.post(
    `${one}/completions`,
    {
      schema: {
        tags,
        operationId: 'completeAgent',
        summary: 'Ask an agent',
        description:
          'The agent uses the tools of its skills until it has an answer. The conversation is stored; `conversation_id` continues it.',
        params: agentPath,
        body: completionInput,
        response: { 200: completionAnswer, ...problems(...keyFaults, ...refusals, ...providerFaults) },
      },
      config: { action: 'agents.complete', idempotent: true },
    },
    async (request, reply) => {
      const ctx = contextOf(request, services);
      const signal = AbortSignal.any([signalOf(reply), closing]);
      const completion = await beginCompletion(ctx, addressOf(request.params), request.body, { signal });
      return completion.run(signal);
    },
  );

  app.post(
    `${one}/completions/stream`,
    {
      schema: {
        tags,
        operationId: 'streamAgent',
        summary: 'Ask an agent and watch it answer',
        description: [
          'Server-sent events, each a JSON object with a `type`: `start` (IDs), `token` (`text`), `tool_call`, `tool_result`,',
          '`message` (as the answer in one piece), `error` (`code`, `status`, `detail`), and at last `end`.',
        ].join(' '),
        params: agentPath,
        body: completionInput,
        response: {
          200: documented({
            description: 'A stream of events.',
            content: { 'text/event-stream': { schema: eventStream } },
          }),
          ...problems(...refusals),
        },
      },
      config: { action: 'agents.complete', answers: ['text/event-stream'] },
    },
    async (request, reply) => {
      const ctx = contextOf(request, services);
      const signal = AbortSignal.any([signalOf(reply), closing]);
      const completion = await beginCompletion(ctx, addressOf(request.params), request.body, { signal });
      return sendEvents(reply, completion, signal);
    },
  );
  addTestRoute(app, services, closing);
}

/** Adds the route that tests whether the provider accepts the API key; creating an agent does not ask the provider. */
function addTestRoute(app: App, services: AgentServices, closing: AbortSignal): void {
  app.post(
    `${one}/test`,
    {
      schema: {
        tags,
        operationId: 'testAgent',
        summary: 'Ask the language model of an agent for one word, and open its skills',
        description: 'Tells whether provider, key and skills work, without keeping a conversation.',
        params: agentPath,
        response: {
          200: agentTest,
          ...problems(
            ...bodyFaults,
            'project_not_found',
            'agent_not_found',
            'language_model_not_configured',
            ...providerFaults,
          ),
        },
      },
      config: { action: 'agents.test', emptyBody: true },
    },
    async (request, reply) => {
      const signal = AbortSignal.any([signalOf(reply), closing]);
      return testAgent(contextOf(request, services), addressOf(request.params), signal);
    },
  );
}

function sendEvents(reply: FastifyReply, completion: Completion, signal: AbortSignal): FastifyReply {
  const { conversationId, traceId } = completion;
  reply.server.openStreams.add(reply.raw);
  const stream = new EventStream();
  const tell = (event: CompletionEvent) => stream.send(event);
  tell({ type: 'start', conversation_id: conversationId, trace_id: traceId });
  completion
    .run(signal, tell)
    .then(
      (answer) => tell({ type: 'message', ...answer }),
      (error) => tell(errorEvent(error, reply)),
    )
    .finally(() => {
      tell({ type: 'end' });
      stream.end();
    });
  return stream.sendBy(reply);
}

/** Converts an error during a stream into an event with the fields of a problem document. */
function errorEvent(error: unknown, { request }: FastifyReply): CompletionEvent {
  const known = serviceErrorOf(error);
  if (known.status >= 500) request.log.error({ reqId: request.id, err: known.cause ?? known }, known.message);
  const { code, status, detail, instance } = problemOf(known, request.id);
  return { type: 'error', code, status, detail, instance };
}
