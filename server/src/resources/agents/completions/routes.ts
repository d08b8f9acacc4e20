import type { ServiceError } from '../../../errors.ts';
import type { App } from '../../../http/reply/app.ts';
import type { EventStream } from '../../../http/reply/event-stream.ts';
import { problemOf } from '../../../http/reply/problem.ts';
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
import { agentTest, type CompletionAnswer, completionAnswer, completionInput } from './schemas.ts';
import { type StreamedAnswer, sendStream } from './send-stream.ts';

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
      return sendStream(reply, completion, signal, (stream) => new OwnEvents(stream, completion));
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

/** Tells the events as they are, between a start and an end. */
class OwnEvents implements StreamedAnswer {
  readonly #stream: EventStream;

  constructor(stream: EventStream, { conversationId, traceId }: Completion) {
    this.#stream = stream;
    this.add({ type: 'start', conversation_id: conversationId, trace_id: traceId });
  }

  add(event: CompletionEvent): void {
    this.#stream.send(event);
  }

  finish(answer: CompletionAnswer): void {
    this.#endWith({ type: 'message', ...answer });
  }

  /** With the fields of a problem document. */
  fail(error: ServiceError, requestId: string): void {
    const { code, status, detail, instance } = problemOf(error, requestId);
    this.#endWith({ type: 'error', code, status, detail, instance });
  }

  #endWith(event: CompletionEvent): void {
    this.add(event);
    this.add({ type: 'end' });
    this.#stream.end();
  }
}
